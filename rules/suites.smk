# Test suites: systems' outputs are judged; then people's answers are put in, and tables are made of the judgments.


rule judge_suite:
    input:
        files=of_suite(lambda s: s.files()),
        texts=of_suite(lambda s: s.texts()),
        intact=remake_damaged(lambda w: RUN.results / "suites" / w.suite),
    output:
        suite=of_suite_folder("items.parquet"),
        judged=of_suite_folder("judged.parquet"),
        found=of_suite_folder("outputs_found.parquet"),
        same=of_suite_folder("same_outputs.parquet"),
        exports=as_csv(of_suite_folder("outputs_found"), of_suite_folder("same_outputs")),
    log:
        "logs/suites/{suite}/judge_suite.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("judge_suite"),
    params:
        file=of_suite(lambda s: str(s.file)),
        form=of_suite(lambda s: s.format),
        form_options=of_suite(lambda s: s.options),
        systems=of_suite(lambda s: {name: place.text for name, place in s.systems.items()}),
        sources=of_suite(lambda s: s.sources.text if s.sources else None),
        judge=of_suite(lambda s: s.judge),
        options=of_suite(lambda s: s.judge_options),
        # Snakemake compares times, and a file that takes another's place may be older.
        states=of_suite(lambda s: [state(file) for file in [*s.files(), *s.texts()]]),
        code=of_suite(
            lambda s: code_of(
                "extractors.suites.stage", f"extractors.suites.formats.{s.format}", *JUDGES, *IMPORTERS, *TOKENIZERS
            )
        ),
    script:
        "../workflow/scripts/judge_suite.py"


# With what people answered about outputs that nothing decided on, in this run or an earlier one.
rule tabulate_suite:
    input:
        suite=of_suite_folder("items.parquet"),
        judged=of_suite_folder("judged.parquet"),
        answers=of_suite(lambda s: s.answers()),
    output:
        **{Path(file).stem: of_suite_folder(file) for file in SUITE_TABLES},
        judgments=of_suite_folder("judgments.parquet"),
        conflicts=of_suite_folder("conflicts.parquet"),
        agreed=of_suite_folder("agreement.parquet"),
        sheet=of_suite_folder("to_judge.xlsx"),
        exports=as_csv(*map(of_suite_folder, [*SUITE_TABLES, "conflicts.parquet", "agreement.parquet"])),
    log:
        "logs/suites/{suite}/tabulate_suite.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("tabulate_suite"),
    params:
        states=of_suite(lambda s: [state(file) for file in s.answers()]),
        compare_on=of_suite(lambda s: s.compare_on),
        code=code_of("extractors.suites.stage"),
    script:
        "../workflow/scripts/tabulate_suite.py"


rule report_suite:
    input:
        suite=of_suite_folder("items.parquet"),
        judgments=of_suite_folder("judgments.parquet"),
        found=of_suite_folder("outputs_found.parquet"),
        same=of_suite_folder("same_outputs.parquet"),
        conflicts=of_suite_folder("conflicts.parquet"),
        tables=[of_suite_folder(file) for file in SUITE_TABLES],
    output:
        page=report(
            of_suite_folder("report.html"),
            caption="../workflow/report/suite.rst",
            category="{suite}",
            labels={"what": "the report", "of": "systems by phenomena, items with verdicts"},
        ),
        tables=directory(of_suite_folder("tables")),
    log:
        "logs/suites/{suite}/report_suite.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    resources:
        **cost("report_suite"),
    params:
        settings={n: RUN.settings.report.as_dict()[n] for n in ("examples", "megabytes")},
        assets=state(ASSETS),
        code=code_of("extractors.report.suite_page", "extractors.report.suite.paper_tables"),
    script:
        "../workflow/scripts/report_suite.py"
