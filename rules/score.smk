# Segment statistics of each system by each metric, once; then the scores of every set and sample.


# One job for a bundle of systems and all metrics of the run. Statistics that are there and would come out the same are
# not computed again. The scores of the whole corpus are those of its segments, cut or not.
for bundle, folder, stage in [
    *((bundle, "", "compute_statistics") for bundle in BUNDLES),
    *((bundle, "whole/", "compute_whole_statistics") for bundle in BUNDLES if bundle.corpus in CUT),
]:

    rule:
        name:
            of_bundle(stage, bundle)
        input:
            segments=result(f"{folder}segments.parquet"),
            hypotheses=[result(f"{folder}systems/{system}.parquet") for system in bundle.systems],
        output:
            [
                update(result(f"{folder}statistics/{metric}/{system}.parquet"))
                for system in bundle.systems
                for metric in RUN.settings.metrics
            ],
        log:
            f"logs/{{corpus}}/{stage}/{bundle.number}.log",
        wildcard_constraints:
            corpus=any_of([bundle.corpus]),
        conda:
            "../workflow/envs/challenge-sets.yaml"
        resources:
            **cost("compute_statistics"),
        params:
            systems=list(bundle.systems),
            options=of_corpus(lambda c: c.computed(RUN.settings.metrics)),
            code={
                m: code_of("extractors.score.segment_statistics", f"extractors.score.metrics.{m}")
                for m in RUN.settings.metrics
            },
        script:
            "../workflow/scripts/compute_statistics.py"


# What the user brings takes the same way as what is computed. Of a corpus whose segments are cut, the scores are those of
# whole ones.
for name, metric in SCORE_FILES:
    folder, stage = ("whole/", "import_whole_scores") if name in CUT else ("", "import_scores")

    rule:
        name:
            numbered(stage, (name, metric), SCORE_FILES)
        input:
            segments=result(f"{folder}segments.parquet"),
            scores=score_file(CORPORA[name], metric),
        output:
            [result(f"{folder}statistics/{metric}/{system}.parquet") for system in CORPORA[name].systems],
        log:
            f"logs/{{corpus}}/{stage}/{metric}.log",
        wildcard_constraints:
            corpus=any_of([name]),
        conda:
            "../workflow/envs/challenge-sets.yaml"
        resources:
            **cost("import_scores"),
        params:
            metric=metric,
            source=CORPORA[name].segment_scores[metric].as_dict(),
            systems=of_corpus(lambda c: list(c.systems)),
            file=scores_state(metric),
            code=code_of("extractors.score.imported_scores"),
        script:
            "../workflow/scripts/import_scores.py"


rule score_systems:
    input:
        statistics=statistics_files,
        whole=whole_statistics_files,
        sets=result("sets.parquet"),
        controls=result("controls.parquet"),
        covariates=result("covariates.parquet"),
        quality=quality_file,
    output:
        scores=result("scores.parquet"),
        by_bucket=result("scores_by_bucket.parquet"),
        effects=result("phenomenon_effects.parquet"),
        effects_by_bucket=result("phenomenon_effects_by_bucket.parquet"),
        corpus=result("corpus_scores.parquet"),
        comparisons=result("system_comparisons.parquet"),
        ranks=result("system_ranks.parquet"),
        exports=as_csv(
            result("scores"),
            result("scores_by_bucket"),
            result("phenomenon_effects"),
            result("phenomenon_effects_by_bucket"),
            result("corpus_scores"),
            result("system_ranks"),
        ),
    log:
        "logs/{corpus}/score_systems.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("score_systems"),
    params:
        metrics=of_corpus(lambda c: c.metrics(RUN.settings.metrics)),
        statistics=RUN.settings.statistics.as_dict(),
        definitions=of_corpus(lambda c: c.definition_checksums),
        code=code_of("extractors.score.stage", *METRICS),
    script:
        "../workflow/scripts/score_systems.py"


# Phenomena over all corpora of a language pair, where there are two or more.
rule pool_corpora:
    input:
        lambda w: results_of(POOLS[w.pair], ["phenomenon_effects.parquet"]),
        intact=remake_damaged(lambda w: RUN.results / "pooled"),
    output:
        f"{RUN.results}/pooled/{{pair}}.csv",
    log:
        "logs/pool_corpora/{pair}.log",
    wildcard_constraints:
        pair=any_of(POOLS),
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("pool_corpora"),
    params:
        corpora=lambda w: POOLS[w.pair],
        alpha=RUN.settings.statistics.alpha,
        code=code_of("extractors.score.pooled"),
    script:
        "../workflow/scripts/pool_corpora.py"


# How often each phenomenon occurs in each domain, and what it costs there, where domains are known.
rule compare_domains:
    input:
        statistics=statistics_files,
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
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("compare_domains"),
    params:
        metrics=of_corpus(lambda c: c.metrics(RUN.settings.metrics)),
        statistics={name: RUN.settings.statistics.as_dict()[name] for name in ("alpha", "cluster")},
        code=code_of("extractors.score.domains", *METRICS),
    script:
        "../workflow/scripts/compare_domains.py"


rule trace_distances:
    input:
        statistics=statistics_files,
        sets=result("sets.parquet"),
        hits=result("hits.parquet"),
        covariates=result("covariates.parquet"),
    output:
        trends=result("distance_trends.parquet"),
        of_phenomena=result("phenomenon_trends.parquet"),
        exports=as_csv(result("distance_trends"), result("phenomenon_trends")),
    log:
        "logs/{corpus}/trace_distances.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("trace_distances"),
    params:
        metrics=of_corpus(lambda c: c.metrics(RUN.settings.metrics)),
        # Distances are shuffled; the bootstrap and the level of its tests do not come in.
        statistics={name: RUN.settings.statistics.as_dict()[name] for name in ("seed", "trials", "cluster")},
        code=code_of("extractors.score.stage", *METRICS),
    script:
        "../workflow/scripts/trace_distances.py"


rule write_tables:
    input:
        sets=result("sets.parquet"),
        scores=result("scores.parquet"),
        effects=result("phenomenon_effects.parquet"),
        trends=result("distance_trends.parquet"),
    output:
        report(
            directory(result("tables")),
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
    resources:
        **cost("write_tables"),
    params:
        alpha=RUN.settings.statistics.alpha,
        code=code_of("extractors.report.paper_tables", *METRICS),
    script:
        "../workflow/scripts/write_tables.py"


rule write_manifest:
    input:
        files=of_corpus(lambda c: sorted({*c.files(), *c.other_files()})),
        quality=quality_file,
        phenomena=RUN.settings.phenomena_file,
        controls=result("controls.parquet"),
        scores=result("scores.parquet"),
        lexicon=result("lexicon.parquet") if RUN.settings.accuracy.enabled else [],
        translations=lambda w: translation_files([w.corpus], suffix="json"),
    output:
        result("manifest.json"),
    log:
        "logs/{corpus}/write_manifest.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("write_manifest"),
    params:
        places=of_corpus(lambda c: {place.text: state_of(place) for place in c.library_places()}),
        detection=of_corpus(lambda c: c.detection.as_dict()),
        config=of_corpus(lambda c: CONFIG | {"corpora": {c.name: CONFIG["corpora"][c.name]}}),
        code=code_of("extractors.config.manifest", *IMPORTERS),
    script:
        "../workflow/scripts/write_manifest.py"
