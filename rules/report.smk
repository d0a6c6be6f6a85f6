# A page to look at, and its charts as files for papers.

ASSETS = Path(extractors.__file__).parent / "report" / "assets"


rule write_report:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        alignment=result("alignment.parquet"),
        hits=result("hits.parquet"),
        covariates=result("covariates.parquet"),
        systems=hypothesis_files,
        audit=result("input_audit.parquet"),
        test_set=lambda w: result("test_set") if CORPORA[w.corpus].test_set else [],
        numbers=tables_to_report,
        pairs=system_tables,
        statistics=statistics_files,
        lexicon=result("lexicon.parquet") if RUN.settings.accuracy.enabled else [],
        phenomena=RUN.settings.phenomena_file,
    output:
        report(
            result("report.html"),
            caption="../workflow/report/report.rst",
            category="{corpus}",
            labels={"what": "the report", "of": "systems by phenomena, charts, examples"},
        ),
    log:
        "logs/{corpus}/write_report.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("write_report"),
    params:
        settings={n: v for n, v in RUN.settings.report.as_dict().items() if n != "charts"},
        assets=state(ASSETS),
        code=code_of("extractors.report.page", *SECTIONS, *METRICS, *TOKENIZERS),
    script:
        "../workflow/scripts/write_report.py"


rule draw_charts:
    input:
        numbers=tables_to_report,
        phenomena=RUN.settings.phenomena_file,
    output:
        report(
            directory(result("charts")),
            patterns=["{phenomenon}/{chart}.svg"],
            caption="../workflow/report/charts.rst",
            category="{corpus}",
            subcategory="charts",
            labels={"phenomenon": "{phenomenon}", "chart": "{chart}"},
        ),
    log:
        "logs/{corpus}/draw_charts.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("draw_charts"),
    params:
        metric=RUN.settings.report.metric,
        code=code_of("extractors.report.chart_files", *METRICS),
    script:
        "../workflow/scripts/draw_charts.py"
