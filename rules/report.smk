# A page to look at, and its charts as files for papers.


import extractors

ASSETS = Path(extractors.__file__).parent / "report" / "assets"
CHARTS = {
    "charts": report(
        update(directory(result("charts"))),
        patterns=["{phenomenon}/{chart}.svg"],
        caption="../workflow/report/charts.rst",
        category="{corpus}",
        subcategory="charts",
        labels={"phenomenon": "{phenomenon}", "chart": "{chart}"},
    )
}
CHARTS = CHARTS if RUN.settings.report.charts else {}


rule write_report:
    input:
        segments=result("segments.parquet"),
        parses=result("source.conllu.gz"),
        alignment=where(lambda c: c.is_aligned, "alignment.parquet"),
        hits=result("hits.parquet"),
        covariates=result("covariates.parquet"),
        systems=result("systems"),
        audit=result("input_audit.parquet"),
        test_set=where(lambda c: c.test_set, "test_set"),
        numbers=of_corpus(lambda c: tables_to_report(RUN, c)),
        statistics=statistics_folders,
        phenomena=RUN.settings.phenomena_file,
    output:
        **CHARTS,
        page=report(
            result("report.html"),
            caption="../workflow/report/report.rst",
            category="{corpus}",
            labels={"what": "the report", "of": "systems by phenomena, charts, examples"},
        ),
    log:
        "logs/{corpus}/write_report.log",
    conda:
        ENVIRONMENT
    params:
        settings={n: v for n, v in RUN.settings.report.as_dict().items() if n != "metric"},
        assets=state(ASSETS),
        version=RESULTS_VERSION["report"],
    script:
        "../workflow/scripts/write_report.py"
