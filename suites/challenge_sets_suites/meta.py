"""Meta-evaluation: how well automatic judgments, and segment scores of metrics, agree with people.

Outputs of one source text are judged alike, so the units of all intervals are source texts: of accuracy Wilson's
interval on the effective number of outputs, of kappa and AUC a bootstrap over source texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from challenge_sets_suites.agreement_coefficients import auc, cohen_kappa
from challenge_sets_suites.answer_folders import PEOPLE
from challenge_sets_suites.tables.annotations import META_EVALUATION
from challenge_sets_suites.tables.items import Item, check_items, normalised
from challenge_sets_suites.tables.judgments import MISSING, RIGHT, UNDECIDED, WRONG
from extractors.core.arrays import Bool, Float64, Int64
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.scoring.metrics import create_metric
from extractors.scoring.statistics.estimates import estimate
from extractors.scoring.statistics.proportions import interval
from extractors.scoring.statistics.resampling import RESAMPLES, SEED, draw_counts, parts

FEWEST_SOURCES = 10
"""Of fewer source texts no bootstrap interval is given."""
VALUES = {RIGHT: 1.0, UNDECIDED: 0.5, WRONG: 0.0}
"""Verdicts as scores, for a judge that gives none."""

OutputKey = tuple[str, str]
"""An item and a system."""


class JudgedOutput(NamedTuple):
    """What a judge, or a metric, says of one output: a verdict, a score, or both."""

    verdict: str | None
    score: float | None


class _Compared(NamedTuple):
    """People and a judge on the same outputs, (n,) each.

    Attributes:
        right: whether people call it right.
        verdict: 1 right, 0 wrong, 0.5 undecided, NaN where the judge gives scores alone.
        score: the more the better; NaN where there is none.
        source, item: numbers.
    """

    right: Bool
    verdict: Float64
    score: Float64
    source: Int64
    item: Int64

    def select(self, inside: Bool) -> _Compared:
        """Return the entries where a (n,) mask is true."""
        return _Compared(**{name: column[inside] for name, column in self._asdict().items()})


def meta_evaluation(
    human: pa.Table,
    judges: Mapping[str, Mapping[OutputKey, JudgedOutput]],
    items: Sequence[Item],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> pa.Table:
    """Compare each judge with people over all outputs, by category and by phenomenon, in a table of `META_EVALUATION`.

    Args:
        human: a table of `JUDGMENTS`. Only outputs that people call right or wrong count, not a judge's verdicts.
        judges: what each judge or metric says, by name.
        items: of the suite, which say what source text each is of.
    """
    decided = {
        (row["item"], row["system"]): row["verdict"] == RIGHT
        for row in human.select(["item", "system", "verdict", "judge"]).to_pylist()
        if row["verdict"] in (RIGHT, WRONG) and row["judge"] == PEOPLE
    }
    if not decided:
        raise InputError("people call no output right or wrong", remedy="give judgments whose judge is `people`")
    about = _about(items)
    check_items((item for item, _ in decided), about)
    rows = []
    for name, judged in judges.items():
        places = [place for place in decided if place in judged]
        if not places:
            raise InputError(
                f"{name} has judged none of the {len(decided)} outputs that people have",
                remedy="give judgments of the same items and systems",
            )
        compared = _compared(places, decided, judged, about)
        judged_groups, decided_groups = ([about[item] for item, _ in keys] for keys in (places, decided))
        for level, group in dict.fromkeys(key for _, groups in about.values() for key in groups):
            inside = np.array([(level, group) in groups for _, groups in judged_groups])
            absent = sum((level, group) in groups for _, groups in decided_groups) - int(inside.sum())
            numbers = _row(compared.select(inside), resamples, seed)
            rows.append({"judge": name, "level": level, "name": group, "absent": absent} | numbers)
    order = ("all", "category", "phenomenon")
    rows.sort(key=lambda row: order.index(row["level"]))
    return META_EVALUATION.table(rows)


Groups = tuple[tuple[str, str], ...]


def _about(items: Sequence[Item]) -> dict[str, tuple[int, Groups]]:
    """Map each item to the number of its source text and the groups that it is in."""
    about: dict[str, tuple[int, Groups]] = {}
    for item in items:
        category = (("category", item.category),) if item.category else ()
        about[item.item] = (item.sentence, (("all", ""), *category, ("phenomenon", item.phenomenon)))
    return about


def _compared(
    places: Sequence[OutputKey],
    decided: Mapping[OutputKey, bool],
    judged: Mapping[OutputKey, JudgedOutput],
    about: Mapping[str, tuple[int, Groups]],
) -> _Compared:
    outputs = [judged[place] for place in places]
    numbers = {item: n for n, item in enumerate(about)}
    return _Compared(
        right=np.array([decided[place] for place in places]),
        verdict=np.array([VALUES.get(output.verdict or "", np.nan) for output in outputs]),
        score=np.array([np.nan if output.score is None else output.score for output in outputs], dtype=np.float64),
        source=np.array([about[item][0] for item, _ in places]),
        item=np.array([numbers[item] for item, _ in places]),
    )


def _row(compared: _Compared, resamples: int, seed: int) -> dict[str, Any]:
    """Compute the numbers in a row of `META_EVALUATION`, except `absent`."""
    n = len(compared.right)
    has_verdicts = not np.isnan(compared.verdict).any() and n > 0
    is_decided = compared.verdict != VALUES[UNDECIDED]
    decided = compared.select(is_decided & ~np.isnan(compared.verdict))
    # A judge with a score for some outputs only is compared by these; verdicts and scores are not mixed.
    scored = compared.select(~np.isnan(compared.score))
    scores = scored.score
    if not len(scores):
        scored = compared.select(~np.isnan(compared.verdict))
        scores = scored.verdict
    sources = len(np.unique(compared.source))
    auc_value = _bootstrapped(lambda weights: auc(scored.right, scores, weights), scored.source, resamples, seed)
    within, pairs = _within(scored, scores, resamples, seed)
    return {
        "n": n,
        "sources": sources,
        "people_right": float(compared.right.mean()) if n else np.nan,
        "undecided": float((~is_decided).mean()) if has_verdicts else None,
        **_named("accuracy", _accuracy(decided)),
        **_named("kappa", _kappa(decided, resamples, seed)),
        **_named("auc", auc_value),
        "pairs": pairs,
        **_named("auc_within", within),
    }


class _Value(NamedTuple):
    """A value with its 95 % interval; NaN where there is none."""

    value: float = np.nan
    low: float = np.nan
    high: float = np.nan


def _named(name: str, value: _Value) -> dict[str, float | None]:
    ends = {name: value.value, f"{name}_low": value.low, f"{name}_high": value.high}
    return {key: None if np.isnan(number) else float(number) for key, number in ends.items()}


def _accuracy(decided: _Compared) -> _Value:
    same = (decided.right == (decided.verdict == VALUES[RIGHT])).astype(np.float64)[:, None]
    estimated = interval(same, decided.source)
    return _Value(*(float(column[0]) for column in estimated))


def _kappa(decided: _Compared, resamples: int, seed: int) -> _Value:
    cells = 2 * decided.right.astype(int) + (decided.verdict == VALUES[RIGHT])
    ones = (cells[:, None] == np.arange(4)).astype(np.float64)

    def kappa(weights: Float64) -> Float64:
        return cohen_kappa((weights @ ones).reshape(-1, 2, 2))

    return _bootstrapped(kappa, decided.source, resamples, seed, lowest=-1)


def _within(scored: _Compared, scores: Float64, resamples: int, seed: int) -> tuple[_Value, int]:
    """Compute the share of pairs of a right and a wrong output of one item in the right order, and count the pairs."""
    won, sources = [], []
    for item in np.unique(scored.item):
        inside = scored.item == item
        right, wrong = scores[inside & scored.right], scores[inside & ~scored.right]
        difference = np.sign(right[:, None] - wrong[None, :]).ravel()
        won += list((difference + 1) / 2)
        sources += [int(scored.source[inside][0])] * len(difference)
    pairs = np.array(won)

    def share(weights: Float64) -> Float64:
        with np.errstate(invalid="ignore", divide="ignore"):
            shares: Float64 = weights @ pairs / weights.sum(axis=1)
        return shares

    return _bootstrapped(share, np.array(sources), resamples, seed), len(pairs)


def _bootstrapped(measure: Any, source: Int64, resamples: int, seed: int, *, lowest: float = 0.0) -> _Value:
    """Compute a measure of weights, (b, n) -> (b,), with its bootstrap interval over source texts."""
    n = len(source)
    value = float(measure(np.ones((1, n)))[0]) if n else np.nan
    names, number = np.unique(source, return_inverse=True)
    if np.isnan(value) or len(names) < FEWEST_SOURCES:
        return _Value(value)
    rng = np.random.default_rng(seed)
    replicates = np.concatenate(
        [measure(draw_counts(len(names), s, rng)[:, number].astype(np.float64)) for s in parts(resamples, n, n)]
    )
    estimated = estimate(np.asarray(value), replicates, len(names))
    if not estimated.standard_error > 0:
        return _Value(value)
    return _Value(value, max(float(estimated.low), lowest), min(float(estimated.high), 1.0))


def judges_of(tables: Mapping[str, pa.Table], human: pa.Table) -> dict[str, dict[OutputKey, JudgedOutput]]:
    """Return what judges say, by judge; where several tables have a judge of the same name, the table is named as well.

    Missing outputs are left out. So are verdicts of people: their agreement is another table.

    Args:
        tables: of `JUDGMENTS`, by name.
        human: what people judged, to see that it is the same outputs.
    """
    outputs = {(row["item"], row["system"]): row["output"] for row in human.to_pylist()}
    by_judge: dict[tuple[str, str], dict[OutputKey, JudgedOutput]] = {}
    people = 0
    for table, judgments in tables.items():
        for row in judgments.to_pylist():
            place = row["item"], row["system"]
            _check_same_output(outputs.get(place), row, table)
            if row["judge"] == PEOPLE:
                people += 1
            elif row["verdict"] != MISSING:
                judge_outputs = by_judge.setdefault((row["judge"], table), {})
                judge_outputs[place] = JudgedOutput(row["verdict"], row["score"])
    if people:
        log.warning("%d judgments by people are left out: judges alone are compared with people", people)
    names = [judge for judge, _ in by_judge]
    return {
        f"{judge} ({table})" if names.count(judge) > 1 else judge: judged for (judge, table), judged in by_judge.items()
    }


def _check_same_output(output: str | None, row: Mapping[str, Any], table: str) -> None:
    if None not in (output, row["output"]) and normalised(output or "") != normalised(row["output"]):
        raise InputError(
            f"people judged another output of {row['system']!r} for the item {row['item']!r} than the judge did",
            path=table,
            remedy="judge the outputs that people judged, or have people judge these",
        )


def by_metric(
    human: pa.Table, items: Sequence[Item], metric: str, options: Mapping[str, Any]
) -> tuple[str, dict[OutputKey, JudgedOutput]]:
    """Score with a metric the outputs that people judged, against the references of the items.

    BLEU is sentence BLEU, with sacreBLEU's setting for it (`effective_order`), unless the options say otherwise.

    Returns:
        The metric with its signature, and the scores by item and system, the more the better; outputs of items without
        a reference are left out.
    """
    options = {"effective_order": True, **options} if metric == "bleu" else options
    made = create_metric(metric, options)
    references = {item.item: item.reference for item in items if item.reference}
    rows = [row for row in human.to_pylist() if row["output"] is not None and row["item"] in references]
    if not rows:
        raise InputError(
            f"no judged output has a reference for the metric {metric}",
            remedy="give items with references, or judgments with outputs",
        )
    statistics = made.statistics(
        [normalised(row["output"]) for row in rows], [[normalised(references[row["item"]] or "") for row in rows]]
    )
    scores = made.score(statistics) * (1 if made.higher_is_better else -1)
    judged = {
        (row["item"], row["system"]): JudgedOutput(None, float(score)) for row, score in zip(rows, scores, strict=True)
    }
    return f"{made.label}|{made.signature(1)}", judged
