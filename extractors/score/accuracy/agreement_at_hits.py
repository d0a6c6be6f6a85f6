"""Who finds errors at phenomena: the hits that people marked in outputs, beside those that a metric marked.

A hit is marked by people if at least half of an output's raters marked an error in its words. Only outputs that both
looked at count. Intervals are Wilson's on the effective number of hits, by document where enough are known
(extractors.score.statistics.proportions).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from extractors.score.accuracy.accuracy_effects import number
from extractors.score.statistics import proportions
from extractors.score.statistics.estimates import FEWEST

MAJORITY = 0.5
"""The share of raters from which a hit is marked."""
HitKey = tuple[str, int, str, int, int]
"""System, segment, phenomenon, head and dependent."""


class BothMarks(NamedTuple):
    """A hit that people and a metric looked at, with whether they marked it."""

    segment: int
    people: bool
    metric: bool


def agreement_rows(
    people: Sequence[Mapping[str, Any]],
    metrics: Sequence[Mapping[str, Any]],
    *,
    clusters: npt.NDArray[np.int64],
    run: str,
) -> list[dict[str, Any]]:
    """The rows of ERROR_AGREEMENT: each phenomenon and all together, of each system and all together.

    Args:
        people, metrics: rows of HUMAN_ERROR_HITS; a metric's campaign is its name.
        clusters: (N,) what is independent, by segment.
    """
    marked_by_metric = {campaign: _by_key(rows) for campaign, rows in _by_campaign(metrics).items()}
    found = []
    for campaign, rows in _by_campaign(people).items():
        by_people = _by_key(rows)
        for metric, by_metric in marked_by_metric.items():
            groups: dict[tuple[str | None, str | None], list[BothMarks]] = defaultdict(list)
            for key in by_people.keys() & by_metric.keys():
                system, segment, phenomenon = key[:3]
                marks = BothMarks(segment, by_people[key], by_metric[key])
                for group in ((s, p) for s in (None, system) for p in (None, phenomenon)):
                    groups[group].append(marks)
            for (group_system, group_phenomenon), marks_of in sorted(groups.items(), key=_missing_first):
                found.append(
                    {
                        "campaign": campaign,
                        "metric": metric,
                        "system": group_system,
                        "phenomenon": group_phenomenon,
                        **_counts(sorted(marks_of), clusters),
                        "run": run,
                    }
                )
    return found


def _by_campaign(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["campaign"], []).append(row)
    return found


def _by_key(rows: Sequence[Mapping[str, Any]]) -> dict[HitKey, bool]:
    return {
        (row["system"], row["segment_id"], row["phenomenon"], row["head"], row["dependent"]): row["marked"] >= MAJORITY
        for row in rows
    }


def _missing_first(group: tuple[tuple[str | None, str | None], Any]) -> tuple[str, str]:
    system, phenomenon = group[0]
    return system or "", phenomenon or ""


def _counts(marks: Sequence[BothMarks], clusters: npt.NDArray[np.int64]) -> dict[str, Any]:
    segment, people, metric = (np.array(column) for column in zip(*marks, strict=True))
    segments = len(np.unique(segment))
    of = clusters[segment]
    return {
        "n": len(marks),
        "segments": segments,
        "too_small": segments < FEWEST,
        "by_people": int(people.sum()),
        "by_metric": int(metric.sum()),
        "by_both": int((people & metric).sum()),
        **dict(_share("found", metric, people, of)),
        **dict(_share("confirmed", people, metric, of)),
        "marked_by_metric": float(metric.mean()),
        "marked_by_people": float(people.mean()),
    }


def _share(
    name: str, marked: npt.NDArray[np.bool_], among: npt.NDArray[np.bool_], clusters: npt.NDArray[np.int64]
) -> Iterator[tuple[str, float | None]]:
    """The share of some hits that is marked, with its interval; missing where there are none."""
    if not among.any():
        yield from ((name + end, None) for end in ("", "_low", "_high"))
        return
    bounds = proportions.interval(marked[among].astype(float)[:, None], clusters[among])
    yield from ((name + end, number(bound[0])) for end, bound in zip(("", "_low", "_high"), bounds, strict=True))
