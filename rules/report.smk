# A page to look at, and its charts as files for papers.

ASSETS = Path(extractors.__file__).parent / "report" / "assets"


rule write_report:
    input:
        segments=f"{RESULTS}/{{corpus}}/segments.parquet",
        parses=f"{RESULTS}/{{corpus}}/source.conllu.gz",
        alignment=f"{RESULTS}/{{corpus}}/alignment.parquet",
        hits=f"{RESULTS}/{{corpus}}/hits.parquet",
        systems=hypothesis_files,
        numbers=numbers_to_report,
        lexicon=f"{RESULTS}/{{corpus}}/lexicon.parquet" if RUN.accuracy["enabled"] else [],
        phenomena=str(RUN.phenomena_file),
    output:
        report(
            f"{RESULTS}/{{corpus}}/report.html",
            caption="../workflow/report/report.rst",
            category="{corpus}",
            labels={"what": "the report", "of": "systems by phenomena, charts, examples"},
        ),
    log:
        "logs/{corpus}/write_report.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        settings={name: RUN.report[name] for name in ("metric", "examples", "megabytes")},
        assets=state(ASSETS),
        code=code_of("extractors.report.page", *(f"extractors.metrics.{m}" for m in RUN.metrics), *TOKENIZERS),
    script:
        "../workflow/scripts/write_report.py"


rule draw_charts:
    input:
        numbers=numbers_to_report,
        phenomena=str(RUN.phenomena_file),
    output:
        report(
            directory(f"{RESULTS}/{{corpus}}/charts"),
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
    params:
        metric=RUN.report["metric"],
        code=code_of("extractors.report.chart_files", *(f"extractors.metrics.{m}" for m in RUN.metrics)),
    script:
        "../workflow/scripts/draw_charts.py"
