# The source translated by a model, for the systems whose outputs the user does not have.


rule translate_source:
    input:
        segments=uncut_segments,
    output:
        translation=result("translations/{system}.txt"),
        about=result("translations/{system}.json"),
    log:
        "logs/{corpus}/translate_source/{system}.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("translate_source"),
    params:
        options=lambda w: CORPORA[w.corpus].translations[w.system].as_dict(),
        model=lambda w: translator_state(CORPORA[w.corpus].translations[w.system].model),
        code=code_of("extractors.models.translation.stage"),
    script:
        "../workflow/scripts/translate_source.py"
