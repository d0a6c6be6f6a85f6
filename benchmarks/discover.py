"""Whether discovered patterns return in other campaigns, and how often patterns are confirmed where there is nothing.

    python benchmarks/discover.py RESULTS [--runs 200] [--read FILE] [-o docs/lab/discover.md]

RESULTS has the folders of the corpora of benchmarks/discover.yaml. A pattern replicates where its difference in
another campaign has the same sign and p < .05. Chance is the same with that campaign's scores moved to other segments:
`length`, among neighbours in length and of one domain; `documents`, all scores of a domain moved on by as many lines,
so that they stay as clumped as they were. A null run has moved scores both in discovery and in confirmation. Scores
are moved to the first order: what each segment adds to the corpus score, mean over the systems. The tables on the page
are made anew, the text between them is kept. --read writes hits of 30 confirmed patterns, for a person.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks._common import arguments_of, markdown_table, update_page, write_page
from challenge_sets_lab.discovery.discovered_patterns import Discovery
from challenge_sets_lab.discovery.discovering import DiscoveryCorpus, discover
from challenge_sets_lab.discovery.pattern_tests import CONFIRMED, FoundPatterns, ScoredPart, find_patterns, merged
from challenge_sets_lab.discovery.request_enumeration import Pattern
from extractors.api.results_folder import Results
from extractors.core.arrays import Float64, Int32
from extractors.formats.thresholds import FEWEST_CLUSTERS, FEWEST_SEGMENTS
from extractors.phenomena import grew
from extractors.phenomena.grew.matcher import find_all
from extractors.score.metrics import create_metric
from extractors.score.phenomenon_tests import LARGEST, LEFT_OUT
from extractors.score.scorer import contrast_of
from extractors.score.statistics.contrasts import influence_on_corpus
from extractors.score.statistics.pvalues import benjamini_hochberg

ALPHA = 0.05
NEIGHBOURS = 30
READ = 30
KINDS = ("length", "documents")
PAIRS = (
    ("wmt21-en-de", "wmt24-en-de", "chrf"),
    ("wmt24-en-de", "wmt21-en-de", "chrf"),
    ("wmt21-en-de", "wmt23-en-de", "chrf"),
    ("wmt21-en-cs", "wmt24-en-cs", "chrf"),
    ("wmt24-en-cs", "wmt21-en-cs", "chrf"),
    ("wmt21-en-ja", "wmt24-en-ja", "chrf"),
    ("wmt24-en-ja", "wmt21-en-ja", "chrf"),
    ("wmt24-en-cs", "wmt24-en-ja", "esa"),
    ("wmt24-en-ja", "wmt24-en-cs", "esa"),
)
"""Campaigns of discovery and of replication; those of WMT24 share one English source."""
NULLS = (("wmt21-en-de", None, "chrf"), ("wmt24-en-de", None, "chrf"), ("wmt21-en-de", "wmt24-en-de", "chrf"))
"""Runs that are confirmed in the other half of the documents, or in another campaign."""


@dataclass(frozen=True)
class Tests:
    """Sets tested under R scores. `p`, `value`: (sets, R); NaN of a set that is not tested."""

    p: Float64
    value: Float64


def moved(part: ScoredPart, kind: str, runs: int, seed: int) -> ScoredPart:
    """The segments with their scores moved, R times, in place of the systems."""
    values = np.nanmean(influence_on_corpus(part.block.rows, part.block.made.score), axis=1)
    rng, lengths = np.random.default_rng(seed), part.pool.values["length"]
    domains = part.pool.values.get("domain", np.zeros_like(lengths))
    order = np.lexsort((lengths, domains))
    of_runs = np.empty((len(values), runs))
    for run in range(runs):
        if kind == "length":
            shuffled = order[np.lexsort((rng.random(len(order)), np.arange(len(order)) // NEIGHBOURS))]
            of_runs[order, run] = values[shuffled]
            continue
        for domain in np.unique(domains):
            places = np.flatnonzero(domains == domain)
            of_runs[places, run] = np.roll(values[places], rng.integers(len(places)))
    rows = np.stack([of_runs, np.ones_like(of_runs)], axis=2)
    made = create_metric("moved", {"segment_scores": True, "higher_is_better": True, "sees": "source"})
    return replace(part, block=replace(part.block, made=made, rows=rows))


def tests(part: ScoredPart, sets: list[Int32]) -> Tests:
    """Each set under each score by itself, where the command would test it."""
    count = part.block.rows.shape[1]
    p, value = np.full((2, len(sets), count), np.nan)
    for i, segments in enumerate(sets):
        ids = part.places(segments)
        if not FEWEST_SEGMENTS <= len(ids) <= LARGEST * len(part.segments):
            continue
        matches = part.pool.match(ids)
        few = (
            len(matches.ids) < FEWEST_SEGMENTS
            or matches.effective_controls < FEWEST_SEGMENTS
            or matches.unmatched > LEFT_OUT * len(ids)
        )
        made = None if few else contrast_of(part.block, matches, part.pool)
        if made is not None:
            found = made.estimate(part.clusters.numbers)
            if found.n >= FEWEST_CLUSTERS:
                p[i], value[i] = found.p_value, found.value
    return Tests(p, value)


@cache
def corpus(results: Path, name: str, score: str) -> DiscoveryCorpus:
    return DiscoveryCorpus(Results(results / name), score)


@cache
def found_in(results: Path, name: str, score: str) -> FoundPatterns:
    """What is found in the whole of a campaign."""
    one = corpus(results, name, score)
    return find_patterns(one.patterns, one.part, segments=len(one.source), alpha=ALPHA)


def replication(results: Path, runs: int) -> Iterator[list[str]]:
    for first, second, score in PAIRS:
        found, other = found_in(results, first, score), corpus(results, second, score)
        patterns = [pattern for pattern, _, _ in found.patterns]
        signs = np.sign([row["difference"] for *_, row in found.patterns])
        sets = other.sets_of(patterns)
        mean = [other.part.effect(ids) for ids in sets]
        tested = ~np.isnan(tests(moved(other.part, "length", 1, 0), sets).p[:, 0]) if sets else np.zeros(0, dtype=bool)
        again = np.array([row["p"] is not None and row["p"] < ALPHA for row in mean], dtype=bool)
        same = np.array([np.sign(row.get("difference") or 0) for row in mean]) == signs
        cells = [first, second, score, str(found.tested), str(len(patterns)), str(int(tested.sum()))]
        if tested.any():
            share = (again & same)[tested].mean()
            cells += [f"{int((again & same)[tested].sum())} ({share:.0%})", f"{same[tested].mean():.0%}"]
            for kind in KINDS:
                null = tests(moved(other.part, kind, runs, 1), [s for s, one in zip(sets, tested, strict=True) if one])
                by_run = ((null.p < ALPHA) & (np.sign(null.value) == signs[tested][:, None])).mean(axis=0)
                cells.append(f"{by_run.mean():.1%} ({np.mean(by_run >= share):.1%})")
        yield cells
        print(*cells, flush=True)


def nulls(results: Path, runs: int) -> Iterator[list[str]]:
    for first, second, score in NULLS:
        one = corpus(results, first, score)
        discovery, confirmation = (
            one.part.halves(1) if second is None else (one.part, corpus(results, second, score).part)
        )
        groups = merged(one.patterns, len(one.source))
        chosen = [one.patterns[i] for i in groups]
        sets = [p.segments for p in chosen] if second is None else corpus(results, second, score).sets_of(chosen)
        for kind in KINDS:
            early = tests(moved(discovery, kind, runs, 2), [p.segments for p in chosen])
            late = tests(moved(confirmation, kind, runs, 3), sets)
            some = [null_run(early, late, run) for run in range(runs)]
            tested = int((~np.isnan(early.p[:, 0])).sum())
            found, confirmed = (np.array(column) for column in zip(*some, strict=True))
            single = np.nanmean(early.p < ALPHA, where=~np.isnan(early.p))
            yield [
                first,
                second or "other documents",
                kind,
                str(tested),
                f"{single:.1%}",
                f"{found.mean():.1f}",
                f"{np.mean(confirmed > 0):.1%}",
            ]
            print(first, second, kind, tested, single, found.mean(), np.mean(confirmed > 0), flush=True)


def null_run(early: Tests, late: Tests, run: int) -> tuple[int, int]:
    """How many patterns are found, and confirmed, in one run."""
    found = early.p[:, run] < ALPHA
    again = benjamini_hochberg(np.where(found, late.p[:, run], np.nan)) < ALPHA
    return int(found.sum()), int((again & (early.value[:, run] * late.value[:, run] > 0)).sum())


def shown(results: Path) -> Iterator[tuple[str, Discovery]]:
    """The runs whose confirmed patterns are read: each campaign by itself, and confirmed in another year."""
    for first, second, score in PAIRS:
        if first[:5] != second[:5]:
            found = discover(Results(results / first), score=score, confirm=Results(results / second))
            yield f"{first}, {second}", found


def hits_to_read(results: Path) -> Iterator[str]:
    """30 confirmed patterns, of each three hits, whose words are marked."""
    rng = random.Random(1)
    every = [(name, one.pattern) for name, found in shown(results) for one in found.patterns if one.status == CONFIRMED]
    distinct = list({pattern.request: (name, pattern) for name, pattern in every}.values())
    for number, (name, pattern) in enumerate(rng.sample(distinct, min(READ, len(distinct))), 1):
        yield f"\n{number} {pattern.description} | {pattern.request} | {name}, {len(pattern.segments)} segments"
        yield from marked(corpus(results, name.split(",")[0], "chrf"), pattern, rng)


def marked(of: DiscoveryCorpus, pattern: Pattern, rng: random.Random) -> Iterator[str]:
    trees = of.treebank
    matches = find_all(trees, {"": grew.parse(pattern.request)})[""]
    for row in rng.sample(range(len(matches)), 3):
        words = dict(zip(matches.words[row].tolist(), matches.nodes, strict=True))
        sentence = trees.sentence[next(iter(words))]
        place = range(*trees.sentence_start[sentence : sentence + 2])
        yield "   " + " ".join(f"[{words[w]}:{trees.form[w]}]" if w in words else trees.form[w] for w in place)


def main() -> None:
    parser = arguments_of(__doc__, page="docs/lab/discover.md")
    parser.add_argument("results", type=Path)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--read", type=Path)
    a = parser.parse_args()
    if a.read:
        write_page(a.read, "\n".join(hits_to_read(a.results)))
        return
    began = time.perf_counter()
    found = discover(Results(a.results / "wmt21-en-de"), score="chrf")
    print(f"wmt21-en-de: {time.perf_counter() - began:.0f} s\n{found}")
    header = ["found in", "tested in", "score", "tested", "found", "tested again", "replicate", "same sign"]
    header += [f"chance, {kind} (p)" for kind in KINDS]
    sections = {"replication": markdown_table(header, list(replication(a.results, a.runs)))}
    header = ["campaign", "confirmed in", "moved", "tested", "p < .05", "found a run", "runs with any confirmed"]
    sections["null"] = markdown_table(header, list(nulls(a.results, a.runs)))
    update_page(a.output, sections)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
