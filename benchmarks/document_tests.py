"""How often tests by document, and tests by segment, find what is not there: real documents, real outputs.

    python benchmarks/document_tests.py [--data ../shared/data] [--corpora wmt21 wmt23 ted wmt24] [--repetitions 1000]
        [--metrics bleu chrf ribes ter] [--segments 150] [--few]

Three ways to have nothing to find:

    labels    pairs of systems, whose outputs change places in half of the documents: two systems that differ
              by chance alone, and by document, since systems are good or bad at whole documents.
    random    segments at random, longer ones being likelier, as a set that means nothing.
    clumped   the same from half of the documents alone, as phenomena clump: talks ask questions, reports quote.

Tests, each by document, by block of neighbouring lines (for corpora without documents) and by segment; sets have
--segments segments:

    pair t, pair ar   two systems: the bootstrap with Student's t, approximate randomisation
    mean, system      a set against its controls: the mean over the systems, and each system
    score             the interval of a set's score: as many documents drawn with replacement, and the score of all of
                      them is the truth; `low` is the share of intervals that lie above it

`low` and `high` are the shares of findings at 5 % on either side, in %; 2 to 3 of each is the aim, with a Monte Carlo
error of 0.7 on their sum at 1,000 repetitions. Exits with 1 if the tests by document of a corpus of FEWEST_CLUSTERS
documents or more find less than 4 or more than 6 % in a row (three Monte Carlo errors allowed).

With --few, instead: the tests by document on 3 to 20 documents of a corpus, which shows how few are too few. The sets
 of `clumped` and `score` are of half as many.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from _common import arguments_of, markdown_table
from threadpoolctl import threadpool_limits

from extractors.core.arrays import Float64, Ids
from extractors.extract.control import match
from extractors.extract.control_settings import ControlSettings
from extractors.formats.thresholds import FEWEST_CLUSTERS
from extractors.inputs.evaluation_sets import read_texts_of_set
from extractors.inputs.testsets import EvalSet
from extractors.models.tokenizers import tokens
from extractors.scoring.documents import blocks_of
from extractors.scoring.metrics import create_metric
from extractors.scoring.statistics.contrasts import contrast
from extractors.scoring.statistics.resampling import Score, resample
from extractors.scoring.statistics.systems import compare_systems, randomise

LEVEL = 0.05
LOW, HIGH = 0.04, 0.06
RESAMPLES = 200
TRIALS = 199
UNITS = ("document", "block", "segment")
SYSTEMS = 8
SIZES = (3, 5, 8, 10, 12, 15, 20)
CONTROLS = ControlSettings(tolerance="10%")
Tails = tuple[float, float]


@dataclass(frozen=True)
class Corpus:
    """Systems under one metric.

    Attributes:
        lengths: (N,) source tokens.
        rows: (N, K, k) statistics of the outputs.
        documents: (N,) number of each segment's document.
    """

    lengths: Float64
    rows: Float64
    documents: npt.NDArray[np.int64]
    score: Score

    @property
    def count(self) -> int:
        """How many documents there are."""
        return int(self.documents.max()) + 1

    def of_documents(self, drawn: Ids) -> tuple[Corpus, npt.NDArray[np.intp]]:
        """Build a corpus of the drawn documents, and return it with the original number of each segment.

        A document drawn twice counts as two documents.
        """
        places = [np.flatnonzero(self.documents == document) for document in drawn]
        segments = np.concatenate(places)
        numbers = np.repeat(np.arange(len(drawn)), [len(place) for place in places])
        return replace(self, lengths=self.lengths[segments], rows=self.rows[segments], documents=numbers), segments


@cache
def texts(data: Path, name: str) -> EvalSet:
    """Read the texts of a test set with its documents."""
    place = {
        "wmt23": f"wmt24:{data / 'documents/wmt23-en-de'}#en-de",
        "wmt24": f"wmt24:{data / 'documents/wmt24-en-de'}#en-de",
        "wmt21": f"wmt24:{data / 'wmt21/en-de'}#en-de",
        "ted": f"mqm:{data / 'mqm/mqm_ted_ende.tsv.gz'}",
    }[name]
    return read_texts_of_set(place)


def read(data: Path, name: str, metric: str) -> Corpus:
    """Read the first SYSTEMS systems of a test set, restricted to segments that all of them and a reference have."""
    found = texts(data, name)
    names = [segment.document for segment in found.segments]
    if name == "wmt21":
        lines = (data / "documents/wmt21-boundaries/en-de.docs").read_text(encoding="utf-8").splitlines()
        names = [line.split("\t")[1] for line in lines]
    systems = [found.systems[system].texts for system in sorted(found.systems) if system != "ref"][:SYSTEMS]
    references = [of.texts for of in found.references.values()] or [found.systems["ref"].texts]
    kept = [i for i in range(len(names)) if all(column[i] is not None for column in (*systems, *references))]
    scored_by = create_metric(metric, {})
    of_references = [[str(column[i]) for i in kept] for column in references]
    outputs = [[str(column[i]) for i in kept] for column in systems]
    return Corpus(
        lengths=np.array([len(tokens(str(found.segments[i].source), "en")) for i in kept], dtype=np.float64),
        rows=np.stack([scored_by.statistics(output, of_references) for output in outputs], axis=1),
        documents=np.unique([str(names[i]) for i in kept], return_inverse=True)[1].astype(np.int64),
        score=scored_by.score,
    )


def tails(p: Float64, sign: Float64) -> Tails:
    """Return the shares of significant results below and above 0."""
    return float(np.mean((p <= LEVEL) & (sign < 0))), float(np.mean((p <= LEVEL) & (sign > 0)))


def draw(corpus: Corpus, n: int, rng: np.random.Generator, among: npt.NDArray[np.bool_] | None = None) -> Ids:
    """Draw at most n segments, (n,), with probabilities proportional to their source length.

    At most two thirds of the segments to choose from are drawn. `among`: (N,) mask of these; None for all.
    """
    chance = corpus.lengths * (1.0 if among is None else among)
    n = min(n, int((chance > 0).sum()) * 2 // 3)
    return np.sort(rng.choice(len(chance), n, replace=False, p=chance / chance.sum())).astype(np.int32)


def clumped(corpus: Corpus, n: int, rng: np.random.Generator) -> Ids:
    """Draw at most n segments, (n,), from a random half of the documents."""
    chosen = rng.permutation(corpus.count) < (corpus.count + 1) // 2
    return draw(corpus, n, rng, chosen[corpus.documents])


Found = Iterator[tuple[str, str, Tails]]
"""A test, what is drawn in it, and its findings on both sides."""
Null = Callable[[Corpus, np.random.Generator, int, Sequence[str]], Found]


def of_labels(n: int) -> Null:
    """Return a test of pairs of systems with outputs swapped in half of the documents, on sets of n segments."""

    def found(corpus: Corpus, rng: np.random.Generator, seed: int, units: Sequence[str]) -> Found:
        systems = rng.permutation(corpus.rows.shape[1])
        every = np.arange(len(corpus.rows))
        ids = draw(corpus, n, rng)
        for pair in systems[: len(systems) // 2 * 2].reshape(-1, 2):
            swapped = rng.integers(2, size=corpus.count)[corpus.documents]
            rows = np.stack([corpus.rows[every, pair[swapped]], corpus.rows[every, pair[1 - swapped]]], axis=1)
            for unit, clusters in clusters_of(corpus, units):
                drawn = resample(rows, ids, corpus.score, clusters=clusters, resamples=RESAMPLES, seed=seed)
                difference = compare_systems(drawn)
                sign = difference.value[0, 1]
                yield "pair t", unit, tails(difference.p_value[0, 1], sign)
                p = randomise(rows, ids, corpus.score, trials=TRIALS, seed=seed, clusters=clusters)
                yield "pair ar", unit, tails(p[0, 1], sign)

    return found


def of_sets(kind: str, n: int) -> Null:
    """Return a test of random sets of n segments. `kind`: `random` or `clumped`."""
    choose = {"random": draw, "clumped": clumped}[kind]

    def found(corpus: Corpus, rng: np.random.Generator, seed: int, units: Sequence[str]) -> Found:
        del seed
        ids = choose(corpus, n, rng)
        beside = contrast(corpus.rows, match(CONTROLS, ids, {"length": corpus.lengths}), corpus.score)
        if beside is None:
            return
        for unit, clusters in clusters_of(corpus, units):
            mean, each = beside.mean.estimate(clusters), beside.estimate(clusters)
            yield f"mean, {kind}", unit, tails(mean.p_value, mean.value)
            yield f"system, {kind}", unit, tails(each.p_value, each.value)

    return found


def of_scores(population: Corpus, size: int) -> Null:
    """Return a test of the interval of a set's score, in corpora of `size` documents drawn from a population."""
    flagged = clumped(population, len(population.rows), np.random.default_rng(7))
    truth = population.score(population.rows[flagged].sum(axis=0))

    def found(corpus: Corpus, rng: np.random.Generator, seed: int, units: Sequence[str]) -> Found:
        del corpus
        drawn, segments = population.of_documents(rng.integers(population.count, size=size))
        ids = np.flatnonzero(np.isin(segments, flagged))
        if len(ids) < 2:
            return
        for unit, clusters in clusters_of(drawn, units):
            single = resample(drawn.rows, ids, drawn.score, clusters=clusters, resamples=RESAMPLES, seed=seed).estimate
            yield "score", unit, (float(np.mean(single.high < truth)), float(np.mean(single.low > truth)))

    return found


