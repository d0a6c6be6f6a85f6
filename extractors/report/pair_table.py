"""Compare an older and a newer system on each challenge set: as a table, and in words."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.core.rounding import decimals
from extractors.core.terminal import columns
from extractors.formats.pair import BETTER, MOST, OUTSIDE, TESTED, TOO_SMALL, WORSE
from extractors.formats.thresholds import FEWEST_CLUSTERS, FEWEST_SEGMENTS
from extractors.report.numbers import (
    WIDTH,
    Row,
    Rows,
    cut,
    interval,
    many,
    mark,
    number,
    p_text,
    percent,
    percent_interval,
)
from extractors.scoring.comparison_family import MANY_HITS
from extractors.scoring.corrections import correct_rows
from extractors.scoring.phenomenon_tests import LARGEST

Key = tuple[str, int]
"""Phenomenon and minimum distance of a set."""

ESTIMATES = {"difference": "p", "interaction": "interaction_p"}
"""What is estimated for a pair, with the name of its p-value."""
NAME_WIDTH = 12
"""Columns that a phenomenon's name keeps where the numbers beside it leave no room for more."""


@dataclass(frozen=True, kw_only=True)
class SystemPair:
    """An older and a newer system under one metric.

    Attributes:
        label: the metric's, as it is printed.
        alpha: p-values below it, after the correction, are findings.
    """

    old: str
    new: str
    metric: str
    label: str
    higher_is_better: bool
    alpha: float


def pair_rows(
    pair: SystemPair,
    comparisons: pa.Table,
    scores: pa.Table,
    sets: pa.Table,
    *,
    family: Collection[str] | None = None,
    segments: int | None = None,
) -> list[dict[str, Any]]:
    """Return the rows of the table PAIR, in the order of the sets.

    Args:
        comparisons: the table SYSTEM_COMPARISONS; it may have other systems and metrics too.
        scores: the table SCORES of the same sets.
        sets: the table SETS: sets of the same segments are one test.
        family: the phenomena to test; None for all.
        segments: of the corpus; sets of more than half of it are not tested.
    """
    segments_of = {
        (row["phenomenon"], row["distance_from"]): tuple(sorted(row["segment_ids"]))
        for row in sets.to_pylist()
        if row["kind"] == "minimum"
    }
    score = {
        (row["phenomenon"], row["distance_from"], row["system"]): row["score"]
        for row in scores.to_pylist()
        if row["metric"] == pair.metric and row["kind"] == "minimum" and row["system"] in (pair.old, pair.new)
    }
    rows = []
    for comparison in comparisons.to_pylist():
        if comparison["metric"] != pair.metric or {comparison["system_a"], comparison["system_b"]} != {
            pair.old,
            pair.new,
        }:
            continue
        key = comparison["phenomenon"], comparison["minimum_distance"]
        row = {name: comparison[name] for name in ("phenomenon", "minimum_distance", "metric", "n", "too_small")}
        row |= {"signature": comparison["signature"], "old": pair.old, "new": pair.new}
        row |= {"score_old": score[*key, pair.old], "score_new": score[*key, pair.new]}
        for name, p in ESTIMATES.items():
            row |= turned(comparison, name, sign=1 if comparison["system_a"] == pair.new else -1)
            row |= {end: comparison[end] for end in (p, f"{p}_bh")}
        row["status"] = _status(row, family, segments)
        rows.append(row)
    if not rows:
        raise InputError(
            f"no set compares {pair.old} and {pair.new} by {pair.metric}",
            remedy="give sets that are not empty, and two systems that both have scores of this metric",
        )
    _correct(rows, segments_of)
    for row in rows:
        row["finding"] = _finding(row, pair)
    return rows


def _status(row: Row, family: Collection[str] | None, segments: int | None) -> str:
    if family is not None and row["phenomenon"] not in family:
        return OUTSIDE
    if row["too_small"]:
        return TOO_SMALL
    return MOST if segments is not None and row["n"] > LARGEST * segments else TESTED


def turned(comparison: Row, name: str, *, sign: int) -> dict[str, Any]:
    """Return an estimate with its interval: a minus b if the sign is 1, b minus a if it is -1."""
    value, low, high = (comparison[f"{name}{end}"] for end in ("", "_low", "_high"))
    if value is None or sign > 0:
        return {name: value, f"{name}_low": low, f"{name}_high": high}
    return {name: -value, f"{name}_low": None if high is None else -high, f"{name}_high": None if low is None else -low}


