# The sets of a corpus as a folder that others download, load and score with.


rule publish_dataset:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        parses=f"{RESULTS}/{{corpus}}/source.conllu.gz",
        hits=f"{RESULTS}/{{corpus}}/hits.parquet",
        sets=f"{RESULTS}/{{corpus}}/sets.parquet",
        controls=f"{RESULTS}/{{corpus}}/controls.parquet",
        scores=scores_to_publish,
    output:
        directory(f"{RESULTS}/{{corpus}}/dataset"),
    log:
        "logs/{corpus}/publish_dataset.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        publish=of_corpus(lambda c: c.publish.as_dict()),
        metrics=RUN.metrics,
        statistics=RUN.statistics,
        phenomena_file=str(RUN.phenomena_file),
        # What the card says of the phenomena, so that an edited description, and not an edited comment, re-runs this.
        phenomena=of_corpus(lambda c: [[p.description, p.source, p.definition(c.source_language)] for p in c.phenomena]),
        code=code_of("extractors.publish.results", "extractors.publish.write", *TOKENIZERS),
    script:
        "../workflow/scripts/publish_dataset.py"
