"""A suite, a judge and the systems' outputs or scores in, judgments out."""

import inspect
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from challenge_sets_suites import judges
from challenge_sets_suites.judges import Judge, OutputJudge, ScoreJudge
from challenge_sets_suites.outputs import SystemOutputs
from challenge_sets_suites.tables.items import Suite
from challenge_sets_suites.tables.judgments import JUDGMENTS, VERDICTS, Verdict, judgment
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.logs import log, progress


def create_judge(name: str, options: Mapping[str, object], suite: Suite) -> Judge:
    """Create a judge by its name and options, with the languages of the suite if it takes them."""
    parameters = inspect.signature(registry.load(judges, Judge, name)).parameters
    languages = {"source_language": suite.source_language, "target_language": suite.target_language}
    taken = {key: language for key, language in languages.items() if key in parameters}
    return registry.create(judges, Judge, name, {**taken, **options})


def judge_outputs(suite: Suite, judge: OutputJudge, name: str, systems: Mapping[str, SystemOutputs]) -> pa.Table:
    """Judge outputs into a table of `JUDGMENTS`, system by system in the order of the items; `name` names the judge."""
    judge.check(suite.items, name)
    rows = []
    for system, outputs in progress(systems.items(), what="judging systems", total=len(systems)):
        to_judge = [i for i, verdict in enumerate(outputs.verdicts) if verdict is None]
        texts = [outputs.texts[i] or "" for i in to_judge]
        judged = iter(judge.judge([suite.items[i] for i in to_judge], texts))
        rows += _rows(suite, system, outputs.texts, [verdict or next(judged) for verdict in outputs.verdicts], name)
    return JUDGMENTS.table(rows)


def judge_scores(
    suite: Suite, judge: ScoreJudge, name: str, scores: Mapping[str, Sequence[float]], paths: Mapping[str, str | Path]
) -> pa.Table:
    """Judge the scores that systems gave to translations they were shown, into a table of `JUDGMENTS`.

    Args:
        scores: by system, one for each pair of `judge.texts`.
        paths: where the scores of each system are from, for messages.
    """
    judge.check(suite.items, name)
    check_scores(suite, judge, scores, paths)
    rows = []
    for system, system_scores in scores.items():
        verdicts = judge.judge(suite.items, system_scores, suite.rest)
        rows += _rows(suite, system, [None] * len(suite.items), verdicts, name)
    return JUDGMENTS.table(rows)


def check_scores(
    suite: Suite, judge: ScoreJudge, scores: Mapping[str, Sequence[float]], paths: Mapping[str, str | Path]
) -> None:
    """Refuse a system that has more or fewer scores than there are translations; the arguments of `judge_scores`."""
    expected = len(judge.texts(suite.items, suite.rest))
    for system, system_scores in scores.items():
        if len(system_scores) != expected:
            raise InputError(
                f"{len(system_scores)} scores for {expected} translations",
                path=paths[system],
                line=min(len(system_scores), expected) + 1,
                remedy="score every text of `challenge-sets suite score-pairs --texts` once, in that order",
            )


def _rows(
    suite: Suite, system: str, outputs: Sequence[str | None], verdicts: Sequence[Verdict], judge: str
) -> list[dict[str, object]]:
    count = Counter(verdict.verdict for verdict in verdicts)
    log.info("%s: %s", system, ", ".join(f"{count[kind]} {kind}" for kind in VERDICTS))
    return [
        judgment(item.item, system, output, judge, verdict)
        for item, output, verdict in zip(suite.items, outputs, verdicts, strict=True)
    ]
