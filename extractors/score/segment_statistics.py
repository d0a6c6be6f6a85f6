"""What is scored: the statistics of each segment, once per system and metric, and the sets with their controls.

A score is a function of a sum of rows, so that thousands of samples cost one multiplication of matrices. What
the scores of sets allow one to conclude is in extractors.score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from extractors.formats.statistics import Statistics
from extractors.metrics import create_metric, metric_signature


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
    made = metric_signature(metric, options, references=len(references))
    return Statistics(system=system, metric=metric, rows=rows, signature=made)


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
