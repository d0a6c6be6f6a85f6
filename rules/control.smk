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
        samples=lookup(dpath="controls/samples", within=RUN.data),
        tolerance=lookup(dpath="controls/tolerance", within=RUN.data),
        pool=lookup(dpath="controls/pool", within=RUN.data),
        seed=lookup(dpath="controls/seed", within=RUN.data),
        code=code_of("extractors.controls"),
    script:
        "../workflow/scripts/draw_controls.py"
