"""Annotated outputs in memory: how much more people marked at phenomena, by their marks or by ones moved elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from _marked_sets import MarkedSet

from extractors.atlas.atlas_effects import AtlasCorpus, AtlasEffect
from extractors.atlas.shared_texts import SharedTexts
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES, codes_of
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.score.statistics.beyond_chance import AnswerTable
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.errors_stage import read_ratings
from extractors.words.evidence import EvidenceText
from extractors.words.marked_errors import EVERY, LinkedWords, Place
from extractors.words.marked_hits import Clusters, columns_of, compare, hit_rows
from extractors.words.marks import Masks, marks_of, masks_of, rated_outputs
from extractors.words.preparing import entries_of, prepare

Masked = Mapping[Place, Sequence[Masks]]
FEWEST_SEGMENTS = 10
"""Rated segments with a phenomenon."""
LARGE_DOCUMENT = 50
"""Rated segments in the mean, from which on moved marks are not turned as well: segments change places often enough."""


class RatedTexts:
    """A set as `_marked_sets.prepare` leaves it.

    Args:
        texts: gives the documents of all sets their numbers.

    Attributes:
        masks: what was marked, errors of every kind together.
        documents: (N,) the number of each segment's document.
    """

    def __init__(self, of: MarkedSet, folder: Path, texts: SharedTexts) -> None:
        self.name = of.name
        treebank, corpus = conllu.read(folder / "source.conllu.gz"), read_corpus(folder / "segments.parquet")
        outputs = {path.stem: read_hypotheses(path) for path in sorted((folder / "systems").glob("*.parquet"))}
        links = tables.read(ALIGNMENT, folder / "output_alignment.parquet")
        self._words = words = LinkedWords(links, outputs, corpus.target_language, path=str(folder))
        self._ratings = ratings = read_ratings(folder / "test_set", outputs)[of.campaign]
        self.systems = [*outputs]
        self._prepared = prepare(
            treebank=treebank,
            hits=tables.read(HITS, folder / "hits.parquet"),
            links=tables.read(ALIGNMENT, folder / "alignment.parquet"),
            references={name: EvidenceText.of(of, corpus.target_language) for name, of in corpus.references.items()},
            ordered=["reordering"],
            settings=AccuracySettings(),
        )
        self.masks: Masked = {
            place: [_every(of_rater.get(EVERY, 0)) for of_rater in of_raters]
            for place, of_raters in masks_of(ratings, self.systems, words).items()
        }
        self._sizes = {place: len(words.word_numbers(*place)) for place in self.masks}
        self._rated_outputs = rated_outputs(self._prepared.items, self.systems, self.masks, words)
        documents = codes_of(tables.read(COVARIATES, folder / "covariates.parquet"), "document")
        assert documents is not None
        self.documents = documents
        clusters = Clusters.of(documents, len(documents))
        numbers, self.source = texts.number(of.name, list(corpus.source), clusters.number)
        self._cluster = numbers[np.array([item.segment for item in self._prepared.items])]
        languages = {"source_language": corpus.source_language, "target_language": corpus.target_language}
        self._corpus = AtlasCorpus(name=of.name, folder=folder, systems=self.systems, metrics={}, **languages)

    def marked_hits(self) -> dict[tuple[Any, ...], bool]:
        """Whether each hit of each output has a mark: by phenomenon, segment, head, dependent and system."""
        names = ("phenomenon", "segment_id", "head", "dependent", "system")
        rows = hit_rows(self._prepared, self.name, self.systems, self._ratings, self._words)
        return {tuple(row[name] for name in names): row["marked"] > 0 for row in rows}

    @cached_property
    def rated(self) -> np.ndarray:
        """(r,) the rated segments."""
        return np.array(sorted({segment for _, segment in self.masks}))

    def effects(self, masks: Masked) -> Iterator[tuple[AtlasEffect, float]]:
        """By phenomenon, the difference of hits and controls beyond chance, of all systems together, and its p (NaN
        where the set by itself is too small)."""
        items = self._prepared.items
        _, answers = columns_of(self.systems, marks_of(self._rated_outputs, masks, self.systems, len(items)))
        together = AnswerTable(answers.values[:, :1], answers.chance[:, :1], answers.terms[:, :, :1])
        for phenomenon, (hits, matched) in self._prepared.matched.items():
            counted = hits[~np.isnan(together.values[hits, 0])]
            segments = len({items[hit].segment for hit in counted})
            if segments < FEWEST_SEGMENTS:
                continue
            entries = entries_of(self._prepared, matched, hits)
            of = compare(together, entries, np.ones(len(hits), dtype=bool), self._cluster)
            if of is None or not np.isfinite(of.difference[0]) or not of.influences.any():
                continue
            effect = AtlasEffect(
                corpus=self._corpus,
                source=self.source,
                phenomenon=phenomenon,
                distance=0,
                metric="marks",
                systems=["all"],
                n=segments,
                differences=of.difference,
                scale=1.0,
                clusters=of.clusters,
                influences=of.influences,
                units=max(2, int(of.effective[0])),
            )
            yield effect, float(of.p[0])

    def moved(self, rng: np.random.Generator) -> Masked:
        """Marks that have nothing to do with phenomena: those of another segment of the document, for all systems the
        same; in sets of short documents they are also turned round each output by a random share of its length."""
        other: dict[int, int] = {}
        for document in np.unique(self.documents[self.rated]):
            inside = self.rated[self.documents[self.rated] == document]
            other |= dict(zip(inside.tolist(), rng.permutation(inside).tolist(), strict=True))
        is_turned = len(self.rated) / len(np.unique(self.documents[self.rated])) < LARGE_DOCUMENT
        turns = {segment: rng.random() if is_turned else 0.0 for segment in other}
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


def _every(mask: int) -> Masks:
    """What a rater marked, errors of every kind together."""
    return {EVERY: mask} if mask else {}
