# Source and references to a table of segments; each system's output to a table of hypotheses.


rule ingest_corpus:
    input:
        of_corpus(lambda c: c.files()),
    output:
        f"{RESULTS}/{{corpus}}/segments.parquet",
    log:
        "logs/{corpus}/ingest_corpus.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        source=of_corpus(lambda c: c.source),
        references=of_corpus(lambda c: c.references),
        source_language=of_corpus(lambda c: c.source_language),
        target_language=of_corpus(lambda c: c.target_language),
        code=code_of("extractors.corpus", *IMPORTERS),
    script:
        "../workflow/scripts/ingest_corpus.py"


rule ingest_system:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        hypotheses=lambda w: places.file_of(CORPORA[w.corpus].systems[w.system]),
    output:
        f"{RESULTS}/{{corpus}}/systems/{{system}}.parquet",
    log:
        "logs/{corpus}/ingest_system/{system}.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        place=lambda w: CORPORA[w.corpus].systems[w.system],
        source=of_corpus(lambda c: c.source),
        code=code_of("extractors.corpus", *IMPORTERS),
    script:
        "../workflow/scripts/ingest_system.py"
