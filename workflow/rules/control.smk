# Samples of segments matched to each set by source length.


rule draw_controls:
    input:
        sets=result("sets.parquet"),
        parses=result("source.conllu.gz"),
        segments=result("segments.parquet") if RUN.controls.others else [],
        domains=domain_file(RUN.controls.others),
    output:
        result("controls.parquet"),
    log:
        "logs/{corpus}/draw_controls.log",
    conda:
        "../envs/challenge-sets.yaml"
    params:
        # As one mapping: Snakemake compares params without their names, so that two numbers could trade places.
        controls=RUN.controls.as_dict(),
        domains=domain_place(RUN.controls.others),
        code=code_of("extractors.extract.control", "extractors.extract.covariates", *IMPORTERS),
    script:
        "../scripts/draw_controls.py"


# Whether the difference to the controls stays when they are alike in more than length.
rule check_confounds:
    input:
        statistics=statistics_files,
        sets=result("sets.parquet"),
        parses=result("source.conllu.gz"),
        segments=result("segments.parquet"),
        domains=domain_file(RUN.confounds.covariates),
    output:
        result("confounds.csv"),
    log:
        "logs/{corpus}/check_confounds.log",
    conda:
        "../envs/challenge-sets.yaml"
    params:
        controls=RUN.controls.as_dict(),
        confounds=RUN.confounds.as_dict(),
        domains=domain_place(RUN.confounds.covariates),
        metrics=of_corpus(lambda c: c.metrics(RUN.metrics)),
        code=code_of("extractors.score.confounds", *IMPORTERS, *METRICS),
    script:
        "../scripts/check_confounds.py"
