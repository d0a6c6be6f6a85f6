# The segments that each set is compared with.


rule measure_covariates:
    input:
        parses=result("source.conllu.gz"),
        segments=result("segments.parquet"),
        names=names_files,
        covariates=covariate_files,
        units=units_file,
    output:
        result("covariates.parquet"),
    log:
        "logs/{corpus}/measure_covariates.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("measure_covariates"),
    params:
        names=names_places,
        covariates=covariate_places,
        code=code_of("extractors.extract.covariates", *IMPORTERS),
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
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("draw_controls"),
    params:
        # As one mapping: Snakemake compares params without their names, so that two numbers could trade places.
        controls=RUN.settings.controls.as_dict(),
        code=code_of("extractors.extract.control"),
    script:
        "../workflow/scripts/draw_controls.py"


# Whether the difference to the controls stays when they are alike in more than length.
rule check_confounds:
    input:
        statistics=statistics_files,
        sets=result("sets.parquet"),
        covariates=result("covariates.parquet"),
    output:
        result("confounds.parquet"),
        exports=as_csv(result("confounds")),
    log:
        "logs/{corpus}/check_confounds.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("check_confounds"),
    params:
        controls=RUN.settings.controls.as_dict(),
        confounds=RUN.settings.confounds.as_dict(),
        statistics={"cluster": RUN.settings.statistics.cluster},
        metrics=of_corpus(lambda c: c.metrics(RUN.settings.metrics)),
        code=code_of("extractors.score.confounds", *METRICS),
    script:
        "../workflow/scripts/check_confounds.py"
