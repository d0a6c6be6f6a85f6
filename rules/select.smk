# Challenge sets by distance, as a table and as plain text.


rule select_sets:
    input:
        f"{RESULTS}/{{corpus}}/hits.parquet",
    output:
        f"{RESULTS}/{{corpus}}/sets.parquet",
    log:
        "logs/{corpus}/select_sets.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        ranges=of_corpus(
            lambda c: {
                p: [[r.kind, r.distance_from, r.distance_below] for r in RUN.ranges[p]] for p in c.phenomenon_ids
            }
        ),
        code=code_of("extractors.extract.select"),
    script:
        "../workflow/scripts/select_sets.py"


rule export_sets:
    input:
        sets=f"{RESULTS}/{{corpus}}/sets.parquet",
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        systems=lambda w: [f"{RESULTS}/{w.corpus}/systems/{s}.parquet" for s in CORPORA[w.corpus].systems],
    output:
        directory(f"{RESULTS}/{{corpus}}/sets"),
    log:
        "logs/{corpus}/export_sets.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        code=code_of("extractors.extract.select", "extractors.extract.ingest"),
    script:
        "../workflow/scripts/export_sets.py"
