# Segment statistics of each system by each metric, once; then the scores of every set and sample.


rule compute_statistics:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        hypotheses=f"{RESULTS}/{{corpus}}/systems/{{system}}.parquet",
    output:
        f"{RESULTS}/{{corpus}}/statistics/{{metric}}/{{system}}.parquet",
    log:
        "logs/{corpus}/compute_statistics/{metric}.{system}.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        options=lambda w: RUN.metrics[w.metric],
        code=lambda w: code_of("extractors.scoring", f"extractors.metrics.{w.metric}"),
    script:
        "../workflow/scripts/compute_statistics.py"


rule score_systems:
    input:
        statistics=statistics_files,
        sets=f"{RESULTS}/{{corpus}}/sets.parquet",
        controls=f"{RESULTS}/{{corpus}}/controls.parquet",
    output:
        scores=f"{RESULTS}/{{corpus}}/scores.csv",
        by_bucket=f"{RESULTS}/{{corpus}}/scores_by_bucket.csv",
        corpus=f"{RESULTS}/{{corpus}}/corpus_scores.csv",
    log:
        "logs/{corpus}/score_systems.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        metrics=RUN.metrics,
        code=code_of("extractors.scoring", *(f"extractors.metrics.{m}" for m in RUN.metrics)),
    script:
        "../workflow/scripts/score_systems.py"


rule write_manifest:
    input:
        files=lambda w: sorted({*CORPORA[w.corpus].files(), *map(places.file_of, CORPORA[w.corpus].systems.values())}),
        phenomena=str(RUN.phenomena_file),
        controls=f"{RESULTS}/{{corpus}}/controls.parquet",
        scores=f"{RESULTS}/{{corpus}}/scores.csv",
    output:
        f"{RESULTS}/{{corpus}}/manifest.json",
    log:
        "logs/{corpus}/write_manifest.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        config=of_corpus(lambda c: RUN.data | {"corpora": {c.name: RUN.data["corpora"][c.name]}}),
        code=code_of("extractors.manifest"),
    script:
        "../workflow/scripts/write_manifest.py"
