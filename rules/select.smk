# Challenge sets by distance: a table, and as plain text where `sets.export` or a target asks for it.


rule select_sets:
    input:
        result("hits.parquet"),
    output:
        result("sets.parquet"),
    log:
        "logs/{corpus}/select_sets.log",
    conda:
        ENVIRONMENT
    params:
        sets=of_corpus(lambda c: {p: RUN.sets[p].distances() for p in c.phenomenon_ids}),
        version=RESULTS_VERSION["detect"],
    script:
        "../workflow/scripts/select_sets.py"


rule export_sets:
    input:
        sets=result("sets.parquet"),
        segments=result("segments.parquet"),
        systems=where(lambda c: c.systems, "systems"),
    output:
        update(directory(result("sets"))),
    log:
        "logs/{corpus}/export_sets.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        version=RESULTS_VERSION["detect"],
    script:
        "../workflow/scripts/export_sets.py"
