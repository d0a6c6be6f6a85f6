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
