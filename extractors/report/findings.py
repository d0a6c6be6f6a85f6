"""The findings of a run, a phenomenon at a time, in words.

The test is that of the mean difference over systems (the table of phenomenon effects). Every number here is a cell of
that table or of the table of scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from extractors.report.heatmap import signed, significant
from extractors.report.results import ReportedPhenomenon, Results, Row, RunMetric

MOST = 5
"""Findings that are said at once; the others are folded."""
NAMED = 3
"""Systems that are named where more stand out."""
TWIN = "_paper"
"""What the id of a phenomenon ends in if it is another one's by the rule of the paper."""
WORSE, BETTER = "worse", "better"


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A system that departs from the mean of all: by how much, with its interval, as texts."""

    system: str
    departure: str
    low: str
    high: str
    direction: str


@dataclass(frozen=True, kw_only=True)
class MetricFinding:
    """What one metric says of a phenomenon.

    Attributes:
        label: of the metric.
        direction: worse or better; empty where the difference is not significant.
        difference, low, high: of all systems together, as texts; no interval where there is none.
    """

    label: str
    direction: str
    difference: str
    low: str
    high: str


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A phenomenon that all systems together translate worse, or better, than other sentences.

    Attributes:
        distance: the minimum distance of the set; None if it is the phenomenon's widest.
        first: by the metric of the finding.
        agreeing: systems whose own difference is on that side, of `systems`.
        farthest: where the difference grows with the distance: the difference in the farthest set, and its distance.
        others: the other metrics on the same set.
        standing: the systems that depart most from the mean; `departing` is the number of all that do.
    """

    id: str
    label: str
    n: int
    distance: int | None
    first: MetricFinding
    systems: int
    agreeing: int
    farthest: tuple[str, int] | None
    others: list[MetricFinding]
    standing: list[Standing]
    departing: int
    size: float


@dataclass(frozen=True, kw_only=True)
class Unclear:
    """A phenomenon with enough segments and no finding, with what the test would find four times in five."""

    id: str
    label: str
    detectable: str


@dataclass(frozen=True, kw_only=True)
class Findings:
    """All findings, those of the first metric before those that only another has, each by size.

    Attributes:
        worse, better: the findings.
        metric: the label of the first metric, by which `unclear` is told.
        unclear: the phenomena that were tested and show nothing by any metric, the smallest detectable first.
        small: those with too few segments, with how many; those without any are left out.
    """

    metric: str
    worse: list[Finding]
    better: list[Finding]
    unclear: list[Unclear]
    small: list[tuple[ReportedPhenomenon, int]]


def find(results: Results) -> Findings:
    """The findings of a run over all distances and metrics."""
    rows: dict[tuple[str, str], list[Row]] = {}
    for row in sorted(results.effects, key=lambda row: int(row["minimum_distance"])):
        if row["difference"] is not None:
            rows.setdefault((row["phenomenon"], row["metric"]), []).append(row)
    found: list[tuple[int, Finding]] = []
    unclear: list[tuple[float, Unclear]] = []
    small: list[tuple[ReportedPhenomenon, int]] = []
    for name, phenomenon in results.phenomena.items():
        by_metric = {metric: rows.get((name, metric), []) for metric in results.metrics}
        tested = [row for group in by_metric.values() for row in group if row["p_bh"] is not None]
        if not tested:
            sizes = [row["n"] for group in by_metric.values() for row in group if row["n"]]
            small += [(phenomenon, max(sizes))] if sizes else []
            continue
        finding = _finding(results, phenomenon, by_metric)
        if finding:
            found.append(finding)
        else:
            unclear += _unclear(phenomenon, by_metric[results.metric.name], results.metric)
    found.sort(key=lambda pair: (pair[1].id.endswith(TWIN), pair[0], -pair[1].size))
    sides = {side: [f for _, f in found if f.first.direction == side] for side in (WORSE, BETTER)}
    return Findings(
        metric=results.metric.label,
        worse=sides[WORSE],
        better=sides[BETTER],
        unclear=[item for _, item in sorted(unclear, key=lambda pair: pair[0])],
        small=sorted(small, key=lambda pair: -pair[1]),
    )


