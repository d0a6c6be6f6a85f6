"""A test suite: its items, outputs or scores, sources and answers, read as its stages read them."""

from __future__ import annotations

from extractors.config.suite import SuiteConfig
from extractors.judgments.stage import check_suite, read_suite_to_judge
from extractors.validation.findings import Findings


def review(suite: SuiteConfig, findings: Findings) -> None:
    """Read a suite and all that is judged by it."""
    with findings.at("suites", suite.name, "file"):
        items, _ = read_suite_to_judge(
            suite.file, form=suite.format, options=suite.options, systems=suite.systems.keys()
        )
        with findings.at("suites", suite.name, "systems"):
            check_suite(
                items,
                suite.systems,
                judge=suite.judge,
                options=suite.judge_options,
                sources=suite.sources,
                answers=suite.answers(),
            )
