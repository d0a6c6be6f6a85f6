"""Statistics of each segment, computed once per system and metric, and the scores of the whole corpus.

A score is a function of a sum of rows, so scoring thousands of samples costs one matrix multiplication.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors.formats.segments import hypothesis_texts, read_references
from extractors.formats.statistics import Statistics, write_statistics
from extractors.score.metrics import count_references, create_metric, metric_signature


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
    signature = metric_signature(metric, options, references=count_references(references))
    return Statistics(system=system, metric=metric, rows=rows, signature=signature)


def statistics_to_file(
    hypotheses: str | Path,
    segments: str | Path,
    *,
    system: str,
    metric: str,
    options: Mapping[str, Any],
    output: str | Path,
) -> int:
    """Write the segment statistics of a system's hypotheses; the number of segments.

    Args:
        hypotheses: a table HYPOTHESES.
        segments: a table SEGMENTS, for its references.
    """
    found = statistics(
        system=system,
        metric=metric,
        options=options,
        hypotheses=hypothesis_texts(hypotheses),
        references=list(read_references(segments).values()),
    )
    write_statistics(found, output)
    return len(found.rows)


def corpus_scores(systems: Sequence[Statistics], options: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Scores of the whole corpus: mappings with system, metric, n, score, signature."""
    return [
        {
            "system": of_system.system,
            "metric": of_system.metric,
            "n": len(of_system.rows),
            "score": float(
                create_metric(of_system.metric, options.get(of_system.metric, {})).score(of_system.rows.sum(axis=0))
            ),
            "signature": of_system.signature,
        }
        for of_system in systems
    ]
