# Challenge sets by distance, as a table and as plain text.


rule select_sets:
    input:
        result("hits.parquet"),
    output:
        result("sets.parquet"),
    log:
        "logs/{corpus}/select_sets.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("select_sets"),
    params:
        sets=of_corpus(lambda c: {p: RUN.sets[p].as_dict() for p in c.phenomenon_ids}),
        code=code_of("extractors.extract.select"),
    script:
        "../workflow/scripts/select_sets.py"


rule export_sets:
    input:
        sets=result("sets.parquet"),
        segments=result("segments.parquet"),
        systems=hypothesis_files,
    output:
        directory(result("sets")),
    log:
        "logs/{corpus}/export_sets.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("export_sets"),
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        code=code_of("extractors.extract.select", "extractors.extract.ingest"),
    script:
        "../workflow/scripts/export_sets.py"
