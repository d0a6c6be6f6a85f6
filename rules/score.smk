# Segment statistics of each system by each metric, once; then the scores of every set and sample.


rule compute_statistics:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        hypotheses=f"{RESULTS}/{{corpus}}/systems/{{system}}.parquet",
    output:
        f"{RESULTS}/{{corpus}}/statistics/{{metric}}/{{system}}.parquet",
    log:
        "logs/{corpus}/compute_statistics/{metric}.{system}.log",
    wildcard_constraints:
        metric=any_of(RUN.metrics),
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        options=lambda w: RUN.metrics[w.metric],
        code=lambda w: code_of("extractors.score.segment_statistics", f"extractors.metrics.{w.metric}"),
    script:
        "../workflow/scripts/compute_statistics.py"


# What the user brings takes the same way as what is computed.
rule import_scores:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        scores=lambda w: CORPORA[w.corpus].segment_scores[w.metric]["path"],
    output:
        f"{RESULTS}/{{corpus}}/statistics/{{metric}}/{{system}}.parquet",
    log:
        "logs/{corpus}/import_scores/{metric}.{system}.log",
    wildcard_constraints:
        metric=any_of(BROUGHT),
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        source=lambda w: CORPORA[w.corpus].segment_scores[w.metric],
        systems=of_corpus(lambda c: list(c.systems)),
        file=lambda w: state(CORPORA[w.corpus].segment_scores[w.metric]["path"]),
        code=code_of("extractors.score.imported_scores"),
    script:
        "../workflow/scripts/import_scores.py"


rule score_systems:
    input:
        statistics=statistics_files,
        sets=f"{RESULTS}/{{corpus}}/sets.parquet",
        controls=f"{RESULTS}/{{corpus}}/controls.parquet",
    output:
        scores=f"{RESULTS}/{{corpus}}/scores.csv",
        by_bucket=f"{RESULTS}/{{corpus}}/scores_by_bucket.csv",
        corpus=f"{RESULTS}/{{corpus}}/corpus_scores.csv",
        comparisons=f"{RESULTS}/{{corpus}}/system_comparisons.parquet",
        ranks=f"{RESULTS}/{{corpus}}/system_ranks.csv",
    log:
        "logs/{corpus}/score_systems.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        metrics=of_corpus(lambda c: c.metrics(RUN)),
        statistics=RUN.statistics,
        code=code_of("extractors.score.stage", *(f"extractors.metrics.{m}" for m in RUN.metrics)),
    script:
        "../workflow/scripts/score_systems.py"


rule trace_distances:
    input:
        statistics=statistics_files,
        sets=f"{RESULTS}/{{corpus}}/sets.parquet",
        hits=f"{RESULTS}/{{corpus}}/hits.parquet",
        parses=f"{RESULTS}/{{corpus}}/source.conllu.gz",
    output:
        f"{RESULTS}/{{corpus}}/distance_trends.csv",
    log:
        "logs/{corpus}/trace_distances.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        metrics=of_corpus(lambda c: c.metrics(RUN)),
        # Distances are shuffled; the bootstrap and the level of its tests do not come in.
        statistics={name: RUN.statistics[name] for name in ("seed", "trials")},
        code=code_of("extractors.score.stage", *(f"extractors.metrics.{m}" for m in RUN.metrics)),
    script:
        "../workflow/scripts/trace_distances.py"


rule write_tables:
    input:
        sets=f"{RESULTS}/{{corpus}}/sets.parquet",
        scores=f"{RESULTS}/{{corpus}}/scores.csv",
        trends=f"{RESULTS}/{{corpus}}/distance_trends.csv",
    output:
        report(
            directory(f"{RESULTS}/{{corpus}}/tables"),
            patterns=["{table}.csv"],
            caption="../workflow/report/tables.rst",
            category="{corpus}",
            subcategory="tables",
            labels={"table": "{table}"},
        ),
    log:
        "logs/{corpus}/write_tables.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        alpha=RUN.statistics["alpha"],
        code=code_of("extractors.report.paper_tables"),
    script:
        "../workflow/scripts/write_tables.py"


rule write_manifest:
    input:
        files=of_corpus(lambda c: sorted({*c.files(), *c.other_files()})),
        phenomena=str(RUN.phenomena_file),
        controls=f"{RESULTS}/{{corpus}}/controls.parquet",
        scores=f"{RESULTS}/{{corpus}}/scores.csv",
        lexicon=f"{RESULTS}/{{corpus}}/lexicon.parquet" if RUN.accuracy["enabled"] else [],
        translations=lambda w: translation_files([w.corpus], suffix="json"),
    output:
        f"{RESULTS}/{{corpus}}/manifest.json",
    log:
        "logs/{corpus}/write_manifest.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        places=of_corpus(lambda c: {place: state_of(place) for place in sorted({*c.library_places()})}),
        config=of_corpus(lambda c: RUN.data | {"corpora": {c.name: RUN.data["corpora"][c.name]}}),
        code=code_of("extractors.config.manifest", *IMPORTERS),
    script:
        "../workflow/scripts/write_manifest.py"
