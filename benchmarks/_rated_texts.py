"""Annotated outputs of a run in memory: how much more people marked at phenomena, by their marks or by moved ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from extractors.atlas.atlas_effects import AtlasCorpus, AtlasEffect
from extractors.atlas.shared_texts import SharedTexts
from extractors.config.corpus import CorpusConfig
from extractors.config.run import RunConfig
from extractors.core.arrays import Float64, Int64
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.atlas import BEYOND, BY_PEOPLE
from extractors.formats.covariates import COVARIATES, codes_of
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.score.statistics.beyond_chance import AnswerTable, Difference, DifferenceOfTwo, minus
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.errors_stage import read_ratings
from extractors.words.evidence import EvidenceText
from extractors.words.marked_errors import EVERY, LinkedWords, Place, Ratings
from extractors.words.marked_hits import Clusters, compare, hit_rows, together
from extractors.words.marks import Masks, marks_of, masks_of, rated_outputs
from extractors.words.preparing import prepare
from extractors.words.rendering_judge import MatchItem

Masked = Mapping[Place, Sequence[Masks]]
MARKS = "marks"
"""In the place of a metric: the words in which people marked errors."""
FEWEST_SEGMENTS = 10
"""Rated segments with a phenomenon."""
LARGE_DOCUMENT = 50
"""Rated segments in the mean, from which on moved marks are not turned as well: segments change places often enough."""


class MarkedEffect(NamedTuple):
    """How much more hits are marked than controls.

    Attributes:
        effect: in shares of hits; its metric is MARKS, with BY_PEOPLE of people, or BEYOND of systems beyond those.
        low, high, p: 95 % interval, and p of no difference; NaN where the set by itself is too small.
        rate: how many hits in outputs of systems are marked.
    """

    effect: AtlasEffect
    low: float
    high: float
    p: float
    rate: float


class RatedBy:
    """The rated texts of systems, or of people.

    Args:
        words: what of the texts the source is linked to.

    Attributes:
        names: of those who made them.
        masks: what was marked, errors of every kind together.
        sizes: the words of each text.
    """

    def __init__(self, ratings: Ratings, words: LinkedWords, items: Sequence[MatchItem]) -> None:
        self.words, self._items = words, len(items)
        self.names = [name for name in words.texts if any(rated == name for rated, _ in ratings)]
        self.masks: Masked = {
            place: [_every(of_rater.get(EVERY, 0)) for of_rater in of_raters]
            for place, of_raters in masks_of(ratings, self.names, words).items()
        }
        self.sizes = {place: len(words.word_numbers(*place)) for place in self.masks}
        self._outputs = rated_outputs(items, self.names, self.masks, words)

    def answers(self, masks: Masked) -> AnswerTable:
        """All texts as one."""
        return together(marks_of(self._outputs, masks, self.names, self._items))


class RatedTexts:
    """A corpus of a run of benchmarks/marked.yaml.

    Args:
        texts: gives the documents of all corpora their numbers.

    Attributes:
        documents: (N,) the number of each segment's document.
        source: of the first corpus that has its texts.
    """

    def __init__(self, run: RunConfig, config: CorpusConfig, texts: SharedTexts) -> None:
        self.name, folder = config.name, run.results / config.name
        self.tested = {name: asked["distance"] for name, asked in run.asked_of(config).items()}
        corpus, language = read_corpus(folder / "segments.parquet"), config.target_language
        outputs = {name: read_hypotheses(folder / f"systems/{name}.parquet") for name in config.systems}
        people = {name: corpus.references[name] for name in config.humans if name not in outputs}
        (self._ratings,) = read_ratings(folder / "test_set", outputs, people=people).values()
        links = folder / "alignment.parquet"
        self._prepared = prepare(
            treebank=conllu.read(folder / "source.conllu.gz"),
            hits=tables.read(HITS, folder / "hits.parquet"),
            links=tables.read(ALIGNMENT, links),
            references={name: EvidenceText.of(of, language) for name, of in corpus.references.items()},
            settings=AccuracySettings(),
        )
        items = self._prepared.items
        linked = {
            table: LinkedWords(tables.read(ALIGNMENT, folder / table), of, language, path=str(folder / table))
            for table, of in (("output_alignment.parquet", outputs), ("alignment.parquet", people))
        }
        self._systems, self._people = (RatedBy(self._ratings, words, items) for words in linked.values())
        documents = codes_of(tables.read(COVARIATES, folder / "covariates.parquet"), "document")
        assert documents is not None
        self.documents = documents
        clusters = Clusters.of(documents, len(documents))
        numbers, self.source = texts.number(self.name, list(corpus.source), clusters.number)
        self._cluster = numbers[np.array([item.segment for item in items])]
        self._corpus = AtlasCorpus(
            name=self.name,
            folder=folder,
            systems=self._systems.names,
            metrics={},
            source_language=config.source_language,
            target_language=language,
        )

    @cached_property
    def masks(self) -> Masked:
        """What was marked in the texts of systems and people."""
        return {**self._systems.masks, **self._people.masks}

    @cached_property
    def _sizes(self) -> dict[Place, int]:
        return {**self._systems.sizes, **self._people.sizes}

    def marked_hits(self) -> dict[tuple[object, ...], bool]:
        """Whether each hit in the outputs of systems is marked."""
        rows = hit_rows(self._prepared, self.name, self._systems.names, self._ratings, self._systems.words)
        names = ("phenomenon", "segment_id", "head", "dependent", "system")
        return {tuple(row[name] for name in names): row["marked"] > 0 for row in rows}

    @cached_property
    def rated(self) -> Int64:
        """(r,) the rated segments."""
        return np.array(sorted({segment for _, segment in self.masks}))

    def effects(self, masks: Masked) -> Iterator[MarkedEffect]:
        """By phenomenon, at its tested distance, the difference of hits and controls beyond chance, of all systems
        together; where people's texts were rated, of these, too, and of systems beyond them."""
        prepared, items = self._prepared, self._prepared.items
        distances = prepared.hits.column("distance_set").to_numpy()
        systems = self._systems.answers(masks)
        people = self._people.answers(masks) if self._people.names else None
        for phenomenon in prepared.matched:
            hits, entries = prepared.hits_of(phenomenon)
            inside = distances[hits] >= self.tested[phenomenon]
            answers = systems.values[hits[inside], 0]
            counted = hits[inside][~np.isnan(answers)]
            segments = len({items[hit].segment for hit in counted})
            if segments < FEWEST_SEGMENTS:
                continue
            of = compare(systems, entries, inside, self._cluster)
            if of is None or not np.isfinite(of.difference[0]) or not of.influences.any():
                continue
            told: list[tuple[str, Float64, Float64, Difference | DifferenceOfTwo]] = [
                (MARKS, of.difference, of.influences, of)
            ]
            units = of.effective
            same = None if people is None else compare(people, entries, inside, self._cluster)
            if same is not None and np.isfinite(same.difference[0]) and same.influences.any():
                two = minus(of, same)
                told.append((f"{MARKS}{BY_PEOPLE}", same.difference, same.influences, same))
                told.append((f"{MARKS}{BEYOND}", two.value, of.influences - same.influences, two))
                units = np.minimum(of.effective, same.effective)
            for metric, differences, influences, tested in told:
                effect = AtlasEffect(
                    corpus=self._corpus,
                    source=self.source,
                    phenomenon=phenomenon,
                    distance=self.tested[phenomenon],
                    metric=metric,
                    systems=["all"],
                    n=segments,
                    differences=differences,
                    scale=1.0,
                    clusters=of.clusters,
                    influences=influences,
                    units=max(2, int((of.effective if metric == MARKS else units)[0])),
                )
                ends = (float(end[0]) for end in (tested.low, tested.high, tested.p))
                yield MarkedEffect(effect, *ends, float(np.nanmean(answers)))

    def moved(self, rng: np.random.Generator) -> Masked:
        """Marks that have nothing to do with phenomena: those of another segment of the document, for all texts the
        same; in sets of short documents they are also turned round each text by a random share of its length."""
        other: dict[int, int] = {}
        for document in np.unique(self.documents[self.rated]):
            inside = self.rated[self.documents[self.rated] == document]
            other |= dict(zip(inside.tolist(), rng.permutation(inside).tolist(), strict=True))
        is_turned = len(self.rated) / len(np.unique(self.documents[self.rated])) < LARGE_DOCUMENT
        turns = {segment: rng.random() if is_turned else 0.0 for segment in other}
        return {
            (name, segment): [
                _every(self._fitted(mask.get(EVERY, 0), (name, other[segment]), (name, segment), turns[segment]))
                for mask in self.masks.get((name, other[segment]), [{}])
            ]
            for name, segment in self.masks
        }

    def _fitted(self, mask: int, source: Place, target: Place, turn: float) -> int:
        """Marks on the words of another text: each word has those of the word at the same share of the length."""
        length, size = self._sizes.get(source, 0), self._sizes[target]
        if not (mask and length and size):
            return 0
        shift = int(turn * size)
        return sum(1 << word for word in range(size) if mask >> ((word + shift) % size * length // size) & 1)


def rated_texts(run: RunConfig, names: Iterable[str] | None = None) -> Iterator[RatedTexts]:
    """The corpora of a run, or those of some names, with one numbering of documents."""
    texts = SharedTexts()
    for name in run.corpora if names is None else names:
        yield RatedTexts(run, run.corpora[name], texts)


def _every(mask: int) -> Masks:
    """What a rater marked, errors of every kind together."""
    return {EVERY: mask} if mask else {}
