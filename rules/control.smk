# Samples of segments matched to each set by source length.


rule draw_controls:
    input:
        sets=f"{RESULTS}/{{corpus}}/sets.parquet",
        parses=f"{RESULTS}/{{corpus}}/source.conllu.gz",
        segments=f"{RESULTS}/{{corpus}}/segments.parquet" if MATCHED else [],
        domains=domain_file(MATCHED),
    output:
        f"{RESULTS}/{{corpus}}/controls.parquet",
    log:
        "logs/{corpus}/draw_controls.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        # As one mapping: Snakemake compares params without their names, so that two numbers could trade places.
        controls=RUN.controls,
        domains=domain_place(MATCHED),
        code=code_of("extractors.extract.control", *IMPORTERS),
    script:
        "../workflow/scripts/draw_controls.py"


# Whether the difference to the controls stays when they are alike in more than length.
rule check_confounds:
    input:
        statistics=statistics_files,
        sets=f"{RESULTS}/{{corpus}}/sets.parquet",
        parses=f"{RESULTS}/{{corpus}}/source.conllu.gz",
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        domains=domain_file(RUN.confounds["covariates"]),
    output:
        f"{RESULTS}/{{corpus}}/confounds.csv",
    log:
        "logs/{corpus}/check_confounds.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        controls=RUN.controls,
        confounds=RUN.confounds,
        domains=domain_place(RUN.confounds["covariates"]),
        metrics=of_corpus(lambda c: c.metrics(RUN)),
        code=code_of("extractors.score.confounds", *IMPORTERS, *(f"extractors.metrics.{m}" for m in RUN.metrics)),
    script:
        "../workflow/scripts/check_confounds.py"
