"""Marks that have nothing to do with phenomena, on the texts, systems and marks of a rated set; all in memory.

A draw takes the marks of another segment of the same document, for all systems those of the same segment, since
systems are marked at the same words; `turned` then turns them round each output by a random share of its length. The
place in the output keeps its marks only without turning.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES, codes_of
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.score.accuracy.accuracy_settings import AccuracySettings
from extractors.score.accuracy.errors_stage import read_ratings
from extractors.score.accuracy.evidence import EvidenceText
from extractors.score.accuracy.marked_errors import EVERY, LinkedWords, Place
from extractors.score.accuracy.marked_hits import Clusters, columns_of, compare
from extractors.score.accuracy.marks import Looked, Masks, look, marks_of, masks_of
from extractors.score.accuracy.preparing import Prepared, entries_of, prepare
from extractors.score.statistics.beyond_chance import Difference
from extractors.score.statistics.estimates import FEWEST

Masked = Mapping[Place, Sequence[Masks]]


NULL_FILE = "null.json"
SMALLEST = 50
"""A set whose documents have fewer rated segments in the mean is only turned: its segments seldom change places."""


class RatedTexts:
    """A set that was rated: texts, links and marks.

    Attributes:
        masks: what was marked, errors of every kind together.
        rated: (r,) the rated segments.
    """

    def __init__(self, folder: Path) -> None:
        self.treebank, self._corpus = conllu.read(folder / "source.conllu.gz"), read_corpus(folder / "segments.parquet")
        self._links = tables.read(ALIGNMENT, folder / "alignment.parquet")
        outputs = {path.stem: read_hypotheses(path) for path in sorted((folder / "systems").glob("*.parquet"))}
        links = tables.read(ALIGNMENT, folder / "output_alignment.parquet")
        self.words = LinkedWords(links, outputs, self._corpus.target_language, path=str(folder))
        (ratings,) = read_ratings(folder / "test_set", outputs).values()
        self.systems = [system for system in outputs if any(system == other for other, _ in ratings)]
        self.masks: Masked = {
            place: [_every(of_rater.get(EVERY, 0)) for of_rater in of_raters]
            for place, of_raters in masks_of(ratings, self.systems, self.words).items()
        }
        self.rated = np.array(sorted({segment for _, segment in self.masks}))
        self._sizes = {place: len(self.words.word_numbers(*place)) for place in self.masks}
        documents = codes_of(tables.read(COVARIATES, folder / "covariates.parquet"), "document")
        assert documents is not None
        self.documents = documents
        self.clusters = Clusters.of(documents, len(documents))

    def prepared(self, hits: object, seed: int) -> Prepared:
        """Hits with their controls."""
        language = self._corpus.target_language
        return prepare(
            treebank=self.treebank,
            hits=hits,
            links=self._links,
            references={name: EvidenceText.of(texts, language) for name, texts in self._corpus.references.items()},
            ordered=["reordering"],
            settings=AccuracySettings(seed=seed),
        )

    def looked(self, prepared: Prepared) -> list[Looked]:
        """The rated outputs with the items in them."""
        return look(prepared.items, self.systems, self.masks, self.words)

    def moved(self, rng: np.random.Generator, *, turned: bool) -> Masked:
        """A draw: each segment has the marks of another of its document."""
        other: dict[int, int] = {}
        for document in np.unique(self.documents[self.rated]):
            inside = self.rated[self.documents[self.rated] == document]
            other |= dict(zip(inside.tolist(), rng.permutation(inside).tolist(), strict=True))
        turns = {segment: rng.random() if turned else 0.0 for segment in other}
        return {
            (system, segment): [
                _every(self._fitted(mask.get(EVERY, 0), (system, other[segment]), (system, segment), turns[segment]))
                for mask in self.masks.get((system, other[segment]), [{}])
            ]
            for system, segment in self.masks
        }

    def _fitted(self, mask: int, source: Place, target: Place, turn: float) -> int:
        """Marks on the words of another output: each word has those of the word at the same share of the length."""
        length, size = self._sizes.get(source, 0), self._sizes[target]
        if not (mask and length and size):
            return 0
        shift = int(turn * size)
        return sum(1 << word for word in range(size) if mask >> ((word + shift) % size * length // size) & 1)

    def planted(
        self, masks: Masked, looked: Sequence[Looked], hits: set[int], share: float, rng: np.random.Generator
    ) -> Masked:
        """Masks with one word more marked at a share of some hits, in the outputs of half of the systems."""
        chosen = {hit for hit in sorted(hits) if rng.random() < share}
        changed = {place: [dict(of_rater) for of_rater in of_raters] for place, of_raters in masks.items()}
        for output in looked:
            for item, words in zip(output.items, output.words, strict=True):
                if item in chosen and rng.random() < 0.5:
                    for of_rater in changed[self.systems[output.system], output.segment]:
                        of_rater[EVERY] = of_rater.get(EVERY, 0) | 1 << words[0]
        return changed

    def tests(
        self, prepared: Prepared, looked: Sequence[Looked], masks: Masked, names: Sequence[str]
    ) -> dict[str, Difference]:
        """The test of each phenomenon that is large enough, as a run makes it."""
        segment = np.array([item.segment for item in prepared.items], dtype=np.int64)
        _, answers = columns_of(self.systems, marks_of(looked, masks, self.systems, len(prepared.items)))
        found = {}
        for name in names:
            hits, matched = prepared.matched[name]
            entries = entries_of(prepared, matched, hits)
            of = compare(answers, entries, np.ones(len(hits), dtype=bool), self.clusters.number[segment])
            if of is not None:
                found[name] = of._replace(p=_large_enough(of.p, answers.values[hits], segment[hits]))
        return found


def draw_nulls(folder: Path, tests: int) -> None:
    """Write how often the tests of a set's phenomena reject by marks that have nothing to do with them.

    NULL_FILE has, by kind of marks, tests of all systems and of one: how many, rejected as more, rejected as fewer.
    A file that is there is kept.

    Args:
        tests: of all systems, at least; a sixth where a difference is planted.
    """
    if (folder / NULL_FILE).exists():
        return
    texts = RatedTexts(folder)
    prepared = texts.prepared(tables.read(HITS, folder / "hits.parquet"), seed=50)
    looked = texts.looked(prepared)
    rated = set(texts.rated.tolist())
    segments = {name: {prepared.items[hit].segment for hit in hits} for name, (hits, _) in prepared.matched.items()}
    names = [name for name, inside in segments.items() if len(inside & rated) >= FEWEST]
    hits = {int(hit) for name in names for hit in prepared.matched[name][0]}
    of_a_document = len(rated) / len(np.unique(texts.documents[texts.rated]))
    counts: dict[str, Tails] = {}
    for kind in ("placed" if of_a_document >= SMALLEST else "turned", "planted"):
        rng, tails = np.random.default_rng(1), Tails()
        while tails.tests < (tests if kind != "planted" else tests / 6):
            masks = texts.moved(rng, turned=kind != "placed")
            if kind == "planted":
                masks = texts.planted(masks, looked, hits, 0.2, rng)
            for of in texts.tests(prepared, looked, masks, names).values():
                tails.add(of)
        counts[kind] = tails
    text = json.dumps({kind: tails.counts() for kind, tails in counts.items()}, indent=1)
    (folder / NULL_FILE).write_text(text + "\n", encoding="utf-8")


def _large_enough(
    p: npt.NDArray[np.float64], values: npt.NDArray[np.float64], segment: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """p where the hits that count are in enough segments."""
    segments = np.array([len(np.unique(segment[column])) for column in (~np.isnan(values)).T])
    return np.where(segments >= FEWEST, p, np.nan)


def _every(mask: int) -> Masks:
    """What a rater marked, errors of every kind together."""
    return {EVERY: mask} if mask else {}


class Tails:
    """How often tests reject at 5 %: of all systems together, and of single ones."""

    def __init__(self) -> None:
        self._counts = np.zeros((2, 3), dtype=np.int64)

    def add(self, of: Difference) -> None:
        """Count the tests of a phenomenon in a draw: how many, rejected as more, rejected as fewer."""
        for row, those in enumerate((slice(0, 1), slice(1, None))):
            rejected = of.p[those] < 0.05
            more = np.count_nonzero(rejected & (of.difference[those] > 0))
            self._counts[row] += np.count_nonzero(~np.isnan(of.p[those])), more, np.count_nonzero(rejected) - more

    @property
    def tests(self) -> int:
        """Of all systems."""
        return int(self._counts[0, 0])

    def counts(self) -> dict[str, list[int]]:
        """By whose tests they are."""
        return dict(zip(("all systems", "one system"), self._counts.tolist(), strict=True))
