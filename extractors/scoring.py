"""What is scored: the statistics of each segment, once per system and metric, and the sets with their controls.

A score is a function of a sum of rows, so that thousands of samples cost one multiplication of matrices. What
the scores of sets allow one to conclude is in extractors.conclusions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from extractors import metrics
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.formats.sets import UNMATCHED, Range, set_key
from extractors.formats.statistics import Statistics
from extractors.metrics import Metric
from extractors.metrics._segment_scores import SegmentScores


def create_metric(name: str, options: Mapping[str, Any]) -> Metric:
    """The metric of that name with options; an unknown name or option is refused with the nearest.

    One with the option `segment_scores` is the mean of scores that the user brings.
    """
    if options.get("segment_scores"):
        return SegmentScores(name=name, higher_is_better=options["higher_is_better"])
    return registry.create(metrics, Metric, name, options)


def statistics(
    *,
    system: str,
    metric: str,
    options: Mapping[str, Any],
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
) -> Statistics:
    """The segment statistics of a system's hypotheses."""
    rows = create_metric(metric, options).statistics(hypotheses, references)
    made = signature(metric, options, references=len(references))
    return Statistics(system=system, metric=metric, rows=rows, signature=made)


def signature(metric: str, options: Mapping[str, Any], *, references: int) -> str:
    """The name and signature of a metric for a number of references, as sacreBLEU prints them."""
    made = create_metric(metric, options)
    return f"{made.label}|{made.signature(references)}"


@dataclass(frozen=True)
class SampledSet:
    """A challenge set and its control samples.

    Attributes:
        ids: (n,) segment_ids of the set.
        samples: (S, n) segment_ids of each control sample, UNMATCHED where a segment has no control.
    """

    phenomenon: str
    range: Range
    ids: np.ndarray[Any, np.dtype[np.int32]]
    samples: np.ndarray[Any, np.dtype[np.int32]]

    @property
    def unmatched(self) -> int:
        return int((self.samples[0] == UNMATCHED).sum()) if len(self.samples) else 0


def sampled_sets(sets: pa.Table, controls: pa.Table | None) -> list[SampledSet]:
    """Bring sets and their control samples together.

    Raises:
        InputError: a set has no control samples in the table, or they are of another size.
    """
    samples: dict[tuple[str, Range], list[list[int]]] = {}
    for row in [] if controls is None else controls.to_pylist():
        samples.setdefault(set_key(row), []).append(row["segment_ids"])
    found = []
    for row in sets.to_pylist():
        phenomenon, r = set_key(row)
        ids = np.array(row["segment_ids"], dtype=np.int32)
        drawn = samples.get((phenomenon, r), [])
        if controls is not None and (not drawn or any(len(s) != len(ids) for s in drawn)):
            raise InputError(
                f"the controls do not fit the set {phenomenon} {r.name}",
                remedy="draw the controls again from these sets",
            )
        matrix = np.array(drawn, dtype=np.int32).reshape(len(drawn), len(ids))
        found.append(SampledSet(phenomenon=phenomenon, range=r, ids=ids, samples=matrix))
    return found


def corpus_scores(systems: Sequence[Statistics], options: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Scores of the whole corpus: mappings with system, metric, n, score, signature."""
    return [
        {
            "system": one.system,
            "metric": one.metric,
            "n": len(one.rows),
            "score": float(create_metric(one.metric, options.get(one.metric, {})).score(one.rows.sum(axis=0))),
            "signature": one.signature,
        }
        for one in systems
    ]
