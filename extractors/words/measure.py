"""Judge every hit and its controls in every output, and make the tables of accuracy."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Bool, Float64, Int32, Int64
from extractors.core.errors import InputError
from extractors.core.logs import progress
from extractors.formats.accuracy import ACCURACY, ACCURACY_HITS
from extractors.formats.origin import origin_of
from extractors.formats.sets import Range
from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.formats.word_evidence import WORD_EVIDENCE
from extractors.phenomena.estimands import SOURCE
from extractors.scoring.corrections import finite
from extractors.scoring.documents import ALONE, SegmentClusters
from extractors.scoring.statistics import proportions
from extractors.words import intervals
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.controls import NO_CONTROL
from extractors.words.evidence import EvidenceText
from extractors.words.lemmas import TargetLemmas
from extractors.words.preparing import OF_HIT, SIDES, Prepared, PreparedEntries, signature
from extractors.words.rendering_judge import RenderingJudge, RenderingVerdict
from extractors.words.word_order import OrderAsked, OrderJudge, hits_of, spans_of


class AccuracyTables(NamedTuple):
    """The tables ACCURACY, ACCURACY_HITS and WORD_EVIDENCE."""

    accuracy: pa.Table
    by_hit: pa.Table
    evidence: pa.Table


def measure(
    corpus: Prepared,
    systems: Mapping[str, EvidenceText],
    *,
    ranges: Mapping[str, Sequence[Range]],
    lemmas: TargetLemmas,
    settings: AccuracySettings,
    run: str = "",
    clusters: SegmentClusters = ALONE,
    humans: Collection[str] = (),
    order: Mapping[str, OrderAsked] = MappingProxyType({}),
) -> AccuracyTables:
    """Judge the outputs of systems.

    Args:
        systems: by name, as many segments as the references have.
        ranges: the distances to report, by phenomenon.
        clusters: the segments that depend on each other.
        humans: the references that people made; of two or more, each is measured by the others, as a system is.
        order: what is asked of phenomena of which the order of words is evidence, too.

    Returns:
        The tables. Their p-values are of one test each: those of CONCLUSIONS alone are corrected.
    """
    judge = RenderingJudge(corpus.references, corpus.items, lemmas)
    values = np.full((len(corpus.items), len(systems)), np.nan)
    by_hit, matches = [], {}
    outputs = progress(systems.items(), what="accuracy", total=len(systems))
    for s, (name, text) in enumerate(outputs):
        if len(text.words) != corpus.segments:
            raise InputError(
                f"the output of {name} has {len(text.words)} segments, but the references have {corpus.segments}",
                remedy="give outputs and references of the same corpus",
            )
        verdicts = judge.judge(text.words)
        values[:, s] = [np.nan if v.right is None else v.right for v in verdicts]
        matches[name] = matches_of(verdicts)
        by_hit.append(_by_hit(corpus, name, verdicts))
    references = corpus.references
    people = {ref.name: matches_of(judge.judge(ref.words)) for ref in references if ref.name in humans}
    run = "|".join(filter(None, (run, f"lemmas:{lemmas.signature}", signature(settings), f"cluster:{clusters.unit}")))
    baseline = None
    if len(people) > 1 and systems:
        baseline = human_baseline([reference.name for reference in references], matches, people)
    rows = _rows(corpus, list(systems), values, ranges, run, clusters.of_segments(corpus.segments), baseline)
    return AccuracyTables(
        ACCURACY.table(rows),
        pa.concat_tables(by_hit) if by_hit else ACCURACY_HITS.table([]),
        pa.concat_tables(
            [
                WORD_EVIDENCE.table([]),
                *_evidence(corpus, list(systems), values),
                *_order_evidence(corpus, systems, order, lemmas=lemmas, seed=settings.seed),
            ]
        ),
    )


def _evidence(corpus: Prepared, systems: Sequence[str], values: Float64) -> Iterator[pa.Table]:
    """Yield the rows of WORD_EVIDENCE about the words of each phenomenon.

    Hits that outputs or references choose are left out: what they chose tells nothing about their words.
    """
    origin = origin_of(corpus.hits)
    chosen_by = {} if origin is None else origin.chosen_by
    segments = np.array([item.segment for item in corpus.items], dtype=np.int32)
    distances = corpus.hits.column("distance_set").to_numpy()
    for phenomenon in corpus.matched:
        hits, entries = corpus.hits_of(phenomenon)
        if entries is None or chosen_by.get(phenomenon, SOURCE) != SOURCE:
            continue
        items = np.concatenate([entries.hits, entries.controls])
        strata = np.concatenate([entries.strata, entries.control_strata])
        hit_distances = distances[hits[entries.have]].tolist()
        for s, system in enumerate(systems):
            yield _evidence_rows(
                system,
                phenomenon,
                is_order=False,
                segments=segments[items],
                strata=strata,
                distances=[*hit_distances, *itertools.repeat(None, len(entries.controls))],
                match=values[items, s],
            )


def _order_evidence(
    corpus: Prepared,
    systems: Mapping[str, EvidenceText],
    order: Mapping[str, OrderAsked],
    *,
    lemmas: TargetLemmas,
    seed: int,
) -> Iterator[pa.Table]:
    """Yield the rows of WORD_EVIDENCE about the order of words of each phenomenon of `order` that has hits."""
    spans_by_phenomenon = {
        name: spans_of(hits_of(corpus.hits, corpus.links, name, order[name]), corpus.references, name=name, seed=seed)
        for name in order
        if name in corpus.matched
    }
    # One judge for all, since where the words of a segment stand is the same for each phenomenon.
    every_span = [span for spans in spans_by_phenomenon.values() for span in spans.spans]
    judge = OrderJudge(corpus.references, every_span, lemmas)
    matches = {system: judge.judge(text.words) for system, text in systems.items()}
    first = 0
    for phenomenon, spans in spans_by_phenomenon.items():
        stop = first + len(spans.spans)
        distances = [d if is_hit else None for d, is_hit in zip(spans.distance.tolist(), spans.is_hit, strict=True)]
        for system, match in matches.items():
            yield _evidence_rows(
                system,
                phenomenon,
                is_order=True,
                segments=np.array([span.segment for span in spans.spans], dtype=np.int32),
                strata=spans.stratum,
                distances=distances,
                match=match[first:stop],
            )
        first = stop


def _evidence_rows(
    system: str,
    phenomenon: str,
    *,
    is_order: bool,
    segments: Int32,
    strata: Int64,
    distances: Sequence[int | None],
    match: Float64,
) -> pa.Table:
    """Return rows of WORD_EVIDENCE: hits, which have a distance, then control words."""
    return WORD_EVIDENCE.from_columns(
        {
            "phenomenon": [phenomenon] * len(match),
            "is_order": np.full(len(match), is_order),
            "stratum": strata.astype(np.int32),
            "is_hit": [d is not None for d in distances],
            "segment_id": segments,
            "distance": distances,
            "system": [system] * len(match),
            "match": pa.array(match, pa.float64(), mask=np.isnan(match)),
        }
    )


def _rows(
    corpus: Prepared,
    systems: Sequence[str],
    values: Float64,
    ranges: Mapping[str, Sequence[Range]],
    run: str,
    clusters: Int64,
    baseline: Float64 | None,
) -> list[dict[str, Any]]:
    """Return the rows of ACCURACY, single systems first.

    Args:
        clusters: (N,) the cluster of each segment.
        baseline: as `human_baseline`; None where people are not known.
    """
    segments = np.array([item.segment for item in corpus.items], dtype=np.int64)
    distances = corpus.hits.column("distance_set").to_numpy()
    rows: list[dict[str, Any]] = []
    rows_of_all: list[dict[str, Any]] = []
    # The last column is of all systems together.
    columns = np.hstack([values, mean_of_systems(values)])
    for phenomenon, asked in ranges.items():
        hits, entries = corpus.hits_of(phenomenon)
        inside = [r.has(distances[hits]) for r in asked]
        comparisons = _compared(entries, columns, segments, clusters, inside)
        of_people = _compared(entries, baseline, segments, clusters, inside)
        for r, mask, comparison, people in zip(asked, inside, comparisons, of_people, strict=True):
            verdicts, hit_segments = columns[hits][mask], segments[hits][mask]
            bounds = proportions.interval(verdicts, clusters[hit_segments])
            shared: dict[str, Any] = {"phenomenon": phenomenon, **asdict(r), "run": run}
            made = [
                shared | _numbers(verdicts[:, s], hit_segments, [ends[s] for ends in bounds], comparison, s)
                for s in range(len(systems) + 1)
            ]
            for row, system in zip(made, systems, strict=False):
                row["system"] = system
                rows.append(row)
            differences = [row["difference"] for row in made[:-1] if row["difference"] is not None]
            below = sum(difference < 0 for difference in differences)
            rows_of_all.append(made[-1] | {"systems": len(differences), "below": below})
            if people is not None:
                rows_of_all[-1] |= beyond_people(people)
    return rows + rows_of_all


def _numbers(
    values: Float64,
    segment: Int64,
    interval: Sequence[float],
    comparison: intervals.HitComparison | None,
    column: int,
) -> dict[str, Any]:
    """Return the numbers of a row of ACCURACY, of one system or of all; keys that other code fills in are None.

    Args:
        values: (hits,) of each hit of the range, NaN where it does not count.
        segment: (hits,) the segment of each.
        interval: accuracy, low and high.
        comparison: the hits and their controls; None where there are no controls.
        column: the system's column in `comparison`; the last is all systems together.
    """
    row: dict[str, Any] = dict.fromkeys(("system", *OF_ALL, *COMPARISON)) | {
        **counts_of(values, segment),
        **{name: finite(value) for name, value in zip(INTERVAL, interval, strict=True)},
    }
    if comparison is not None:
        row |= {name: finite(numbers[column]) for name, numbers in zip(COMPARISON, comparison, strict=True)}
    return row


def counts_of(values: Float64, segment: Int64) -> dict[str, Any]:
    """Count the hits that count (their values (hits,) are not NaN), and say whether their segments are too few."""
    counted = ~np.isnan(values)
    return {
        "n": int(counted.sum()),
        "too_small": len(np.unique(segment[counted])) < FEWEST_SEGMENTS,
    }


INTERVAL = ("accuracy", "low", "high")
OF_BEYOND = ("beyond", "beyond_low", "beyond_high", "beyond_p")
OF_ALL = ("systems", "below", "humans", *OF_BEYOND)
"""The columns that only rows of all systems together have."""
COMPARISON = ("control", "difference", "difference_low", "difference_high", "p")


def mean_of_systems(values: Float64) -> Float64:
    """Return (items, 1) the mean of each item over the systems that it counts for; NaN where it counts for none.

    All systems translate the same hits. So the value of a hit is the share of the systems that find it, and the test is
    that of a single system: segments are the clusters, and twenty systems that miss the same word are one miss.

    Args:
        values: (items, systems) 0 to 1, NaN where an item does not count.
    """
    counts = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        means: Float64 = np.where(counts, values, 0).sum(axis=1, keepdims=True) / counts.sum(axis=1, keepdims=True)
    return means


def matches_of(verdicts: Sequence[RenderingVerdict]) -> Float64:
    """Return (items, references) 1 where an output renders an item as the reference does, 0 if not, NaN if unknown."""
    return np.array([v.by_reference for v in verdicts], dtype=np.float64)


def human_baseline(names: Sequence[str], systems: Mapping[str, Float64], people: Mapping[str, Float64]) -> Float64:
    """Return (items, 2), by one reference at a time: the share h that people match, and (s - h + 1) / 2 for systems' s.

    People are the other references, each as if it were a system. Both are means over references; NaN where no reference
    tells of systems and people. The second is a share, from 0 to 1, as the test of a difference wants.

    Args:
        names: of all references, in the order of columns.
        systems, people: by name, as `matches_of`.
    """
    of_systems = np.mean([*systems.values()], axis=0)
    by_reference = []
    for name in people:
        column = names.index(name)
        others = np.mean([matches[:, column] for other, matches in people.items() if other != name], axis=0)
        by_reference.append(np.stack([others, (of_systems[:, column] - others + 1) / 2], axis=1))
    values = np.stack(by_reference)
    counts = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        baseline: Float64 = np.where(counts, values, 0).sum(axis=0) / counts.sum(axis=0)
    return baseline


def beyond_people(comparison: intervals.HitComparison) -> dict[str, Any]:
    """Return the columns on people, and on systems beyond people, of a row of all systems, from `human_baseline`."""
    # `human_baseline` halves the difference to keep it between 0 and 1.
    ends = [finite(2 * end[1]) for end in (comparison.difference, comparison.low, comparison.high)]
    beyond = dict(zip(OF_BEYOND, (*ends, finite(comparison.p[1])), strict=True))
    return {"humans": finite(comparison.difference[0]), **beyond}


def _compared(
    matched: PreparedEntries | None,
    values: Float64 | None,
    segments: Int64,
    clusters: Int64,
    inside: Sequence[Bool],
) -> Sequence[intervals.HitComparison | None]:
    """Compare the hits of a phenomenon with their controls, for each range; None without controls or values."""
    if matched is None or values is None:
        return [None] * len(inside)

    def entries(items: Int64, strata: Int64) -> intervals.Entries:
        return intervals.Entries(items, segments[items], clusters[segments[items]], strata, values[items])

    return intervals.compare(
        entries(matched.hits, matched.strata),
        entries(matched.controls, matched.control_strata),
        [mask[matched.have] for mask in inside],
    )


def _by_hit(corpus: Prepared, system: str, verdicts: Sequence[RenderingVerdict]) -> pa.Table:
    hits = corpus.hits
    count = len(hits)
    words: dict[str, list[list[str]]] = {f"{side}_{what}": [] for side in SIDES for what in ("found", "missed")}
    names = []
    for item, verdict in zip(corpus.items[:count], verdicts[:count], strict=True):
        reference = corpus.references[verdict.reference] if verdict.right is not None else None
        names.append(None if reference is None else reference.name)
        for side, token in zip(SIDES, (item.first, item.second), strict=True):
            places = () if reference is None else reference.evidence[item.segment].get(token, ())
            text = [] if reference is None else reference.words[item.segment]
            words[f"{side}_found"].append([text[p] for p in places if p in verdict.matched])
            words[f"{side}_missed"].append([text[p] for p in places if p not in verdict.matched])
    size, level = np.zeros(count, dtype=np.int64), np.full(count, -1)
    for rows, matched in corpus.matched.values():
        have = matched.stratum != NO_CONTROL
        size[rows[have]] = [matched.strata[k].size for k in matched.stratum[have]]
        level[rows[have]] = [matched.strata[k].level for k in matched.stratum[have]]
    return ACCURACY_HITS.from_columns(
        {
            "system": [system] * count,
            **{name: hits.column(name).to_pylist() for name in OF_HIT},
            "reference": names,
            **words,
            "reference_match": [v.right for v in verdicts[:count]],
            "candidates": size,
            "matched_by": [None if k < 0 else k for k in level.tolist()],
        }
    )
