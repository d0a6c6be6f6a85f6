# The source translated by a model, for the systems whose outputs the user does not have.


rule translate_source:
    input:
        segments=uncut_segments,
        instructions=lambda w: instruction_files(CORPORA[w.corpus].translations[w.system]),
    output:
        translation=result("translations/{system}.txt.gz"),
        about=result("translations/{system}.json"),
    log:
        "logs/{corpus}/translate_source/{system}.log",
    conda:
        ENVIRONMENT
    resources:
        gpu=lambda w: gpus(CORPORA[w.corpus].translations[w.system].as_dict()),
    params:
        options=lambda w: CORPORA[w.corpus].translations[w.system].as_dict(),
        model=lambda w: translator_state(CORPORA[w.corpus].translations[w.system]),
        version=RESULTS_VERSION["ingest"],
    script:
        "../workflow/scripts/translate_source.py"
