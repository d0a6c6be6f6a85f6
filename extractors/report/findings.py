"""The findings of a run, in words. Only significant differences are findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

from extractors.report.heatmap import signed, significant, widest
from extractors.report.results import Results

MOST = 3
"""Phenomena that are named for each measure."""
PERCENT = 100.0

Row = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Hard:
    """A phenomenon on which systems are significantly worse than on their controls.

    Attributes:
        systems: how many are worse, of those that were tested.
        mean: of the differences of these, as a text.
        worst: the system with the largest difference, with difference and interval as texts.
        largest: that difference.
    """

    id: str
    systems: int
    tested: int
    mean: str
    worst: str
    difference: str
    low: str
    high: str
    largest: float


@dataclass(frozen=True, kw_only=True)
class Finding:
    """The findings of one measure: a metric, or accuracy at the phenomenon.

    Attributes:
        higher_is_better: of the measure.
        tested: pairs of a system and a phenomenon with enough segments; `small` are the others.
        worse, better: pairs that are so significantly.
        detectable: the difference that half of the tests would have found, as a text; empty if it is not known.
        hard: the phenomena on which most systems are worse, of equal ones that with the larger mean difference.
        strongest: the phenomenon with the largest of all these differences, among `hard` or not; None without any.
    """

    label: str
    higher_is_better: bool
    tested: int
    small: int
    worse: int
    better: int
    detectable: str
    hard: list[Hard]
    strongest: Hard | None


def find(results: Results) -> list[Finding]:
    """The findings of each measure, the metric that is shown first at the front, accuracy last.

    Each phenomenon is judged by its widest set. Accuracies are in per cent.
    """
    shown = {name: widest(phenomenon) for name, phenomenon in results.phenomena.items()}
    findings = []
    for metric in results.metrics.values():
        rows = [
            row
            for row in results.scores
            if row["metric"] == metric.name and row["minimum_distance"] == shown.get(row["phenomenon"])
        ]
        findings.append(_finding(rows, metric.label, metric.higher_is_better, metric.decimals, results.alpha))
    if results.accuracy:
        rows = [
            dict(row) | {name: _percent(row[name]) for name in ("difference", "difference_low", "difference_high")}
            for row in results.accuracy
            if (row["measure"], row["kind"]) == ("reference_match", "minimum")
            and row["distance_from"] == shown.get(row["phenomenon"])
        ]
        findings.append(_finding(rows, "accuracy", True, 1, results.alpha))
    return findings


def _percent(value: float | None) -> float | None:
    return None if value is None else PERCENT * value


def _finding(rows: Sequence[Row], label: str, higher_is_better: bool, decimals: int, alpha: float) -> Finding:
    compared = [row for row in rows if row["difference"] is not None]
    tested = [row for row in compared if row["p_bh"] is not None]
    significant_rows = [row for row in tested if significant(row, alpha)]
    worse = [row for row in significant_rows if (row["difference"] < 0) == higher_is_better]
    hard = _hard_phenomena(worse, tested, decimals)
    powers = [row["detectable"] for row in tested if row.get("detectable") is not None]
    return Finding(
        label=label,
        higher_is_better=higher_is_better,
        tested=len(tested),
        small=len(compared) - len(tested),
        worse=len(worse),
        better=len(significant_rows) - len(worse),
        detectable=f"{median(powers):.{decimals}f}" if powers else "",
        hard=hard[:MOST],
        strongest=max(hard, key=lambda phenomenon: abs(phenomenon.largest), default=None),
    )


def _hard_phenomena(worse: Sequence[Row], tested: Sequence[Row], decimals: int) -> list[Hard]:
    groups: dict[str, list[Row]] = {}
    for row in worse:
        groups.setdefault(row["phenomenon"], []).append(row)
    ranked = []
    for name, group in groups.items():
        mean = fmean(row["difference"] for row in group)
        worst = max(group, key=lambda row: (abs(row["difference"]), row["system"]))
        hard = Hard(
            id=name,
            systems=len(group),
            tested=sum(row["phenomenon"] == name for row in tested),
            mean=signed(mean, decimals),
            worst=worst["system"],
            difference=signed(worst["difference"], decimals),
            low=signed(worst["difference_low"], decimals),
            high=signed(worst["difference_high"], decimals),
            largest=worst["difference"],
        )
        ranked.append((-len(group), -abs(mean), name, hard))
    return [item[-1] for item in sorted(ranked, key=lambda item: item[:3])]
