"""A test suite: its items, outputs or scores, sources and answers, read as its stages read them."""

from extractors.config.suite import SuiteConfig
from extractors.config.validation.config_findings import ConfigFindings
from extractors.formats import tables
from extractors.formats.judgments import JUDGMENTS
from extractors.suites.judging import create_judge
from extractors.suites.suite_stage import check_suite, read_suite_to_judge


def review(suite: SuiteConfig, findings: ConfigFindings) -> None:
    """Read a suite and all that is judged by it; what comes after a fault is not looked at."""
    keys = ("suites", suite.name)
    with findings.at(*keys, "file"):
        items, _ = read_suite_to_judge(
            suite.file, form=suite.format, options=suite.options, systems=[*suite.systems, *suite.scorers]
        )
        with findings.at(*keys, "judge_options" if suite.judge_options else "judge"):
            name = suite.judge or items.judge
            judge = create_judge(name, suite.judge_options, items)
            judge.check(items.items, name)
            with findings.at(*keys, "systems"):
                check_suite(
                    items, suite.systems, judge=judge, name=name, sources=suite.sources, answers=suite.answers()
                )
    if suite.changes is not None:
        with findings.at(*keys, "changes", "since"):
            tables.read(JUDGMENTS, suite.changes.since)
    if not suite.scorers:
        return
    # Its library is needed for models of the hub alone.
    from extractors.models import hub
    from extractors.models.translation.model_server import key_of

    for system, settings in suite.scorers.items():
        with findings.at(*keys, "score_by", system):
            if settings.endpoint is not None:
                key_of(settings.endpoint)
            # Of a model behind a server the tokenizer is read here.
            name = settings.tokenizer or settings.model
            need = hub.needed(name, kind="translator")
            if not (settings.download and need.fetch):
                need.here()
        findings.leave_to_the_run(f"whether {settings.model} loads and scores the pairs")
