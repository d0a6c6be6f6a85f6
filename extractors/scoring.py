"""What is scored: the statistics of each segment, once per system and metric, and the sets with their controls.

A score is a function of a sum of rows, so that thousands of samples cost one multiplication of matrices. What
the scores of sets allow one to conclude is in extractors.conclusions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from extractors import metrics, registry, tables
from extractors.controls import UNMATCHED
from extractors.errors import InputError
from extractors.logs import log
from extractors.metrics import FloatArray, Metric
from extractors.metrics._segment_scores import SegmentScores
from extractors.sets import Range, key


@dataclass(frozen=True)
class Statistics:
    """One system under one metric.

    Attributes:
        rows: (n, k) sufficient statistics of the corpus's segments.
        signature: the metric's name and signature for the number of references, as sacreBLEU prints them.
    """

    system: str
    metric: str
    rows: FloatArray
    signature: str


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


def write_statistics(found: Statistics, path: str | Path) -> None:
    """Write segment statistics as Parquet: one column a statistic, one row a segment."""
    columns = {f"statistic_{i}": column for i, column in enumerate(found.rows.T)}
    table = tables.with_metadata(pa.table(columns), system=found.system, metric=found.metric, signature=found.signature)
    tables.write(table, path)


def read_statistics(path: str | Path) -> Statistics:
    """Read segment statistics that `write_statistics` wrote."""
    if not Path(path).is_file():
        raise InputError("no such file (segment statistics)", path=path, remedy="score the system first")
    table = pq.read_table(path)
    system, metric, signature = (tables.metadata(table, k, path) for k in ("system", "metric", "signature"))
    rows = np.column_stack([column.to_numpy() for column in table.columns])
    return Statistics(system=system, metric=metric, rows=rows, signature=signature)


def read_all(paths: Iterable[str | Path]) -> list[Statistics]:
    """Read the statistics of systems, without those that have no scores (see `with_scores`)."""
    return with_scores([read_statistics(path) for path in paths])


def with_scores(found: Sequence[Statistics]) -> list[Statistics]:
    """The statistics without those of systems that have none: no segment of theirs has a score.

    They come from scores that a user brings and that may lack a system; as a row of tables it would have no score.
    """
    for one in found:
        if not one.rows.any():
            log.info("%s has no scores of %s and is left out of its tables", one.metric, one.system)
    return [one for one in found if one.rows.any()]


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
        samples.setdefault(key(row), []).append(row["segment_ids"])
    found = []
    for row in sets.to_pylist():
        phenomenon, r = key(row)
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