def _correct(rows: Sequence[dict[str, Any]], segments: Mapping[Key, tuple[int, ...]]) -> None:
    """Replace each row's p-values in `*_bh` by ones corrected over all tested rows, None elsewhere.

    Number the tests in `test` too, so that rows of the same segments count as one.

    Args:
        segments: the segments of each set.
    """
    numbers: dict[tuple[int, ...], int] = {}
    for row in rows:
        ids = segments[row["phenomenon"], row["minimum_distance"]]
        row["test"] = numbers.setdefault(ids, len(numbers)) if row["status"] == TESTED else None
    for p in ESTIMATES.values():
        # The run has not tested what rests on too few segments or controls.
        tested = [row for row in rows if row["status"] == TESTED and row[f"{p}_bh"] is not None]
        for row in rows:
            row[f"{p}_bh"] = None
        correct_rows(tested, lambda _: "all sets", p, tests=[row["test"] for row in tested])


def _finding(row: Row, pair: SystemPair) -> str | None:
    if row["p_bh"] is None or not row["p_bh"] < pair.alpha:
        return None
    return WORSE if (row["difference"] < 0) == pair.higher_is_better else BETTER


def pair_table(pair: SystemPair, rows: Rows) -> str:
    """Return a table of the tested sets for a terminal, and what is not tested, with the remedy."""
    told = [row for row in rows if row["status"] in (TESTED, MOST)]
    if not any(row["status"] == TESTED for row in told):
        return f"{_none_tested(rows)}\n{_untested([row for row in rows if row['status'] != TOO_SMALL])}"
    places = decimals(abs(row[name]) for row in told for name in ("score_old", "score_new") if row[name] is not None)
    with_interaction = any(row["interaction"] is not None for row in told)
    header = ["phenomenon", "d >=", "n", "old -> new", "new - old", "95 % CI"]
    header += ["elsewhere", "p (BH)"] if with_interaction else ["p (BH)"]
    lines: list[list[str]] = []
    last = None
    for distances, row in distinct_sets([row for row in told if row["status"] == TESTED]):
        name = row["phenomenon"]
        lines.append(["" if name == last else name, distances, *_cells(row, places, pair.alpha, with_interaction)])
        last = name
    return fitted(header, lines) + _untested(rows)


def _untested(rows: Rows) -> str:
    return "".join(f"{line}\n" for line in untested_lines(rows))


def untested_lines(rows: Rows) -> list[str]:
    """Say which sets are not tested and why, with the remedy, in lines."""
    lines = []
    for name, own in _by_phenomenon([row for row in rows if row["status"] == MOST]).items():
        at = ", ".join(_distance(row) for row in own)
        smaller = [row for row in rows if row["phenomenon"] == name and row["status"] == TESTED]
        lines.append(f"{name} at d >= {at} is not tested: more than half of the corpus;")
        if smaller:
            lines.append(f"  read d >= {_distance(smaller[0])}")
        else:
            lines.append(f"  ask for a larger distance in the config: sets: {{tested_distances: {{{name}: N}}}}")
    small = [row for row in rows if row["status"] == TOO_SMALL]
    if small:
        sets = "1 set is" if len(small) == 1 else f"{len(small)} sets are"
        lines.append(f"{sets} not tested: fewer than {_least(small)}.")
    if outside := _by_phenomenon([row for row in rows if row["status"] == OUTSIDE]):
        what = many(len(outside), "phenomenon")
        lines.append(f"{what} outside the family (fewer than {MANY_HITS} hits, or not named): --phenomena NAME,NAME.")
    return lines


def _by_phenomenon(rows: Rows) -> dict[str, list[Row]]:
    grouped: dict[str, list[Row]] = {}
    for row in rows:
        grouped.setdefault(row["phenomenon"], []).append(row)
    return grouped


def _least(rows: Rows) -> str:
    """Say what sets that are too small have too few of: segments or, if some have enough, documents or blocks."""
    least = f"{FEWEST_SEGMENTS} segments"
    if all(row["n"] < FEWEST_SEGMENTS for row in rows):
        return least
    return f"{least}, or than {FEWEST_CLUSTERS} documents or blocks of lines"


def is_worse(row: Row, alpha: float) -> bool:
    """Return whether a row of WORD_PAIRS has a significant loss: fewer hits, and fewer than control words predict."""
    return row["p_bh"] is not None and row["p_bh"] < alpha and row["change"] < 0 and row["match_new"] < row["match_old"]


def named(row: Row) -> str:
    """Return the phenomenon of a row of WORD_PAIRS, with its question."""
    return f"{row['phenomenon']} (order)" if row["is_order"] else str(row["phenomenon"])


