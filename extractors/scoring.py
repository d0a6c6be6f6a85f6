"""Score: every system on the whole corpus, every challenge set and every control sample.

The statistics of each segment are computed once per system and metric; a score is then a function of
a sum of rows, so that thousands of samples cost one multiplication of matrices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from scipy.sparse import csr_array

from extractors import __version__, metrics, registry, tables
from extractors.controls import UNMATCHED
from extractors.errors import InputError
from extractors.logs import log
from extractors.metrics import FloatArray, Metric
from extractors.sets import Range, check_ids, key

TOLERANCE = 1e-9
"""Scores closer than this are equal: sums of the same rows in another order differ in the last bits."""


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
    """The metric of that name with options; an unknown name or option is refused with the nearest."""
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
    made = create_metric(metric, options)
    rows = made.statistics(hypotheses, references)
    return Statistics(
        system=system, metric=metric, rows=rows, signature=f"{made.label}|{made.signature(len(references))}"
    )


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


def _sums(samples: np.ndarray[Any, np.dtype[np.int32]], rows: FloatArray) -> FloatArray:
    """(S, k) sums of the rows that each sample names; (S, m) segment_ids, UNMATCHED ones left out."""
    inside = samples != UNMATCHED
    sample = np.broadcast_to(np.arange(len(samples))[:, None], samples.shape)[inside]
    counts = csr_array((np.ones(len(sample)), (sample, samples[inside])), shape=(len(samples), len(rows)))
    sums: FloatArray = counts @ rows
    return sums


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


def score(
    systems: Sequence[Statistics],
    sampled: Sequence[SampledSet],
    options: Mapping[str, Mapping[str, Any]],
    *,
    run: str = "",
) -> list[dict[str, Any]]:
    """Score rows, for every system, metric and set, in the order of the arguments.

    The control columns are empty (None) where there are no control samples, or the set is empty.

    Args:
        systems: the statistics to score; all over the same segments.
        options: the options of each metric.
        run: the signature of how the sets were made.

    Returns:
        Mappings with the columns of SCORES and BUCKET_SCORES, and `kind`.
    """
    rows = []
    for metric in dict.fromkeys(s.metric for s in systems):
        made = create_metric(metric, options.get(metric, {}))
        of_metric = [s for s in systems if s.metric == metric]
        stacked = np.stack([s.rows for s in of_metric], axis=1)
        n, count, k = stacked.shape
        flat = stacked.reshape(n, count * k)
        corpus = made.score(flat.sum(axis=0).reshape(count, k))
        for one in sampled:
            check_ids(one.ids, n, f"the set {one.phenomenon} {one.range.name}")
            check_ids(one.samples[one.samples != UNMATCHED], n, f"a control of {one.phenomenon} {one.range.name}")
            of_set = made.score(flat[one.ids].sum(axis=0).reshape(count, k))
            drawn = made.score(_sums(one.samples, flat).reshape(len(one.samples), count, k))
            for i, system in enumerate(of_metric):
                row = _row(system, one, float(corpus[i]), float(of_set[i]), drawn[:, i])
                rows.append(row | {"run": run})
    return rows


def _row(system: Statistics, one: SampledSet, corpus: float, of_set: float, drawn: FloatArray) -> dict[str, Any]:
    row: dict[str, Any] = {
        "system": system.system,
        "phenomenon": one.phenomenon,
        "kind": one.range.kind,
        "minimum_distance": one.range.distance_from,
        "distance_from": one.range.distance_from,
        "distance_below": one.range.distance_below,
        "metric": system.metric,
        "n": len(one.ids),
        "score": of_set if len(one.ids) and np.isfinite(of_set) else None,
        "corpus_score": corpus,
        "control_mean": None,
        "control_low": None,
        "control_high": None,
        "control_at_or_below": None,
        "unmatched": one.unmatched,
        "signature": system.signature,
    }
    # A sample in which no segment has a control has no score; it cannot stand beside the others.
    drawn = drawn[np.isfinite(drawn)]
    if row["score"] is not None and len(drawn):
        low, high = np.quantile(drawn, [0.025, 0.975])
        row |= {
            "control_mean": float(drawn.mean()),
            "control_low": float(low),
            "control_high": float(high),
            "control_at_or_below": float((drawn <= of_set + TOLERANCE).mean()),
        }
    return row


def score_to_files(
    statistics: Iterable[str | Path],
    sets: str | Path,
    controls: str | Path,
    *,
    options: Mapping[str, Mapping[str, Any]],
    scores: str | Path,
    by_bucket: str | Path,
    corpus: str | Path,
) -> None:
    """Score all systems and write the three tables: by minimum distance, by bucket, whole corpus."""
    systems = [read_statistics(path) for path in statistics]
    control_table = tables.read(tables.CONTROLS, controls)
    sampled = sampled_sets(tables.read(tables.SETS, sets), control_table)
    run = tables.run_signature(control_table, f"version:{__version__}")
    names = len({s.system for s in systems})
    log.info("scoring %d systems on %d sets with %d metrics", names, len(sampled), len(options))
    by_minimum, others = tables_of(score(systems, sampled, options, run=run))
    tables.write(tables.CORPUS_SCORES.table(corpus_scores(systems, options)), corpus)
    tables.write(others, by_bucket)
    tables.write(by_minimum, scores)


def tables_of(rows: Iterable[Mapping[str, Any]]) -> tuple[pa.Table, pa.Table]:
    """The rows as the tables SCORES (minimum distances) and BUCKET_SCORES (exact ones and buckets)."""
    rows = list(rows)
    by_minimum = [row for row in rows if row["kind"] == "minimum"]
    by_bucket = [row for row in rows if row["kind"] != "minimum"]
    return tables.SCORES.table(by_minimum), tables.BUCKET_SCORES.table(by_bucket)
