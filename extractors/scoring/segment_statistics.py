"""Compute statistics of each segment, once per system and metric, and the scores of the whole corpus.

A score is a function of a sum of rows, so scoring thousands of samples costs one matrix multiplication.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors.formats.segments import hypothesis_texts, read_references, system_files
from extractors.formats.statistics import AgainstOne, Statistics, write_against, write_statistics
from extractors.scoring.metrics import count_references, create_metric, metric_signature

SYSTEMS_AT_ONCE = 8


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
    if len(humans) < 2:
        return
    of_systems = _of_groups(metric, options, hypotheses, humans, [[name] for name in humans])
    for reference, systems in zip(humans, of_systems, strict=True):
        yield AgainstOne(reference, systems, _of_people(metric, options, humans, reference))


def _of_groups(
    metric: str,
    options: Mapping[str, Any],
    outputs: Mapping[str, Sequence[str]],
    references: Mapping[str, Sequence[str]],
    groups: Sequence[Sequence[str]],
) -> list[list[Statistics]]:
    """Compute the statistics of outputs against each group of references, by their names."""
    found = create_metric(metric, options).statistics_of_groups(outputs, references, groups)
    counts = [count_references([references[name] for name in group]) for group in groups]
    signatures = [metric_signature(metric, options, references=count) for count in counts]
    return [
        [Statistics(system=name, metric=metric, rows=rows, signature=signature) for name, rows in by_system.items()]
        for by_system, signature in zip(found, signatures, strict=True)
    ]


def _of_people(
    metric: str, options: Mapping[str, Any], humans: Mapping[str, Sequence[str]], reference: str
) -> list[Statistics]:
    """Compute the statistics of the other human references against one."""
    others = {name: texts for name, texts in humans.items() if name != reference}
    (found,) = _of_groups(metric, options, others, humans, [[reference]])
    return found


def statistics_to_files(
    systems: Mapping[str, str | Path],
    segments: str | Path,
    *,
    metric: str,
    options: Mapping[str, Any],
    humans: Sequence[str],
    folder: str | Path,
) -> None:
    """Compute a metric's segment statistics of all systems, and write them into its folder.

    With two human references or more, systems and people against each of these by itself, too.

    Args:
        systems: a table HYPOTHESES of each.
        segments: a table SEGMENTS, for its references.
        humans: the references by people.
    """
    references = read_references(segments)
    alone = list(humans) if len(humans) > 1 else []
    names = list(systems)
    # Their statistics are in memory together.
    for start in range(0, len(names), SYSTEMS_AT_ONCE):
        outputs = {name: hypothesis_texts(systems[name]) for name in names[start : start + SYSTEMS_AT_ONCE]}
        groups = [list(references), *([name] for name in alone)]
        together, *by_one = _of_groups(metric, options, outputs, references, groups)
        for (_, path), found in zip(system_files(folder, outputs).items(), together, strict=True):
            write_statistics(found, path)
        for reference, of_systems in zip(alone, by_one, strict=True):
            write_against(AgainstOne(reference, of_systems, []), folder)
    people = {name: references[name] for name in alone}
    for reference in alone:
        write_against(AgainstOne(reference, [], _of_people(metric, options, people, reference)), folder)


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
