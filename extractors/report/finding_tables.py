"""The two tables to begin with: effects on all systems together, and each system on each phenomenon.

A phenomenon without a set that is large enough to be tested is in neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from extractors.core import registry
from extractors.report.numbers import decimals, interval, label_of, mark, number, p_text, signature_of, significance
from extractors.report.typeset import Sheet
from extractors.score import metrics

SYSTEMS = 20
"""Columns of systems that a landscape page holds at seven points."""

Rows = Sequence[Mapping[str, Any]]


def effect_sheet(effects: Rows, metric: str, *, places: int, alpha: float) -> Sheet:
    """The mean difference of all systems on each phenomenon, the lowest first, by minimum distance.

    Sets that are the same segments at another minimum distance stand there once.

    Args:
        effects: the rows of PHENOMENON_EFFECTS of one metric.
        places: decimals of differences.
        alpha: corrected p-values below it are marked.
    """
    of_phenomenon = _tested(effects)
    rows = [
        [
            row["phenomenon"],
            str(row["minimum_distance"]),
            f"{row['n']:,}",
            number(row["difference"], places, sign=True) + mark(row["p_bh"], alpha),
            interval(row["difference_low"], row["difference_high"], places),
            p_text(row["p_bh"]),
            f"{row['below']} of {row['systems']}",
            number(row["detectable"], places),
        ]
        for name in _lowest_first(of_phenomenon)
        for row in of_phenomenon[name]
    ]
    header = ["phenomenon", "d >=", "n", "difference", "95 % interval", "p (BH)", "systems below", "detectable"]
    caption = (
        f"{metric_in_words(effects, metric)}: mean over the systems of the score of the segments with a phenomenon"
        " minus that of their controls, by minimum distance d of the two words of a hit; n: segments. The 95 %"
        f" interval is of this number alone. *, p (BH): {significance(alpha)}. Systems below: those with a difference"
        " below 0. Detectable: the true difference that such a test finds four times in five."
        f" {_left_out(effects, of_phenomenon)}"
    )
    return Sheet(f"effects_{metric}", caption, header, rows, texts=1, signature=signature_of(effects))


def system_sheets(scores: Rows, effects: Rows, metric: str, *, places: int, alpha: float) -> list[Sheet]:
    """Phenomena by systems: the difference of each system on the largest set of each phenomenon, with marks.

    Args:
        scores, effects: the rows of SCORES and PHENOMENON_EFFECTS of one metric.
        places, alpha: as of `effect_sheet`.

    Returns:
        One sheet for every SYSTEMS systems: `systems_METRIC`, `systems_METRIC_2` and so on. Systems stand in the order
        of their scores of the whole corpus, the highest first.
    """
    of_phenomenon = _tested(effects)
    whole = {row["system"]: row["corpus_score"] for row in scores}
    systems = sorted(whole, key=lambda system: (-whole[system], system))
    by_set = {(row["phenomenon"], row["minimum_distance"], row["system"]): row for row in scores}
    groups = [systems[start : start + SYSTEMS] for start in range(0, len(systems), SYSTEMS)]
    sheets = []
    for part, group in enumerate(groups, 1):
        rows = []
        for name in _lowest_first(of_phenomenon):
            effect = of_phenomenon[name][0]
            cells = [by_set.get((name, effect["minimum_distance"], system)) for system in group]
            shown = [_difference(row, places, alpha) if row else "" for row in cells]
            numbers = [str(effect["minimum_distance"]), f"{effect['n']:,}", _difference(effect, places, alpha), *shown]
            rows.append([name, *numbers])
        caption = (
            f"{metric_in_words(scores, metric)}: each system on the segments with a phenomenon, minus its controls, at"
            " the smallest minimum distance d that is tested; n: segments; all: the mean over all systems; *:"
            f" {significance(alpha)}, over phenomena and distances for the mean, and over these and systems for the"
            " others. Systems stand in the order of their scores of the whole corpus."
            f" {_left_out(effects, of_phenomenon)}"
        )
        suffix = "" if len(groups) == 1 else f", part {part} of {len(groups)}"
        sheets.append(
            Sheet(
                f"systems_{metric}{f'_{part}' * (part > 1)}",
                caption.replace(":", f"{suffix}:", 1),
                ["phenomenon", "d >=", "n", "all", *group],
                rows,
                texts=1,
                dense=True,
                signature=signature_of(scores),
            )
        )
    return sheets


def metric_in_words(rows: Rows, metric: str) -> str:
    """The metric of rows for a caption, with its direction where that is not the usual one.

    Of scores that were brought, only their file's description knows the direction.
    """
    computed = metric in registry.names(metrics)
    lower = computed and not registry.load(metrics, metrics.Metric, metric).higher_is_better
    return f"{label_of(rows)}{' (lower is better)' if lower else ''}"


def _difference(row: Mapping[str, Any], places: int, alpha: float) -> str:
    return number(row["difference"], places, sign=True) + mark(row["p_bh"], alpha)


def _tested(effects: Rows) -> dict[str, list[Mapping[str, Any]]]:
    """By phenomenon, the effects that were tested, the largest set first, each set of segments once."""
    of_phenomenon: dict[str, list[Mapping[str, Any]]] = {}
    for row in sorted(effects, key=lambda row: row["minimum_distance"]):
        if row["p_bh"] is not None:
            rows = of_phenomenon.setdefault(row["phenomenon"], [])
            # Sets at minimum distances are nested: as many segments are the same ones.
            if not rows or rows[-1]["n"] != row["n"]:
                rows.append(row)
    return of_phenomenon


def _lowest_first(of_phenomenon: Mapping[str, Rows]) -> list[str]:
    return sorted(of_phenomenon, key=lambda name: (of_phenomenon[name][0]["difference"], name))


def _left_out(effects: Rows, tested: Mapping[str, Rows]) -> str:
    others = len({row["phenomenon"] for row in effects} - set(tested))
    have = "phenomenon has" if others == 1 else "phenomena have"
    return f"{others} {have} too few segments or controls to be tested."


def places_of(scores: Rows) -> int:
    """The decimals of a metric's scores."""
    return decimals(abs(row["corpus_score"]) for row in scores)
