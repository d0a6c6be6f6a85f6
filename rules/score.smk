# Segment statistics of each system by each metric, once; then the scores of every set and sample.


# One job for all systems and metrics. The scores of the whole corpus are those of its segments, cut or not.
rule compute_statistics:
    input:
        segments=result("segments.parquet"),
        systems=result("systems"),
        audit=result("input_audit.parquet"),
    output:
        folders_of_metrics("statistics"),
    log:
        "logs/{corpus}/compute_statistics.log",
    conda:
        ENVIRONMENT
    params:
        systems=of_corpus(lambda c: list(c.systems)),
        metrics=of_corpus(lambda c: c.computed(RUN.settings.computed_metrics)),
        # People are scored by the metric of the findings alone.
        humans=of_corpus(lambda c: {metric_of_findings(RUN, c): list(c.humans)} if c.references else {}),
        said_humans=of_corpus(lambda c: list(c.said_humans)),
        version=RESULTS_VERSION["score"],
    script:
        "../workflow/scripts/compute_statistics.py"


# The scores that the user brings take the same way as those that are computed.
rule import_scores:
    input:
        segments=result("segments.parquet"),
        scores=lambda w: score_file(RUN, CORPORA[w.corpus], w.metric),
        audit=result("input_audit.parquet"),
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
        said_humans=of_corpus(lambda c: list(c.said_humans)),
        file=lambda w: states_of([score_file(RUN, CORPORA[w.corpus], w.metric)]),
        version=RESULTS_VERSION["score"],
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
        audit=result("input_audit.parquet"),
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
        version=RESULTS_VERSION["score"],
    script:
        "../workflow/scripts/score_systems.py"


# What scores, words and marked errors say together of each phenomenon, the tables for a paper, and the manifest.
rule write_tables:
    input:
        segments=result("segments.parquet"),
        sets=result("sets.parquet"),
        controls=result("controls.parquet"),
        scores=result("scores.parquet"),
        findings=result("findings.parquet"),
        words=where(lambda c: has_accuracy(RUN, c), "accuracy.parquet"),
        marked=where(lambda c: has_human_errors(RUN, c), "human_errors.parquet"),
        departures=result("departures.parquet"),
        files=of_corpus(lambda c: sorted({*c.files(), *c.other_files()})),
        quality=of_corpus(lambda c: [c.parse.quality] if c.parse.quality else []),
        phenomena=RUN.settings.phenomena_file,
    output:
        conclusions=result("conclusions.parquet"),
        exports=as_csv(result("conclusions")),
        manifest=result("manifest.json"),
        tables=report(
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
        metrics=of_corpus(lambda c: c.metrics(RUN.settings.computed_metrics)),
        alpha=RUN.settings.statistics.alpha,
        places=of_corpus(lambda c: {place.text: state_of(place) for place in c.library_places()}),
        detection=of_corpus(lambda c: c.detection.as_dict()),
        config=of_corpus(lambda c: CONFIG | {"corpora": {c.name: CONFIG["corpora"][c.name]}}),
        version=[RESULTS_VERSION[stage] for stage in ("score", "words", "report")],
    script:
        "../workflow/scripts/write_tables.py"
