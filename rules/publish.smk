# The sets of a corpus as a folder that others download, load and score with.


rule publish_dataset:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        hits=result("hits.parquet"),
        sets=result("sets.parquet"),
        controls=result("controls.parquet"),
        covariates=result("covariates.parquet"),
        alignment=where(lambda c: c.is_aligned, "alignment.parquet"),
        audit=where(lambda c: c.systems, "input_audit.parquet"),
        units=where(lambda c: c.unit == "sentence", "units.parquet"),
        # An input function, so that a corpus which cannot be published is rejected before anything runs.
        scores=of_corpus(scores_to_publish),
    output:
        directory(result("dataset")),
    log:
        "logs/{corpus}/publish_dataset.log",
    conda:
        ENVIRONMENT
    params:
        publish=of_corpus(lambda c: c.publish.as_dict()),
        metrics=of_corpus(lambda c: c.computed(RUN.settings.computed_metrics)),
        statistics=RUN.settings.statistics.as_dict(),
        humans=of_corpus(lambda c: list(c.humans)),
        said_humans=of_corpus(lambda c: list(c.said_humans)),
        metric=RUN.settings.report.metric,
        tested_distances=RUN.settings.sets.tested_distances,
        accuracy={"seed": RUN.settings.accuracy.seed},
        phenomena_file=RUN.settings.phenomena_file,
        # What the card says of the phenomena, so that an edited description, and not an edited comment, re-runs this.
        phenomena=of_corpus(
            lambda c: [[p.description, p.label, p.source, p.definition(c.source_language)] for p in c.phenomena]
        ),
        version=RESULTS_VERSION["publish"],
    script:
        "../workflow/scripts/publish_dataset.py"
