# Test suites: their items, the judgments of systems' outputs, and the tables of these.


rule read_suite:
    input:
        of_suite(lambda s: s.files()),
    output:
        suite=of_suite_folder("items.parquet"),
        given=of_suite_folder("given.parquet"),
    log:
        "logs/suites/{suite}/read_suite.log",
    conda:
        "../envs/challenge-sets.yaml"
    params:
        file=of_suite(lambda s: str(s.file)),
        form=of_suite(lambda s: s.format),
        options=of_suite(lambda s: s.options),
        # Snakemake compares times, and a file that takes another's place may be older.
        states=of_suite(lambda s: [state(file) for file in s.files()]),
        code=of_suite(lambda s: code_of("extractors.judgments.stage", f"extractors.suites.{s.format}")),
    script:
        "../scripts/read_suite.py"


rule judge_suite:
    input:
        suite=of_suite_folder("items.parquet"),
        given=of_suite_folder("given.parquet"),
        texts=of_suite(lambda s: s.texts()),
    output:
        judged=of_suite_folder("judged.parquet"),
        found=of_suite_folder("outputs_found.csv"),
        same=of_suite_folder("same_outputs.csv"),
    log:
        "logs/suites/{suite}/judge_suite.log",
    conda:
        "../envs/challenge-sets.yaml"
    params:
        systems=of_suite(lambda s: {name: place.text for name, place in s.systems.items()}),
        sources=of_suite(lambda s: s.sources.text if s.sources else None),
        judge=of_suite(lambda s: s.judge),
        options=of_suite(lambda s: s.judge_options),
        states=of_suite(lambda s: [state(file) for file in s.texts()]),
        code=code_of("extractors.judgments.stage", *JUDGES, *IMPORTERS, *TOKENIZERS),
    script:
        "../scripts/judge_suite.py"


# What people answered about outputs that nothing decided on, in this run or an earlier one.
rule settle_suite:
    input:
        suite=of_suite_folder("items.parquet"),
        judged=of_suite_folder("judged.parquet"),
        answers=of_suite(lambda s: s.answers()),
    output:
        judgments=of_suite_folder("judgments.parquet"),
        conflicts=of_suite_folder("conflicts.csv"),
        agreed=of_suite_folder("agreement.csv"),
    log:
        "logs/suites/{suite}/settle_suite.log",
    conda:
        "../envs/challenge-sets.yaml"
    params:
        states=of_suite(lambda s: [state(file) for file in s.answers()]),
        code=code_of("extractors.judgments.stage"),
    script:
        "../scripts/settle_suite.py"


rule tabulate_suite:
    input:
        suite=of_suite_folder("items.parquet"),
        judgments=of_suite_folder("judgments.parquet"),
    output:
        **{Path(file).stem: of_suite_folder(file) for file in SUITE_TABLES},
        sheet=of_suite_folder("to_judge.xlsx"),
    log:
        "logs/suites/{suite}/tabulate_suite.log",
    conda:
        "../envs/challenge-sets.yaml"
    params:
        code=code_of("extractors.judgments.stage"),
    script:
        "../scripts/tabulate_suite.py"
