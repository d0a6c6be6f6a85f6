# Test suites: systems' outputs are judged; then people's answers are put in, and tables are made of the judgments.
from challenge_sets_suites.answer_files import changed_sheets
from challenge_sets_suites.translation.pair_stage import scorer_state
from challenge_sets_suites.wing import PAPER, SUITES_VERSION, TABLES

SUITES = RUN.blocks["suites"]


wildcard_constraints:
    suite=any_of(SUITES.names),
    scorer=any_of({system for suite in SUITES.suites.values() for system in suite.scorers}),


def suite_result(file):
    """A file of a suite's results."""
    return f"{SUITES.folder}/{{suite}}/{file}"


def of_suite(get):
    """An input or param function: `get` of the config of the job's suite."""
    return lambda wildcards: get(SUITES.suites[wildcards.suite])


def suite_answers(wildcards):
    """The files of people's answers, those among the sheets that a run wrote included."""
    return SUITES.suites[wildcards.suite].answers() + changed_sheets(SUITES.folder / wildcards.suite)


def config_of_suite(suite):
    """What the results of a suite are made from."""
    files = [*suite.files(), *suite.texts(), *suite.answers()]
    return {
        "config": {"suites": {suite.name: CONFIG["suites"][suite.name]}},
        "inputs": states_of(files),
        "version": {"suites": SUITES_VERSION},
    }


rule score_pairs:
    input:
        files=of_suite(lambda s: s.files()),
    output:
        scores=suite_result("scores/{scorer}.txt.gz"),
        about=suite_result("scores/{scorer}.json"),
    log:
        "logs/suites/{suite}/score_pairs/{scorer}.log",
    conda:
        ENVIRONMENT
    resources:
        gpu=lambda w: gpus(SUITES.suites[w.suite].scorers[w.scorer].as_dict()),
    params:
        file=of_suite(lambda s: str(s.file)),
        form=of_suite(lambda s: s.format),
        form_options=of_suite(lambda s: s.options),
        options=lambda w: SUITES.suites[w.suite].scorers[w.scorer].as_dict(),
        model=lambda w: scorer_state(SUITES.suites[w.suite].scorers[w.scorer]),
        states=of_suite(lambda s: [state(file) for file in s.files()]),
        version=SUITES_VERSION,
    script:
        "scripts/score_pairs.py"


rule judge_suite:
    input:
        files=of_suite(lambda s: s.files()),
        texts=of_suite(lambda s: s.texts()),
        scores=of_suite(lambda s: [str(file) for file in s.scores.values()]),
        known=known_results(lambda w: SUITES.folder / w.suite, of_suite(config_of_suite)),
    output:
        suite=suite_result("items.parquet"),
        judged=suite_result("judged.parquet"),
        found=suite_result("outputs_found.parquet"),
        exports=as_csv(suite_result("outputs_found")),
    log:
        "logs/suites/{suite}/judge_suite.log",
    conda:
        ENVIRONMENT
    params:
        file=of_suite(lambda s: str(s.file)),
        form=of_suite(lambda s: s.format),
        form_options=of_suite(lambda s: s.options),
        systems=of_suite(
            lambda s: {name: place.text for name, place in s.systems.items()}
            | {name: str(file) for name, file in s.scores.items()}
        ),
        sources=of_suite(lambda s: s.sources.text if s.sources else None),
        judge=of_suite(lambda s: s.judge),
        options=of_suite(lambda s: s.judge_options),
        # Snakemake compares times, and a file that takes another's place may be older.
        states=of_suite(lambda s: [state(file) for file in [*s.files(), *s.texts()]]),
        version=SUITES_VERSION,
    script:
        "scripts/judge_suite.py"


# With what people answered about outputs that nothing decided on, in this run or an earlier one. The sheet of what is
# still undecided is no output, which Snakemake would delete: people fill it where it is.
rule tabulate_suite:
    input:
        suite=suite_result("items.parquet"),
        judged=suite_result("judged.parquet"),
        answers=suite_answers,
    output:
        **{Path(file).stem: suite_result(file) for file in TABLES},
        judgments=suite_result("judgments.parquet"),
        conflicts=suite_result("conflicts.parquet"),
        agreed=suite_result("agreement.parquet"),
        exports=as_csv(*map(suite_result, [*TABLES, "conflicts.parquet", "agreement.parquet"])),
    log:
        "logs/suites/{suite}/tabulate_suite.log",
    conda:
        ENVIRONMENT
    params:
        states=lambda w: [state(file) for file in suite_answers(w)],
        compare_on=of_suite(lambda s: s.compare_on),
        version=SUITES_VERSION,
    script:
        "scripts/tabulate_suite.py"


# The tables of the paper that a suite follows.
rule write_paper:
    input:
        suite=suite_result("items.parquet"),
        judged=suite_result("judged.parquet"),
        judgments=suite_result("judgments.parquet"),
        answers=suite_answers,
    output:
        folder=update(directory(suite_result(PAPER))),
    log:
        "logs/suites/{suite}/write_paper.log",
    conda:
        ENVIRONMENT
    params:
        form=of_suite(lambda s: s.table_as),
        version=SUITES_VERSION,
    script:
        "scripts/write_paper.py"


rule report_suite:
    input:
        suite=suite_result("items.parquet"),
        judgments=suite_result("judgments.parquet"),
        found=suite_result("outputs_found.parquet"),
        conflicts=suite_result("conflicts.parquet"),
        tables=[suite_result(file) for file in TABLES],
    output:
        page=report(
            suite_result("report.html"),
            caption="report/suite.rst",
            category="{suite}",
            labels={"what": "the report", "of": "systems by phenomena, items with verdicts"},
        ),
        tables=update(directory(suite_result("tables"))),
    log:
        "logs/suites/{suite}/report_suite.log",
    conda:
        ENVIRONMENT
    params:
        settings={n: RUN.settings.report.as_dict()[n] for n in ("examples", "megabytes")},
        assets=state(ASSETS),
        version=SUITES_VERSION,
    script:
        "scripts/report_suite.py"
