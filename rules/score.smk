# Segment statistics of each system by each metric, once; then the scores of every set and sample.


# One job for all systems. The scores of the whole corpus are those of its segments, cut or not.
rule compute_statistics:
    input:
        segments=result("segments.parquet"),
        systems=result("systems"),
    output:
        directory(result("statistics/{metric}")),
    log:
        "logs/{corpus}/compute_statistics/{metric}.log",
    wildcard_constraints:
        metric=any_of(RUN.settings.computed_metrics),
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        options=lambda w: CORPORA[w.corpus].computed(RUN.settings.computed_metrics)[w.metric],
        # People are scored by the metric of the findings alone.
        humans=lambda w: (
            list(CORPORA[w.corpus].humans) if w.metric == metric_of_findings(RUN, CORPORA[w.corpus]) else []
        ),
        code=code_of("compute_statistics"),
    script:
        "../workflow/scripts/compute_statistics.py"


# The scores that the user brings take the same way as those that are computed.
rule import_scores:
    input:
        segments=result("segments.parquet"),
        scores=lambda w: score_file(RUN, CORPORA[w.corpus], w.metric),
    output:
        directory(result("statistics/{metric}")),
    log:
        "logs/{corpus}/import_scores/{metric}.log",
    wildcard_constraints:
        corpus=any_of(UNCUT),
        metric=any_of(BROUGHT),
    conda:
        ENVIRONMENT
    params:
        source=lambda w: CORPORA[w.corpus].segment_scores[w.metric].as_dict(),
        systems=of_corpus(lambda c: list(c.systems)),
        file=lambda w: states_of([score_file(RUN, CORPORA[w.corpus], w.metric)]),
        code=code_of("import_scores"),
    script:
        "../workflow/scripts/import_scores.py"


SCORE_TABLES = ["findings", "effects", "scores", "paper_scores", "departures", "corpus_scores", "system_ranks"]


rule score_systems:
    input:
        statistics=statistics_folders,
        whole=whole_statistics_folders,
        sets=result("sets.parquet"),
        controls=result("controls.parquet"),
        covariates=result("covariates.parquet"),
        segments=result("segments.parquet"),
        quality=of_corpus(lambda c: [c.parse.quality] if c.parse.quality else []),
    output:
        findings=result("findings.parquet"),
        effects=result("effects.parquet"),
        scores=result("scores.parquet"),
        paper=result("paper_scores.parquet"),
        departures=result("departures.parquet"),
        corpus=result("corpus_scores.parquet"),
        comparisons=result("system_comparisons.parquet"),
        ranks=result("system_ranks.parquet"),
        exports=as_csv(*map(result, SCORE_TABLES)),
    log:
        "logs/{corpus}/score_systems.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        metrics=of_corpus(lambda c: c.metrics(RUN.settings.computed_metrics)),
        metric=RUN.settings.report.metric,
        known=of_corpus(RUN.asked_of),
        statistics=RUN.settings.statistics.as_dict(),
        definitions=of_corpus(lambda c: c.definition_checksums),
        code=code_of("score_systems"),
    script:
        "../workflow/scripts/score_systems.py"


# What scores, words and marked errors say together of each phenomenon.
rule join_evidence:
    input:
        findings=result("findings.parquet"),
        segments=result("segments.parquet"),
        words=where(lambda c: has_accuracy(RUN, c), "accuracy.parquet"),
        marked=where(lambda c: has_human_errors(RUN, c), "human_errors.parquet"),
    output:
        result("conclusions.parquet"),
        exports=as_csv(result("conclusions")),
    log:
        "logs/{corpus}/join_evidence.log",
    conda:
        ENVIRONMENT
    params:
        metrics=of_corpus(lambda c: c.metrics(RUN.settings.computed_metrics)),
        alpha=RUN.settings.statistics.alpha,
        definitions=of_corpus(lambda c: c.definition_checksums),
        code=code_of("join_evidence"),
    script:
        "../workflow/scripts/join_evidence.py"


# How often each phenomenon occurs in each domain, and what it costs there, where domains are known.
rule compare_domains:
    input:
        statistics=statistics_folders,
        sets=result("sets.parquet"),
        hits=result("hits.parquet"),
        controls=result("controls.parquet"),
        covariates=result("covariates.parquet"),
    output:
        result("phenomena_by_domain.parquet"),
        exports=as_csv(result("phenomena_by_domain")),
    log:
        "logs/{corpus}/compare_domains.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        metrics=of_corpus(lambda c: c.metrics(RUN.settings.computed_metrics)),
        statistics={name: RUN.settings.statistics.as_dict()[name] for name in ("alpha", "cluster")},
        code=code_of("compare_domains"),
    script:
        "../workflow/scripts/compare_domains.py"


rule trace_distances:
    input:
        statistics=statistics_folders,
        sets=result("sets.parquet"),
        hits=result("hits.parquet"),
        covariates=result("covariates.parquet"),
    output:
        trends=result("distance_trends.parquet"),
        exports=as_csv(result("distance_trends")),
    log:
        "logs/{corpus}/trace_distances.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        metrics=of_corpus(lambda c: c.metrics(RUN.settings.computed_metrics)),
        # Distances are shuffled; the bootstrap and the level of its tests do not come in.
        statistics={name: RUN.settings.statistics.as_dict()[name] for name in ("seed", "trials", "cluster")},
        code=code_of("trace_distances"),
    script:
        "../workflow/scripts/trace_distances.py"


rule write_tables:
    input:
        sets=result("sets.parquet"),
        scores=result("scores.parquet"),
        findings=result("findings.parquet"),
        conclusions=result("conclusions.parquet"),
        words=where(lambda c: has_accuracy(RUN, c), "accuracy.parquet"),
        departures=result("departures.parquet"),
        trends=result("distance_trends.parquet"),
    output:
        report(
            update(directory(result("tables"))),
            patterns=["{table}.csv"],
            caption="../workflow/report/tables.rst",
            category="{corpus}",
            subcategory="tables",
            labels={"table": "{table}"},
        ),
    log:
        "logs/{corpus}/write_tables.log",
    conda:
        ENVIRONMENT
    params:
        alpha=RUN.settings.statistics.alpha,
        code=code_of("write_tables"),
    script:
        "../workflow/scripts/write_tables.py"


rule write_manifest:
    input:
        files=of_corpus(lambda c: sorted({*c.files(), *c.other_files()})),
        quality=of_corpus(lambda c: [c.parse.quality] if c.parse.quality else []),
        phenomena=RUN.settings.phenomena_file,
        controls=result("controls.parquet"),
        scores=result("scores.parquet"),
        lexicon=where(lambda c: has_accuracy(RUN, c), "lexicon.parquet"),
    output:
        manifest=result("manifest.json"),
        readme=result("README.md"),
    log:
        "logs/{corpus}/write_manifest.log",
    conda:
        ENVIRONMENT
    params:
        places=of_corpus(lambda c: {place.text: state_of(place) for place in c.library_places()}),
        detection=of_corpus(lambda c: c.detection.as_dict()),
        config=of_corpus(lambda c: CONFIG | {"corpora": {c.name: CONFIG["corpora"][c.name]}}),
        targets=of_corpus(lambda c: targets_of(RUN, c.name)),
        code=code_of("write_manifest"),
    script:
        "../workflow/scripts/write_manifest.py"
