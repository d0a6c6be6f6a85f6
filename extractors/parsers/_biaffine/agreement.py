"""Agreement: case, number and gender of a noun phrase, decided for all its words at once and with the tree in sight.

The network says the features of each word by itself, before it knows the tree. But the words of a phrase agree (`dem
alten Mann`), an object is in another case than a subject, and a preposition asks for a case. So once the tree is known,
a log-linear model scores each bundle of values of a phrase y = (case, number, gender):

    score(y) = sum of the weights of its features for y + tagger * sum over its words of log p(y | word)

Features are the forms and endings of the words beside the determiner, and the place of the phrase: relation,
preposition, the lemma and part of speech of what it depends on, and what else depends on that. They are hashed into
rows, as the pieces of words are. A word that has no value of a feature by the network keeps none.

Which relations bind a word into the phrase of its head, and which bundles there are, is read off the treebanks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Int64

Floats = npt.NDArray[np.float32]

AGREEING = ("Case", "Number", "Gender")
"""The features of a phrase; what has no case is in no phrase."""

ENDINGS = (1, 2, 3, 4, 5)
OPEN = frozenset({"NOUN", "PROPN", "ADJ"})
"""Parts of speech whose endings say more beside the determiner: `ein altes`, `das alte`."""
CLOSED = frozenset({"DET", "PRON"})
"""Parts of speech that a determiner may be of."""
ARGUMENTS = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl:arg", "expl"})
CHAIN = 6
"""The longest chain of conjuncts, or of words in a phrase, that is followed."""
CACHED = 200_000


class Tree(NamedTuple):
    """The n words of a segment: strings, and heads, 1-based, 0 for a root."""

    forms: Sequence[str]
    lemmas: Sequence[str]
    upos: Sequence[str]
    heads: Sequence[int]
    deprel: Sequence[str]

    def dependents(self) -> list[list[int]]:
        """The dependents of each word, 0-based."""
        found: list[list[int]] = [[] for _ in self.heads]
        for word, head in enumerate(self.heads):
            if head:
                found[head - 1].append(word)
        return found


class Phrase(NamedTuple):
    """A word and those that agree with it, 0-based; `words` has the head, too."""

    head: int
    words: list[int]


def phrases(tree: Tree, declined: Sequence[bool], relations: frozenset[str]) -> list[Phrase]:
    """The phrases of the words that have a case.

    Args:
        declined: (n,) which words do.
        relations: those that bind a word to its head.
    """
    found: dict[int, list[int]] = {}
    for word in range(len(tree.forms)):
        if not declined[word]:
            continue
        head = word
        for _ in range(CHAIN):
            above = tree.heads[head] - 1
            if above < 0 or tree.deprel[head] not in relations or not declined[above]:
                break
            head = above
        found.setdefault(head, []).append(word)
    return [Phrase(head, words) for head, words in found.items()]


def evidence(phrase: Phrase, tree: Tree, dependents: Sequence[Sequence[int]]) -> Iterator[tuple[str, ...]]:
    """What speaks for a bundle, in parts that come again: each of the words, and the place of the phrase."""
    words = [word for word in phrase.words if word != phrase.head]
    determiner = next((tree.forms[word].lower() for word in words if tree.upos[word] in CLOSED), "")
    for word in phrase.words:
        role = "head" if word == phrase.head else "word"
        yield "word", role, tree.upos[word], tree.forms[word].lower(), determiner
    yield ("place", determiner, *_place(phrase.head, tree, dependents))


def _place(head: int, tree: Tree, dependents: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """The place of a phrase; a conjunct has that of the first conjunct."""
    first = head
    for _ in range(CHAIN):
        if tree.deprel[first] != "conj" or not tree.heads[first]:
            break
        first = tree.heads[first] - 1
    adposition = _adposition(head, tree, dependents) or _adposition(first, tree, dependents)
    conjunct = "conj" if first != head else ""
    has_copula = "cop" if any(tree.deprel[d] == "cop" for d in dependents[head]) else ""
    above = tree.heads[first] - 1
    if above < 0:
        return conjunct, tree.deprel[first], adposition, has_copula
    return (
        conjunct,
        tree.deprel[first],
        adposition,
        has_copula,
        tree.upos[above],
        tree.lemmas[above].lower(),
        "before" if above > first else "after",
        ".".join(sorted(tree.deprel[d] for d in dependents[above] if tree.deprel[d] in ARGUMENTS)),
        tree.deprel[above],
        _adposition(above, tree, dependents),
        "cop" if any(tree.deprel[d] == "cop" for d in dependents[above]) else "",
    )


def _adposition(word: int, tree: Tree, dependents: Sequence[Sequence[int]]) -> str:
    return next((tree.forms[d].lower() for d in dependents[word] if tree.deprel[d] == "case"), "")


def rows(part: tuple[str, ...], size: int) -> list[int]:
    """The rows of a table of `size` for a part of the evidence."""
    kind, *values = part
    texts = _of_word(*values) if kind == "word" else _of_place(*values)
    return [crc32(text.encode()) % size for text in texts]


def _of_word(role: str, upos: str, form: str, determiner: str) -> Iterator[str]:
    yield f"{role} {upos} ={form}"
    for n in ENDINGS:
        if len(form) > n:
            yield f"{role} {upos} -{form[-n:]}"
    if upos in OPEN:
        for n in ENDINGS[:3]:
            yield f"{role} {upos} {determiner} -{form[-n:]}"


def _of_place(
    determiner: str, conjunct: str, relation: str, adposition: str, has_copula: str, *governor: str
) -> Iterator[str]:
    yield f"relation {conjunct} {relation}"
    yield f"relation {conjunct} {relation} {adposition}"
    yield f"adposition {adposition}"
    yield f"determiner {relation} {determiner}"
    yield f"determiner {relation} {adposition} {determiner}"
    if has_copula:
        yield "has copula"
    if not governor:
        return
    upos, lemma, side, arguments, above, outer, copula = governor
    yield f"governor {relation} {upos} {adposition}"
    yield f"lemma {relation} {lemma} {adposition}"
    yield f"side {relation} {side} {adposition}"
    yield f"arguments {relation} {adposition} {arguments}"
    if not adposition:
        yield f"above {relation} {above} {outer}"
    if copula:
        yield f"copula {relation}"


class Agreement:
    """The model.

    Args:
        features: the names of the features, some of AGREEING; the first is Case.
        bundles: (b, features) label numbers of each bundle, as the network has them (0 is none).
        relations: those that bind a word into the phrase of its head.
        weights: (rows, b) of hashed evidence.
        tagger: the weight of the network's log-probabilities.
    """

    def __init__(
        self, features: Sequence[str], bundles: Int64, relations: Sequence[str], weights: Floats, tagger: float
    ) -> None:
        self.features, self.bundles = tuple(features), bundles
        self.relations = frozenset(relations)
        self.weights, self.tagger = weights, tagger
        self._values = [bundles[:, k] - 1 for k in range(len(self.features))]
        self._score = lru_cache(maxsize=CACHED)(self._score_of)

    def weighing(self, tagger: float) -> Agreement:
        """The same with another weight of the network's log-probabilities."""
        return Agreement(self.features, self.bundles, sorted(self.relations), self.weights, tagger)

    def settings(self) -> dict[str, Any]:
        """What is not weights, for a config."""
        return {
            "features": list(self.features),
            "bundles": self.bundles.tolist(),
            "relations": sorted(self.relations),
            "tagger": self.tagger,
        }

    def decide(self, tree: Tree, values: Mapping[str, Int64], log: Mapping[str, Floats]) -> None:
        """Give the words of each phrase the values of its best bundle.

        Args:
            values: by feature, (n,) label numbers that the network says, changed in place.
            log: by feature, (n, labels) their log-probabilities.
        """
        dependents = tree.dependents()
        said = [(values[name] > 0).tolist() for name in self.features]
        of_all = [_of_values(log[name]) for name in self.features]
        columns = list(zip(self.features, said, of_all, self._values, strict=True))
        for phrase in phrases(tree, said[0], self.relations):
            score = self._score_all(tuple(evidence(phrase, tree, dependents)))
            for _, is_said, of_values, of_bundles in columns:
                words = [word for word in phrase.words if is_said[word]]
                if words:
                    of_phrase = of_values[words[0]] if len(words) == 1 else of_values[words].sum(axis=0)
                    score = score + self.tagger * of_phrase[of_bundles]
            best = self.bundles[int(score.argmax())].tolist()
            for (name, is_said, _, _), value in zip(columns, best, strict=True):
                for word in phrase.words:
                    if is_said[word]:
                        values[name][word] = value

    def _score_all(self, parts: tuple[tuple[str, ...], ...]) -> Floats:
        total: Floats = sum(map(self._score, parts), np.zeros(len(self.bundles), dtype=np.float32))
        return total

    def _score_of(self, part: tuple[str, ...]) -> Floats:
        score: Floats = self.weights[rows(part, len(self.weights))].sum(axis=0)
        return score


def _of_values(log: Floats) -> Floats:
    """(n, values) log-probabilities of the values of a feature, of a word that has one.

    Of no value the network is not asked: some words of a phrase have none, others do.
    """
    of_values = log[:, 1:]
    normalised: Floats = of_values - np.logaddexp.reduce(of_values, axis=1, keepdims=True)
    return normalised
