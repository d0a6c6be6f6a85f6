"""Compute statistics of each segment, once per system and metric, and the scores of the whole corpus.

A score is a function of a sum of rows, so scoring thousands of samples costs one matrix multiplication.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors.formats.segments import hypothesis_texts, read_references
from extractors.formats.statistics import AgainstOne, Statistics, write_against, write_statistics
from extractors.scoring.metrics import count_references, create_metric, metric_signature


def statistics(
    *,
    system: str,
    metric: str,
    options: Mapping[str, Any],
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
) -> Statistics:
    """Compute the segment statistics of a system's hypotheses."""
    rows = create_metric(metric, options).statistics(hypotheses, references)
    signature = metric_signature(metric, options, references=count_references(references))
    return Statistics(system=system, metric=metric, rows=rows, signature=signature)


def against_each(
    metric: str,
    options: Mapping[str, Any],
    hypotheses: Mapping[str, Sequence[str]],
    humans: Mapping[str, Sequence[str]],
) -> Iterator[AgainstOne]:
    """Yield systems, and people as if they were systems, against each human reference by itself; none for one alone.

    Args:
        hypotheses, humans: the n segments of each system, and of each human reference.
    """
    for reference, texts in humans.items() if len(humans) > 1 else ():
        others = {name: text for name, text in humans.items() if name != reference}
        by_kind = (
            [
                statistics(system=name, metric=metric, options=options, hypotheses=text, references=[texts])
                for name, text in translations.items()
            ]
            for translations in (hypotheses, others)
        )
        yield AgainstOne(reference, *by_kind)


def against_to_files(
    systems: Mapping[str, str | Path],
    segments: str | Path,
    *,
    metric: str,
    options: Mapping[str, Any],
    humans: Sequence[str],
    output: str | Path,
) -> None:
    """Write the statistics against each human reference by itself, below the folder of the metric's statistics.

    Args:
        systems: a table HYPOTHESES of each.
        segments: a table SEGMENTS, for its references.
        humans: the references by people; of fewer than two there is nothing to write.
    """
    if len(humans) < 2:
        return
    references = read_references(segments)
    hypotheses = {name: hypothesis_texts(path) for name, path in systems.items()}
    for pairs in against_each(metric, options, hypotheses, {name: references[name] for name in humans}):
        write_against(pairs, output)


def statistics_to_file(
    hypotheses: str | Path,
    segments: str | Path,
    *,
    system: str,
    metric: str,
    options: Mapping[str, Any],
    output: str | Path,
) -> int:
    """Compute a metric's segment statistics of a system's output, and write them; return the number of segments.

    Args:
        hypotheses: the output, a table HYPOTHESES.
        segments: the references, a table SEGMENTS.
    """
    segment_statistics = statistics(
        system=system,
        metric=metric,
        options=options,
        hypotheses=hypothesis_texts(hypotheses),
        references=list(read_references(segments).values()),
    )
    write_statistics(segment_statistics, output)
    return len(segment_statistics.rows)


def corpus_scores(systems: Sequence[Statistics], options: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Score the whole corpus: return mappings with system, metric, n, score, signature."""
    return [
        {
            "system": statistics.system,
            "metric": statistics.metric,
            "n": len(statistics.rows),
            "score": float(
                create_metric(statistics.metric, options.get(statistics.metric, {})).score(statistics.rows.sum(axis=0))
            ),
            "signature": statistics.signature,
        }
        for statistics in systems
    ]
