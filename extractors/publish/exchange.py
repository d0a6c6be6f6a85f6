"""A scored corpus for other tools, and the items of subset2evaluate.

Source: README of zouharvi/subset2evaluate.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from extractors.config import results_config
from extractors.core.arrays import Float64
from extractors.core.errors import InputError, unknown
from extractors.core.files import write_text
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.segments import Corpus, read_corpus, read_hypotheses
from extractors.formats.statistics import read_statistics
from extractors.score.metrics import metric_of_segments
from extractors.score.run_manifest import Manifest, read_manifest


@dataclass(frozen=True)
class ScoredCorpus:
    """What a run left of a corpus; `systems` has their outputs."""

    folder: Path
    corpus: Corpus
    systems: Mapping[str, Sequence[str]]
    manifest: Manifest

    @classmethod
    def of(cls, folder: Path) -> ScoredCorpus:
        """Read the results of a corpus."""
        outputs = results_config.systems_of(folder)
        if not outputs:
            raise InputError("no outputs of systems", path=folder, remedy="score the corpus: snakemake score")
        return cls(
            folder,
            read_corpus(folder / "segments.parquet"),
            {system: read_hypotheses(path) for system, path in outputs.items()},
            read_manifest(folder / "manifest.json"),
        )

    def scores(self, metric: str) -> dict[str, Float64]:
        """(n,) the scores of each system's segments, NaN where there is none."""
        options = self.manifest.metrics
        if metric not in options:
            raise unknown("metric of these results", metric, options)
        scorer = metric_of_segments(metric, options[metric])
        found = {}
        for system in self.systems:
            rows = read_statistics(self.folder / f"statistics/{metric}/{system}.parquet").rows
            if len(rows) != len(self.corpus):
                raise InputError(
                    f"{len(rows)} segments, but the corpus has {len(self.corpus)}",
                    path=self.folder / f"statistics/{metric}/{system}.parquet",
                    remedy="score the corpus again: snakemake score",
                )
            found[system] = scorer.score(rows.astype(np.float64))
        return found


def write_items(results: ScoredCorpus, path: Path) -> int:
    """Write the items of subset2evaluate as JSON Lines, one a segment; how many there are.

    Beside its own keys (i, src, ref, tgt, domain, doc, scores) an item has `phenomena`: the largest distance of the
    hits of each phenomenon in the segment.
    """
    written = 0
    with write_text(path) as out:
        for item in items(results):
            out.write(json.dumps(item, ensure_ascii=False) + "\n")
            written += 1
    return written


def items(results: ScoredCorpus) -> Iterator[dict[str, Any]]:
    """The items, in the order of the segments; scores that are missing are left out."""
    names = tables.read(COVARIATES, results.folder / "covariates.parquet")
    domains, documents = (names.column(name).to_pylist() for name in ("domain", "document"))
    scores = {metric: results.scores(metric) for metric in results.manifest.metrics}
    reference = next(iter(results.corpus.references.values()))
    phenomena = distances_by_segment(results.folder / "hits.parquet")
    for i, source in enumerate(results.corpus.source):
        item: dict[str, Any] = {
            "i": i,
            "src": source,
            "ref": reference[i],
            "tgt": {system: texts[i] for system, texts in results.systems.items()},
            "scores": {
                system: {metric: float(of[system][i]) for metric, of in scores.items() if math.isfinite(of[system][i])}
                for system in results.systems
            },
            "phenomena": phenomena.get(i, {}),
        }
        more = {"domain": domains[i], "doc": documents[i]}
        yield item | {key: value for key, value in more.items() if value is not None}


def distances_by_segment(hits: Path) -> dict[int, dict[str, int]]:
    """By segment: the largest distance of each phenomenon in it."""
    found: dict[int, dict[str, int]] = {}
    table = tables.read(HITS, hits)
    columns = (table.column(name).to_pylist() for name in ("segment_id", "phenomenon", "distance_set"))
    for segment, phenomenon, distance in zip(*columns, strict=True):
        of_segment = found.setdefault(segment, {})
        of_segment[phenomenon] = max(distance, of_segment.get(phenomenon, distance))
    return found
