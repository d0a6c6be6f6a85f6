# Samples of segments matched to each set by source length.


rule draw_controls:
    input:
        sets=f"{RESULTS}/{{corpus}}/sets.parquet",
        parses=f"{RESULTS}/{{corpus}}/source.conllu.gz",
    output:
        f"{RESULTS}/{{corpus}}/controls.parquet",
    log:
        "logs/{corpus}/draw_controls.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        # As one mapping: Snakemake compares params without their names, so that two numbers could trade places.
        controls=RUN.controls,
        code=code_of("extractors.controls"),
    script:
        "../workflow/scripts/draw_controls.py"