def clusters_of(corpus: Corpus, units: Sequence[str]) -> list[tuple[str, npt.NDArray[np.int64] | None]]:
    """Return for each unit the numbers of the clusters that are resampled; None for single segments."""
    known = {"document": corpus.documents, "block": blocks_of(len(corpus.lengths)).numbers, "segment": None}
    return [(unit, known[unit]) for unit in units]


def shares(
    corpus: Corpus, repetitions: int, *, segments: int, size: int | None = None, seed: int = 1
) -> dict[tuple[str, str], Tails]:
    """Return the shares of significant results below and above, by test and unit.

    Args:
        segments: of a set.
        size: documents of each corpus that is drawn; all of the corpus without it.
    """
    units = UNITS if size is None else UNITS[:1]
    rng = np.random.default_rng(seed)
    of_kinds = [of_sets(kind, segments) for kind in ("random", "clumped")]
    nulls: list[Null] = [of_labels(segments), *of_kinds, of_scores(corpus, size or corpus.count)]
    found: dict[tuple[str, str], list[Tails]] = defaultdict(list)
    for repetition in range(repetitions):
        drawn = corpus
        if size is not None:
            drawn, _ = corpus.of_documents(rng.choice(corpus.count, size, replace=False))
        for null in nulls:
            for test, unit, both in null(drawn, rng, repetition, units):
                found[test, unit].append(both)
    return {key: (float(np.mean(t, axis=0)[0]), float(np.mean(t, axis=0)[1])) for key, t in found.items()}


