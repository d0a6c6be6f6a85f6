# Test suites: systems' outputs are judged; then people's answers are put in, and tables are made of the judgments.


rule judge_suite:
    input:
        files=of_suite(lambda s: s.files()),
        texts=of_suite(lambda s: s.texts()),
        known=known_results(lambda w: RUN.results / "suites" / w.suite, of_suite(of_suite_made)),
    output:
        suite=suite_result("items.parquet"),
        judged=suite_result("judged.parquet"),
        found=suite_result("outputs_found.parquet"),
        same=suite_result("same_outputs.parquet"),
        exports=as_csv(suite_result("outputs_found"), suite_result("same_outputs")),
    log:
        "logs/suites/{suite}/judge_suite.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
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
        code=code_of("judge_suite"),
    script:
        "../workflow/scripts/judge_suite.py"


# With what people answered about outputs that nothing decided on, in this run or an earlier one.
rule tabulate_suite:
    input:
        suite=suite_result("items.parquet"),
        judged=suite_result("judged.parquet"),
        answers=of_suite(lambda s: s.answers()),
    output:
        **{Path(file).stem: suite_result(file) for file in SUITE_TABLES},
        judgments=suite_result("judgments.parquet"),
        conflicts=suite_result("conflicts.parquet"),
        agreed=suite_result("agreement.parquet"),
        sheet=suite_result("to_judge.xlsx"),
        exports=as_csv(*map(suite_result, [*SUITE_TABLES, "conflicts.parquet", "agreement.parquet"])),
    log:
        "logs/suites/{suite}/tabulate_suite.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        states=of_suite(lambda s: [state(file) for file in s.answers()]),
        compare_on=of_suite(lambda s: s.compare_on),
        code=code_of("tabulate_suite"),
    script:
        "../workflow/scripts/tabulate_suite.py"


rule report_suite:
    input:
        suite=suite_result("items.parquet"),
        judgments=suite_result("judgments.parquet"),
        found=suite_result("outputs_found.parquet"),
        same=suite_result("same_outputs.parquet"),
        conflicts=suite_result("conflicts.parquet"),
        tables=[suite_result(file) for file in SUITE_TABLES],
    output:
        page=report(
            suite_result("report.html"),
            caption="../workflow/report/suite.rst",
            category="{suite}",
            labels={"what": "the report", "of": "systems by phenomena, items with verdicts"},
        ),
        tables=directory(suite_result("tables")),
    log:
        "logs/suites/{suite}/report_suite.log",
    conda:
        "../workflow/envs/challenge-sets.yaml"
    params:
        settings={n: RUN.settings.report.as_dict()[n] for n in ("examples", "megabytes")},
        assets=state(ASSETS),
        code=code_of("report_suite"),
    script:
        "../workflow/scripts/report_suite.py"
