"""Opening what a suite of a config names, as the jobs of a run do."""

from challenge_sets_suites.judging import create_judge
from challenge_sets_suites.suite_config import SuiteConfig
from challenge_sets_suites.suite_stage import check_suite, own_judgments, read_suite


def open_suite(suite: SuiteConfig) -> None:
    """Read a suite and the outputs that it is to judge.

    Raises:
        InputError: the first error, in the words of the job that meets it.
    """
    items = read_suite(suite.file, form=suite.format, options=suite.options)
    own_judgments(items, suite.file, [*suite.systems, *suite.scorers])
    name = suite.judge or items.judge
    judge = create_judge(name, suite.judge_options, items)
    judge.check(items.items, name)
    check_suite(items, suite.systems, judge=judge, name=name, sources=suite.sources, answers=suite.answers())
