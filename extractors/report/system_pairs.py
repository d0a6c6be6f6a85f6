"""Each two systems on each set, for the page's section on two systems: comparisons, ranks, confounds.

{
  "alpha", "systems", "phenomena": names, "metrics": [{"name", "label", "higher_is_better", "decimals"}],
  "small": sets that are too small to be tested and are not here,
  "tested": sets that were tested, of all metrics; "left_out": those of them that the page has no room for,
  "sets": [{"metric", "phenomenon": numbers, "distance", "n", "pairs", "ranks"}],
  "confounds": null, or {"matched_on": names, "rows": [[metric, phenomenon, distance, matched on, n, unmatched,
                         [difference, low, high] or null of each system]]}
}

`pairs` has for each of COMPARED a list with one number for each pair, null where there is none: first with second
system, first with third, ..., second with third, ...; a number is of the former minus the latter. `ranks` has rows
[system, score, rank, cluster, best rank, worst rank], best first.
"""

import math
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.confounds import CONFOUNDS
from extractors.formats.scores import SYSTEM_COMPARISONS, SYSTEM_RANKS
from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.report.packing import fitting, packed
from extractors.report.pair_table import ESTIMATES, turned
from extractors.report.results import ReportedResults

VALUES = ("difference", "difference_low", "difference_high", "interaction", "interaction_low", "interaction_high")
P_VALUES = ("p_bh", "interaction_p_bh")
COMPARED = (*VALUES, *P_VALUES)
RANKED = ("rank", "cluster", "best_rank", "worst_rank")
DIGITS_OF_P = 3

TESTED = ~pc.field("too_small")
Key = tuple[str, str, int]
"""Metric, phenomenon, minimum distance."""


def systems_data(results: ReportedResults, folder: Path, *, max_bytes: int) -> bytes:
    """The data of the section, gzipped; the same for the same results.

    Where not all fits, sets are left out, of the metric that is shown first last, and the widest sets last.

    Args:
        folder: the results of the corpus.
    """
    if len(results.systems) < 2:
        return packed(None)
    comparisons = tables.read(SYSTEM_COMPARISONS, folder / SYSTEM_COMPARISONS.file, where=TESTED)
    every_rank = tables.read(SYSTEM_RANKS, folder / SYSTEM_RANKS.file)
    small = {_key(row)[1:] for row in every_rank.filter(~TESTED).to_pylist()}
    sets = list(_sets(results, comparisons, every_rank.filter(TESTED)))
    head = {
        "alpha": results.alpha,
        "fewest": FEWEST_SEGMENTS,
        "systems": results.systems,
        "phenomena": list(results.phenomena),
        "metrics": [
            {name: getattr(metric, name) for name in ("name", "label", "higher_is_better", "decimals")}
            for metric in results.metrics.values()
        ],
        "small": len(small),
        "tested": len(sets),
        "confounds": _confounds(results, folder),
    }
    shown = fitting(sets, max_bytes - len(packed(head)))
    if len(shown) < len(sets):
        log.warning(
            "%s: to stay below its size (report: megabytes), the page compares two systems on %d of %d sets",
            folder,
            len(shown),
            len(sets),
        )
    return packed(head | {"left_out": len(sets) - len(shown), "sets": shown})


def _key(row: Mapping[str, Any]) -> Key:
    return row["metric"], row["phenomenon"], row["minimum_distance"]


def _sets(results: ReportedResults, comparisons: pa.Table, ranks: pa.Table) -> Iterator[dict[str, Any]]:
    """The sets, those first that are to be left out last: of the first metric, and at small distances."""
    metrics, phenomena = list(results.metrics), list(results.phenomena)
    places = {pair: number for number, pair in enumerate(combinations(results.systems, 2))}
    pairs: dict[Key, dict[str, list[Any]]] = {}
    sizes: dict[Key, int] = {}
    for row in comparisons.to_pylist():
        key = _key(row)
        sizes[key] = row["n"]
        of_set = pairs.setdefault(key, {name: [None] * len(places) for name in COMPARED})
        _put(of_set, row, places, digits=results.metrics[row["metric"]].decimals + 1, alpha=results.alpha)
    ranked: dict[Key, list[list[Any]]] = {}
    for row in ranks.to_pylist():
        score = round(row["score"], results.metrics[row["metric"]].decimals)
        ranked.setdefault(_key(row), []).append(
            [results.systems.index(row["system"]), score, *(row[name] for name in RANKED)]
        )
    for key in sorted(pairs, key=lambda key: (metrics.index(key[0]), key[2], phenomena.index(key[1]))):
        metric, phenomenon, distance = key
        yield {
            "metric": metrics.index(metric),
            "phenomenon": phenomena.index(phenomenon),
            "distance": distance,
            "n": sizes[key],
            "pairs": pairs[key],
            "ranks": ranked.get(key, []),
        }


def _put(
    of_set: dict[str, list[Any]],
    row: Mapping[str, Any],
    places: Mapping[tuple[str, str], int],
    *,
    digits: int,
    alpha: float,
) -> None:
    """Put the numbers of a pair into the lists of its set."""
    pair = row["system_a"], row["system_b"]
    sign = 1 if pair in places else -1
    place = places[pair if sign > 0 else (row["system_b"], row["system_a"])]
    for estimate in ESTIMATES:
        for name, value in turned(row, estimate, sign=sign).items():
            of_set[name][place] = _rounded(value, digits)
    for name in P_VALUES:
        of_set[name][place] = short_p(row[name], alpha)


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None or not math.isfinite(value) else round(value, digits)


def short_p(p: float | None, alpha: float) -> float | None:
    """A p-value with few digits, on the same side of alpha."""
    if p is None:
        return None
    short = float(f"{p:.{DIGITS_OF_P}g}")
    return short if (short < alpha) == (p < alpha) else p


def _confounds(results: ReportedResults, folder: Path) -> dict[str, Any] | None:
    """The differences of each system under each matching of the controls; None where the run has none."""
    path = folder / CONFOUNDS.file
    if not path.is_file():
        return None
    metrics, phenomena = list(results.metrics), list(results.phenomena)
    matched_on: list[str] = []
    rows: dict[tuple[Key, str], list[Any]] = {}
    for row in tables.read(CONFOUNDS, path).to_pylist():
        metric, phenomenon, distance = key = _key(row)
        if row["n"] < FEWEST_SEGMENTS or metric not in metrics or phenomenon not in phenomena:
            continue
        if row["matched_on"] not in matched_on:
            matched_on.append(row["matched_on"])
        place = [metrics.index(metric), phenomena.index(phenomenon), distance, matched_on.index(row["matched_on"])]
        nobody: list[Any] = [None] * len(results.systems)
        of_row = rows.setdefault((key, row["matched_on"]), [*place, row["n"], row["unmatched"], nobody])
        if row["difference"] is not None and row["system"] in results.systems:
            digits = results.metrics[metric].decimals + 1
            of_row[-1][results.systems.index(row["system"])] = [
                _rounded(row[name], digits) for name in ("difference", "difference_low", "difference_high")
            ]
    return {"matched_on": matched_on, "rows": list(rows.values())}
