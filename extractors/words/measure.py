"""The measure: every hit and its controls judged in every output, and the tables of what that gives."""

from __future__ import annotations

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
    judged = progress(systems.items(), what="accuracy", total=len(systems))
    for s, (name, text) in enumerate(judged):
        if len(text.words) != corpus.segments:
            raise InputError(
                f"the output of {name} has {len(text.words)} segments, the references {corpus.segments}",
                remedy="give outputs and references of the same corpus",
            )
        verdicts = judge.judge(text.words)
        values[:, s] = [np.nan if v.right is None else v.right for v in verdicts]
        matches[name] = matches_of(verdicts)
        by_hit.append(_by_hit(corpus, name, verdicts))
    people = {one.name: matches_of(judge.judge(one.words)) for one in corpus.references if one.name in humans}
    run = "|".join(filter(None, (run, f"lemmas:{lemmas.signature}", signature(settings), f"cluster:{clusters.unit}")))
    lacking = {name: lemmas.share_lacking(text.words) for name, text in systems.items()}
    numbers = clusters.of_segments(corpus.segments)
    names = [one.name for one in corpus.references]
    baseline = human_baseline(names, matches, people) if len(people) > 1 and systems else None
    rows = _rows(corpus, lacking, values, ranges, run, numbers, baseline)
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
        hits, found = corpus.hits_of(phenomenon)
        if found is None or chosen_by.get(phenomenon, SOURCE) != SOURCE:
            continue
        items = np.concatenate([found.hits, found.controls])
        strata = np.concatenate([found.strata, found.control_strata])
        at = [*distances[hits[found.have]].tolist(), *[None] * len(found.controls)]
        for place, system in enumerate(systems):
            yield _evidence_of(
                system,
                phenomenon,
                is_order=False,
                segments=segments[items],
                strata=strata,
                distances=at,
                match=values[items, place],
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
    asked = {
        name: spans_of(hits_of(corpus.hits, corpus.links, name, order[name]), corpus.references, name=name, seed=seed)
        for name in order
        if name in corpus.matched
    }
    # One judge for all, since where the words of a segment stand is the same for each phenomenon.
    judge = OrderJudge(corpus.references, [span for of_one in asked.values() for span in of_one.spans], lemmas)
    judged = {system: judge.judge(text.words) for system, text in systems.items()}
    first = 0
    for phenomenon, of_one in asked.items():
        stop = first + len(of_one.spans)
        at = [d if is_hit else None for d, is_hit in zip(of_one.distance.tolist(), of_one.is_hit, strict=True)]
        for system, match in judged.items():
            yield _evidence_of(
                system,
                phenomenon,
                is_order=True,
                segments=np.array([span.segment for span in of_one.spans], dtype=np.int32),
                strata=of_one.stratum,
                distances=at,
                match=match[first:stop],
            )
        first = stop


def _evidence_of(
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
    systems: Mapping[str, float],
    values: Float64,
    ranges: Mapping[str, Sequence[Range]],
    run: str,
    clusters: Int64,
    baseline: Float64 | None,
) -> list[dict[str, Any]]:
    """Return the rows of ACCURACY, single systems first.

    Args:
        systems: by name, the share of words without a lemma.
        clusters: (N,) the cluster of each segment.
        baseline: as `human_baseline`; None where people are not known.
    """
    segments = np.array([item.segment for item in corpus.items], dtype=np.int64)
    distances = corpus.hits.column("distance_set").to_numpy()
    rows: list[dict[str, Any]] = []
    of_all: list[dict[str, Any]] = []
    # The last column is of all systems together.
    columns = np.hstack([values, of_all_systems(values)])
    for phenomenon, wanted in ranges.items():
        hits, entries = corpus.hits_of(phenomenon)
        inside = [r.has(distances[hits]) for r in wanted]
        of_hits = columns[hits]
        compared = _compared(entries, columns, segments, clusters, inside)
        of_people = [] if baseline is None else _compared(entries, baseline, segments, clusters, inside)
        for k, r in enumerate(wanted):
            verdicts = of_hits[inside[k]]
            place = segments[hits][inside[k]]
            bounds = proportions.interval(verdicts, clusters[place])
            where: dict[str, Any] = {"phenomenon": phenomenon, **asdict(r), "run": run}
            made = [
                where | _numbers(verdicts[:, s], place, [column[s] for column in bounds], compared[k : k + 1], s)
                for s in range(len(systems) + 1)
            ]
            for row, (system, lacking) in zip(made, systems.items(), strict=False):
                row |= {"system": system, "without_lemma": lacking}
                rows.append(row)
            own = [row["difference"] for row in made[:-1] if row["difference"] is not None]
            of_all.append(made[-1] | {"systems": len(own), "below": sum(difference < 0 for difference in own)})
            for found in of_people[k : k + 1]:
                of_all[-1] |= beyond_people(found)
    return rows + of_all


def _numbers(
    values: Float64,
    segment: Int64,
    interval: Sequence[float],
    compared: Sequence[intervals.HitComparison],
    column: int,
) -> dict[str, Any]:
    """Return the numbers in a row of ACCURACY, for a system or for all together.

    Args:
        values: (hits,) of each hit of the range, NaN where it does not count.
        segment: (hits,) the segment of each.
        interval: accuracy, low and high.
        compared: the hits and their controls; nothing where there are no controls.
        column: which of the compared it is.
    """
    row: dict[str, Any] = dict.fromkeys((*OF_SYSTEM, *OF_ALL, *COMPARISON)) | {
        **counts_of(values, segment),
        **{name: finite(value) for name, value in zip(INTERVAL, interval, strict=True)},
        "controlled": 0,
    }
    for found in compared:
        row["controlled"] = int(found.n[column])
        row |= {name: finite(c[column]) for name, c in zip(COMPARISON, found[1:], strict=True)}
    return row


def counts_of(values: Float64, segment: Int64) -> dict[str, Any]:
    """Count hits, hits that count (their values (hits,) are not NaN), and segments with such hits."""
    counted = ~np.isnan(values)
    segments = len(np.unique(segment[counted]))
    return {
        "hits": len(values),
        "n": int(counted.sum()),
        "segments": segments,
        "too_small": segments < FEWEST_SEGMENTS,
    }


INTERVAL = ("accuracy", "low", "high")
OF_SYSTEM = ("system", "without_lemma")
OF_BEYOND = ("beyond", "beyond_low", "beyond_high", "beyond_p")
OF_ALL = ("systems", "below", "humans", *OF_BEYOND)
"""The columns that rows of a system have, and those that rows of all together have."""
COMPARISON = ("control", "difference", "difference_low", "difference_high", "p")


def of_all_systems(values: Float64) -> Float64:
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
    found = []
    for name in people:
        column = names.index(name)
        others = np.mean([of_one[:, column] for other, of_one in people.items() if other != name], axis=0)
        found.append(np.stack([others, (of_systems[:, column] - others + 1) / 2], axis=1))
    values = np.stack(found)
    known = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        baseline: Float64 = np.where(known, values, 0).sum(axis=0) / known.sum(axis=0)
    return baseline


def beyond_people(found: intervals.HitComparison) -> dict[str, Any]:
    """Return the columns on people, and on systems beyond people, of a row of all systems, from `human_baseline`."""
    # `human_baseline` halves the difference to keep it between 0 and 1.
    ends = [finite(2 * end[1]) for end in (found.difference, found.low, found.high)]
    return {"humans": finite(found.difference[0]), **dict(zip(OF_BEYOND, (*ends, finite(found.p[1])), strict=True))}


def _compared(
    found: PreparedEntries | None, values: Float64, segments: Int64, clusters: Int64, inside: Sequence[Bool]
) -> list[intervals.HitComparison]:
    """Compare the hits of a phenomenon with their controls, for each range; nothing where there are no controls."""
    if found is None:
        return []

    def entries(numbers: Int64, strata: Int64) -> intervals.Entries:
        place = segments[numbers]
        return intervals.Entries(numbers, place, clusters[place], strata, values[numbers])

    return intervals.compare(
        entries(found.hits, found.strata),
        entries(found.controls, found.control_strata),
        [mask[found.have] for mask in inside],
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
            words[f"{side}_found"].append([text[p] for p in places if p in verdict.found])
            words[f"{side}_missed"].append([text[p] for p in places if p not in verdict.found])
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