def word_pair_table(rows: Rows, alpha: float) -> str:
    """Return the table of the phenomena at whose words two systems are compared, the largest loss first."""
    lines = []
    for row in sorted(rows, key=lambda row: row["change"]):
        lines.append(
            [
                named(row),
                str(row["n"]),
                str(row["lost"]),
                str(row["won"]),
                f"{percent(row['match_old'], places=0)} -> {percent(row['match_new'], places=0)} %",
                f"{percent(row['change'], sign=True, places=0)}{mark(row['p_bh'], alpha) or ' '}",
                percent_interval(row, "change", places=0),
                p_text(row["p_bh"]),
                percent(row["detectable"], places=0),
            ]
        )
    header = ["phenomenon", "hits", "lost", "won", "old -> new", "change", "95 % CI", "p (BH)", "MDD"]
    return fitted(header, lines)


def fitted(header: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a table of at most WIDTH columns: the names in its first column are cut if need be."""
    table = columns(header, lines)
    excess = max(map(len, table.splitlines())) - WIDTH
    if excess <= 0:
        return table
    longest = max(len(name) for name, *_ in lines)
    return columns(header, [[cut(name, max(NAME_WIDTH, longest - excess)), *rest] for name, *rest in lines])


def distinct_sets(rows: Rows) -> list[tuple[str, Row]]:
    """Merge sets of the same segments: return one row for each, with the distances that it stands for."""
    groups: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["phenomenon"], row["test"]), []).append(row)
    return [("-".join(dict.fromkeys(map(_distance, (group[0], group[-1])))), group[0]) for group in groups.values()]


def _distance(row: Row) -> str:
    return str(row["minimum_distance"])


def _cells(row: Row, places: int, alpha: float, with_interaction: bool) -> list[str]:
    def marked(value: float | None, p: float | None) -> str:
        return number(value, places, sign=True) + (mark(p, alpha) or " ")

    cells = [
        str(row["n"]),
        f"{number(row['score_old'], places)} -> {number(row['score_new'], places)}",
        marked(row["difference"], row["p_bh"]),
        interval(row["difference_low"], row["difference_high"], places),
    ]
    if with_interaction:
        # The asterisk says what the other p-value would: there is no room for both.
        return [*cells, marked(row["interaction"], row["interaction_p_bh"]), p_text(row["interaction_p_bh"])]
    return [*cells, p_text(row["p_bh"])]


def _none_tested(rows: Rows) -> str:
    """Say why no set is tested, where one reason holds for all."""
    inside = [row for row in rows if row["status"] != OUTSIDE]
    if inside and all(row["status"] == TOO_SMALL for row in inside):
        return f"every set is too small to be tested: fewer than {_least(inside)}"
    return "no set is tested"


def pair_verdict(pair: SystemPair, rows: Rows) -> str:
    """Say in one line what got worse and what got better."""
    tested = [row for row in rows if row["p_bh"] is not None]
    if not tested:
        return f"{pair.new}: {_none_tested(rows)}."
    places = decimals(abs(row["score_new"]) for row in tested)
    findings = {side: [row for row in tested if row["finding"] == side] for side in (WORSE, BETTER)}
    parts = [f"{side} on {_named(pair, own, places) if own else 'nothing'}" for side, own in findings.items()]
    tests = count_tests(tested)
    same = tests - sum(map(count_tests, findings.values()))
    return (
        f"{pair.new}: {'; '.join(parts)}; no significant difference on {same} of {tests}"
        f" {'set' if tests == 1 else 'sets'} (p (BH) < {pair.alpha:g})."
    )


def count_tests(rows: Rows) -> int:
    """Count the sets that were tested; sets of the same segments count once."""
    return len({row["test"] for row in rows})


def _named(pair: SystemPair, rows: Rows, places: int) -> str:
    """Name each phenomenon of the rows once, with its largest difference."""
    largest: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: -abs(row["difference"])):
        largest.setdefault(row["phenomenon"], row)
    return ", ".join(_one(pair, row, places) for row in largest.values())


def _one(pair: SystemPair, row: Row, places: int) -> str:
    distance = f" at distance {row['minimum_distance']} or more" if row["minimum_distance"] else ""
    text = f"{row['phenomenon']}{distance} ({number(row['difference'], places, sign=True)} {pair.label}"
    p, change = row["interaction_p_bh"], row["interaction"]
    if p is not None and p < pair.alpha and (change < 0) == (row["difference"] < 0):
        text += ", more than elsewhere"
    return text + ")"
