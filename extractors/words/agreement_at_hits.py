"""Compare who finds errors at phenomena: the hits that people marked in outputs, and the hits that a metric marked.

A hit is marked by people if at least half of an output's raters marked an error in its words. Only outputs that both
looked at count. Intervals are Wilson's on the effective number of hits, by document where enough are known
(extractors.scoring.statistics.proportions).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from extractors.core.arrays import Bool, Int64
from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.scoring.corrections import finite
from extractors.scoring.statistics import proportions

MAJORITY = 0.5
"""The share of raters from which a hit is marked."""
HitKey = tuple[str, int, str, int, int]
"""System, segment, phenomenon, head and dependent."""
BothMarks = tuple[int, bool, bool]
"""The segment of a hit that people and a metric looked at, and whether they marked it."""


def agreement_rows(
    people: Sequence[Mapping[str, Any]],
    metrics: Sequence[Mapping[str, Any]],
    *,
    clusters: Int64,
    run: str,
) -> list[dict[str, Any]]:
    """Return the rows of ERROR_AGREEMENT: for each phenomenon and all together, by system and for all systems together.

    Args:
        people, metrics: rows of HUMAN_ERROR_HITS; a metric's annotation is its name.
        clusters: (N,) the independent cluster of each segment.
    """
    marked_by_metric = _marked(metrics)
    rows = []
    for annotation, by_people in _marked(people).items():
        for metric, by_metric in marked_by_metric.items():
            groups: dict[tuple[str | None, str | None], list[BothMarks]] = defaultdict(list)
            for key in by_people.keys() & by_metric.keys():
                system, segment, phenomenon = key[:3]
                # None stands for all systems, or all phenomena, so that each hit counts in four groups.
                for group in ((s, p) for s in (None, system) for p in (None, phenomenon)):
                    groups[group].append((segment, by_people[key], by_metric[key]))
            for group in sorted(groups, key=lambda names: [name or "" for name in names]):
                names_of_group = {
                    "annotation": annotation,
                    "metric": metric,
                    "system": group[0],
                    "phenomenon": group[1],
                }
                rows.append(names_of_group | _counts(sorted(groups[group]), clusters) | {"run": run})
    return rows


def _marked(rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[HitKey, bool]]:
    """Return, by annotation, whether each hit is marked."""
    by_annotation: dict[str, dict[HitKey, bool]] = defaultdict(dict)
    for row in rows:
        key = (row["system"], row["segment_id"], row["phenomenon"], row["head"], row["dependent"])
        by_annotation[row["annotation"]][key] = row["marked"] >= MAJORITY
    return by_annotation


def _counts(marks: Sequence[BothMarks], clusters: Int64) -> dict[str, Any]:
    segment, people, metric = (np.array(column) for column in zip(*marks, strict=True))
    segments = len(np.unique(segment))
    cluster = clusters[segment]
    return {
        "n": len(marks),
        "too_small": segments < FEWEST_SEGMENTS,
        # Recall and precision of the metric, taking people to be right.
        **_share("found", metric, people, cluster),
        **_share("confirmed", people, metric, cluster),
        "marked_by_metric": float(metric.mean()),
        "marked_by_people": float(people.mean()),
    }


def _share(name: str, marked: Bool, among: Bool, clusters: Int64) -> dict[str, float | None]:
    """Return the share of hits in `among` that are marked, with its interval; None where there are no such hits."""
    names = (name, f"{name}_low", f"{name}_high")
    if not among.any():
        return dict.fromkeys(names)
    bounds = proportions.interval(marked[among].astype(float)[:, None], clusters[among])
    return {bound_name: finite(bound[0]) for bound_name, bound in zip(names, bounds, strict=True)}
