# The source translated by a model, for the systems whose outputs the user does not have.


rule translate_source:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
    output:
        translation=f"{RESULTS}/{{corpus}}/translations/{{system}}.txt",
        about=f"{RESULTS}/{{corpus}}/translations/{{system}}.json",
    log:
        "logs/{corpus}/translate_source/{system}.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        options=lambda w: CORPORA[w.corpus].translations[w.system],
        model=lambda w: translator_state(CORPORA[w.corpus].translations[w.system]["model"]),
        code=code_of("extractors.translation.stage"),
    script:
        "../workflow/scripts/translate_source.py"
