# The segments that each set is compared with.


rule measure_covariates:
    input:
        parses=result("source.conllu.gz"),
        segments=result("segments.parquet"),
        names=of_corpus(lambda c: files_of(*c.names.values())),
        covariates=of_corpus(lambda c: files_of(*c.covariates.values())),
        units=where(lambda c: c.unit == "sentence", "units.parquet"),
        uncut=where(lambda c: c.unit == "sentence", "source.parquet"),
    output:
        result("covariates.parquet"),
    log:
        "logs/{corpus}/measure_covariates.log",
    conda:
        ENVIRONMENT
    params:
        names=of_corpus(lambda c: places_with_states(c.names)),
        covariates=of_corpus(lambda c: places_with_states(c.covariates)),
        version=RESULTS_VERSION["control"],
    script:
        "../workflow/scripts/measure_covariates.py"


rule draw_controls:
    input:
        sets=result("sets.parquet"),
        covariates=result("covariates.parquet"),
    output:
        result("controls.parquet"),
    log:
        "logs/{corpus}/draw_controls.log",
    conda:
        ENVIRONMENT
    params:
        # As one mapping: Snakemake compares params without their names, so that two numbers could trade places.
        controls=RUN.settings.controls.as_dict(),
        version=RESULTS_VERSION["control"],
    script:
        "../workflow/scripts/draw_controls.py"


# Whether the difference to the controls stays when they are alike in more than length.
rule check_confounds:
    input:
        statistics=statistics_folders,
        sets=result("sets.parquet"),
        covariates=result("covariates.parquet"),
    output:
        result("confounds.parquet"),
        exports=as_csv(result("confounds")),
    log:
        "logs/{corpus}/check_confounds.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        controls=RUN.settings.controls.as_dict(),
        confounds=RUN.settings.confounds.as_dict(),
        statistics={"cluster": RUN.settings.statistics.cluster},
        metrics=of_corpus(lambda c: c.metrics(RUN.settings.computed_metrics)),
        version=RESULTS_VERSION["control"],
    script:
        "../workflow/scripts/check_confounds.py"