def _finding(
    results: Results, phenomenon: ReportedPhenomenon, by_metric: Mapping[str, Sequence[Row]]
) -> tuple[int, Finding] | None:
    """The widest significant set by the metric that tells it, and the place of that metric; None if there is no set."""
    found = {name: [row for row in by_metric[name] if significant(row, results.alpha)] for name in results.metrics}
    # The first metric, or else that which finds a difference at most distances.
    place, metric = max(
        enumerate(results.metrics.values()),
        key=lambda pair: (pair[0] == 0 and bool(found[pair[1].name]), len(found[pair[1].name]), -pair[0]),
    )
    if not found[metric.name]:
        return None
    row = found[metric.name][0]
    distance = row["minimum_distance"]
    side = direction(row["difference"], metric)
    # A difference of exactly 0 is on neither side; the table counts those below.
    below = (side == WORSE) == metric.higher_is_better
    standing = _standing(results, row, metric)
    return place, Finding(
        id=phenomenon.id,
        label=phenomenon.label,
        n=row["n"],
        distance=None if distance == min(phenomenon.minimum_distances) else distance,
        first=_measured(row, metric, results.alpha),
        systems=row["systems"],
        agreeing=row["below"] if below else row["systems"] - row["below"],
        farthest=_farthest(results, phenomenon.id, by_metric[metric.name], row, metric),
        others=_others(results, by_metric, metric, distance),
        standing=standing[:NAMED],
        departing=len(standing),
        size=abs(row["difference"]),
    )


def direction(value: float, metric: RunMetric) -> str:
    """Whether a difference is worse or better; where lower scores are better, a rise is worse."""
    return WORSE if (value < 0) == metric.higher_is_better else BETTER


def _measured(row: Row, metric: RunMetric, alpha: float) -> MetricFinding:
    low, high = (
        "" if row[name] is None else signed(row[name], metric.decimals)
        for name in ("difference_low", "difference_high")
    )
    return MetricFinding(
        label=metric.label,
        direction=direction(row["difference"], metric) if significant(row, alpha) else "",
        difference=signed(row["difference"], metric.decimals),
        low=low,
        high=high,
    )


def _others(
    results: Results, by_metric: Mapping[str, Sequence[Row]], first: RunMetric, distance: int
) -> list[MetricFinding]:
    return [
        _measured(row, metric, results.alpha)
        for metric in results.metrics.values()
        if metric is not first
        for row in by_metric[metric.name]
        if row["minimum_distance"] == distance and row["p_bh"] is not None
    ]


def _standing(results: Results, row: Row, metric: RunMetric) -> list[Standing]:
    """The systems that depart from the mean significantly, the farthest first."""
    same = ("phenomenon", "minimum_distance", "metric")
    departing = [
        score
        for score in results.scores
        if all(score[key] == row[key] for key in same) and departs(score, results.alpha)
    ]
    departing.sort(key=lambda score: (-abs(score["departure"]), score["system"]))
    return [
        Standing(
            system=score["system"],
            departure=signed(score["departure"], metric.decimals),
            low=signed(score["departure_low"], metric.decimals),
            high=signed(score["departure_high"], metric.decimals),
            direction=direction(score["departure"], metric),
        )
        for score in departing
    ]


def departs(score: Row, alpha: float) -> bool:
    """Whether a system's difference departs from the mean of all systems, after the correction."""
    return score["departure_p_bh"] is not None and score["departure_p_bh"] < alpha


def _farthest(
    results: Results, name: str, rows: Iterable[Row], first: Row, metric: RunMetric
) -> tuple[str, int] | None:
    """The difference in the farthest tested set, if it grows with every step and the test of the trend says so too.

    Sets at growing minimum distances hold each other, so that their differences alone prove nothing: the mean over
    systems must also have a significant trend over disjoint buckets.
    """
    side = direction(first["difference"], metric)
    steps = [row for row in rows if row["p_bh"] is not None and row["minimum_distance"] >= first["minimum_distance"]]
    # A larger minimum distance that leaves out no segment is the same set.
    distinct = [
        row for before, row in zip([None, *steps], steps, strict=False) if before is None or row["n"] < before["n"]
    ]
    sign = 1 if first["difference"] > 0 else -1
    sizes = [sign * row["difference"] for row in distinct]
    growing = len(sizes) > 1 and all(a < b for a, b in pairwise(sizes))
    if not growing or not _trend(results, name, metric, side):
        return None
    return signed(distinct[-1]["difference"], metric.decimals), distinct[-1]["minimum_distance"]


def _trend(results: Results, name: str, metric: RunMetric, side: str) -> bool:
    """Whether the slope over the distance is significant, and to this side of what length explains."""
    return any(
        significant(row, results.alpha) and direction(row["slope"] - row["expected"], metric) == side
        for row in results.pooled_trends
        if (row["phenomenon"], row["metric"]) == (name, metric.name)
    )


def _unclear(phenomenon: ReportedPhenomenon, rows: Sequence[Row], metric: RunMetric) -> list[tuple[float, Unclear]]:
    """What the test of the widest set would find; nothing where the metric tested none."""
    row = next((row for row in rows if row["p_bh"] is not None and row["detectable"] is not None), None)
    if row is None:
        return []
    text = f"{row['detectable']:.{metric.decimals}f}"
    return [(row["detectable"], Unclear(id=phenomenon.id, label=phenomenon.label, detectable=text))]
