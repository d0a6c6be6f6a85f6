"""Treebanks as training examples: words, and the right analysis of each."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from extractors.core.arrays import Int64
from extractors.formats.treebank import Treebank
from extractors.models.parsers._biaffine import lemmas
from extractors.models.parsers._biaffine.labels import NONE, Labels, frequent

IGNORED = -100
"""Not to be learnt from: nothing is annotated, or a label too rare to be one."""

UNKNOWN = "?"
"""A tag or relation that nobody has said, as in parses that disagree."""

UNKNOWN_HEAD = -1
"""The same of a head."""

UNANNOTATED = UNKNOWN
"""`?Case` among the features of a word: its treebank does not say which case it has."""

SENTENCES_AT_ONCE = (1, 1, 1, 1, 2, 2, 3, 4)
"""How many sentences make a segment in training, drawn at random: most lines are one sentence."""


@dataclass(frozen=True, slots=True)
class ParseExample:
    """A sentence in training: its forms and, for each word, strings as in CoNLL-U and the head.

    An unknown value is `_` as a lemma, UNKNOWN as a tag or relation, UNKNOWN_HEAD as a head, and a key
    that begins with UNANNOTATED as a feature.
    """

    forms: list[str]
    lemmas: list[str]
    upos: list[str]
    xpos: list[str]
    feats: list[dict[str, str]]
    heads: Int64
    deprel: list[str]


@dataclass(frozen=True, slots=True)
class Target:
    """The right analysis of a segment of n words, as numbers (`IGNORED` where nothing is known).

    Attributes:
        tags: by head of the network, (n,) label numbers.
        starts: (n,) 1 where a sentence begins.
        heads: (n,) head in the segment, 1-based, 0 for a root.
        sentence: (n,) number of the word's sentence.
        relations: (n,) label numbers.
    """

    tags: dict[str, Int64]
    starts: Int64
    heads: Int64
    sentence: Int64
    relations: Int64


def examples(treebank: Treebank) -> list[ParseExample]:
    """The sentences of a treebank."""
    feats = treebank.feature_values()
    sentences = []
    for start, stop in pairwise(treebank.sentence_start.tolist()):
        span = range(start, stop)
        sentences.append(
            ParseExample(
                [treebank.form[w] for w in span],
                [treebank.lemma[w] for w in span],
                [treebank.upos[w] for w in span],
                [treebank.xpos[w] for w in span],
                [feats[treebank.feats.codes[w]] for w in span],
                treebank.head[start:stop].astype(np.int64),
                [treebank.deprel[w] for w in span],
            )
        )
    return sentences


def labels(sentences: Sequence[ParseExample], *, minimum: int) -> Labels:
    """The inventories of training data: labels that occur at least `minimum` times."""
    values: dict[str, Counter[str]] = {}
    rules: Counter[str] = Counter()
    for sentence in sentences:
        for feats in sentence.feats:
            for name, value in feats.items():
                if name.startswith(UNANNOTATED):
                    continue
                values.setdefault(name, Counter())[value] += 1
        rules.update(
            lemmas.rule(form, lemma)
            for form, lemma in zip(sentence.forms, sentence.lemmas, strict=True)
            if lemma != NONE or form == NONE
        )

    def column(name: str) -> Iterable[str]:
        return (value for sentence in sentences for value in getattr(sentence, name) if value != UNKNOWN)

    features = []
    for name in sorted(values):
        frequent_values = tuple(sorted(v for v, count in values[name].items() if count >= minimum))
        if frequent_values:
            features.append((name, (NONE, *frequent_values)))
    return Labels(
        upos=frequent(column("upos"), 1),
        xpos=frequent(column("xpos"), minimum),
        deprel=frequent(column("deprel"), minimum),
        lemma_rule=tuple(sorted(rule for rule, count in rules.items() if count >= minimum)),
        features=tuple(features),
    )


def lexicon(sentences: Sequence[ParseExample]) -> dict[str, str]:
    """The lemmas of words that always have the same one; see `lemmas.lexicon`."""
    return lemmas.lexicon(
        (form, upos, lemma)
        for sentence in sentences
        for form, upos, lemma in zip(sentence.forms, sentence.upos, sentence.lemmas, strict=True)
        if lemma != NONE and upos != UNKNOWN
    )


class Numbering:
    """Labels to numbers, for many segments."""

    def __init__(self, labels: Labels) -> None:
        self._labels = labels
        self._tags = {
            name: {value: number for number, value in enumerate(getattr(labels, name))}
            for name in ("upos", "xpos", "lemma_rule")
            if getattr(labels, name)
        }
        self._relations = {value: number for number, value in enumerate(labels.deprel)}
        self._features = [
            (name, {value: number for number, value in enumerate(values)}) for name, values in labels.features
        ]

    def target(self, sentences: Sequence[ParseExample]) -> Target:
        """Sentences one after another as one segment."""
        tags: dict[str, list[int]] = {name: [] for name in self._labels.sizes}
        for sentence in sentences:
            columns = {
                "upos": sentence.upos,
                "xpos": sentence.xpos,
                "lemma_rule": [
                    lemmas.rule(form, lemma) if lemma != NONE or form == NONE else NONE
                    for form, lemma in zip(sentence.forms, sentence.lemmas, strict=True)
                ],
            }
            for name, numbers in self._tags.items():
                tags[name] += [numbers.get(value, IGNORED) for value in columns[name]]
            for name, numbers in self._features:
                tags[f"feature_{name}"] += [
                    IGNORED if UNANNOTATED + name in feats else numbers.get(feats.get(name, NONE), IGNORED)
                    for feats in sentence.feats
                ]
        sizes = [len(sentence.forms) for sentence in sentences]
        offsets = np.cumsum([0, *sizes[:-1]])
        sentence_of = np.repeat(np.arange(len(sizes)), sizes)
        heads = np.concatenate(
            [
                np.where(s.heads > 0, s.heads + offset, np.where(s.heads == UNKNOWN_HEAD, IGNORED, 0))
                for s, offset in zip(sentences, offsets, strict=True)
            ]
        )
        starts = np.zeros(len(heads), dtype=np.int64)
        starts[offsets] = 1
        relations = [self._relations.get(value, IGNORED) for s in sentences for value in s.deprel]
        return Target(
            {name: np.array(values, dtype=np.int64) for name, values in tags.items()},
            starts,
            heads,
            sentence_of,
            np.array(relations, dtype=np.int64),
        )


def segments(sentences: Sequence[ParseExample], draw: random.Random) -> list[list[ParseExample]]:
    """Sentences, in their order, as segments of one to four."""
    drawn = []
    position = 0
    while position < len(sentences):
        size = draw.choice(SENTENCES_AT_ONCE)
        drawn.append(list(sentences[position : position + size]))
        position += size
    return drawn


def batches(lengths: Sequence[int], words: int, draw: random.Random, *, pool: int = 40) -> list[list[int]]:
    """Numbers of segments in batches of about `words` words, those of like lengths together.

    Lengths are sorted within pools of `pool` batches only, so that batches differ from epoch to epoch.
    """
    order = list(range(len(lengths)))
    draw.shuffle(order)
    batched: list[list[int]] = []
    at_once = max(1, pool * words // max(1, sum(lengths) // max(1, len(lengths))))
    for first in range(0, len(order), at_once):
        batch: list[int] = []
        longest = 0
        for number in sorted(order[first : first + at_once], key=lambda n: lengths[n]):
            longest = max(longest, lengths[number])
            if batch and longest * (len(batch) + 1) > words:
                batched.append(batch)
                batch, longest = [], lengths[number]
            batch.append(number)
        if batch:
            batched.append(batch)
    draw.shuffle(batched)
    return batched