def shown(both: Tails) -> str:
    """Format both shares in percent: `2.4 / 2.6`."""
    return f"{100 * both[0]:.1f} / {100 * both[1]:.1f}"


def main() -> int:
    parser = arguments_of(__doc__, data="documents/, mqm/, wmt21/")
    parser.add_argument("--corpora", nargs="+", default=["wmt21", "wmt23", "ted"])
    parser.add_argument("--repetitions", type=int, default=1000)
    parser.add_argument("--metrics", nargs="+", default=["bleu", "chrf", "ribes", "ter"])
    parser.add_argument("--segments", type=int, default=150, help="of a set")
    parser.add_argument("--few", action="store_true", help="how few documents are too few")
    a = parser.parse_args()
    good = True
    allowed = 3 * np.sqrt(LEVEL * (1 - LEVEL) / a.repetitions)
    for name in a.corpora:
        for metric in a.metrics:
            corpus = read(a.data, name, metric)
            print(f"\n{name}, {metric}: {len(corpus.rows)} segments, {corpus.count} documents", flush=True)
            if a.few:
                sizes = [size for size in SIZES if size < corpus.count]
                by_size = {size: shares(corpus, a.repetitions, segments=a.segments, size=size) for size in sizes}
                keys = list(by_size[sizes[-1]])
                rows = [[test, *(shown(by_size[s][test, unit]) for s in sizes)] for test, unit in keys]
                print(markdown_table(["by document", *map(str, sizes)], rows), flush=True)
                continue
            found = shares(corpus, a.repetitions, segments=a.segments)
            tests = list(dict.fromkeys(test for test, _ in found))
            rows = [[test, *(shown(found[test, unit]) for unit in UNITS)] for test in tests]
            print(markdown_table(["test", *(f"by {unit}" for unit in UNITS)], rows), flush=True)
            if corpus.count >= FEWEST_CLUSTERS:
                sums = [sum(found[test, "document"]) for test in tests]
                good &= all(LOW - allowed <= share <= HIGH + allowed for share in sums)
    return 0 if a.few or good else 1


if __name__ == "__main__":
    with threadpool_limits(1):
        sys.exit(main())
