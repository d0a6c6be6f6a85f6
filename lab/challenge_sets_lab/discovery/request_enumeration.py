"""Requests enumerated over parses, with the segments of each, counted in bulk from the arrays of the trees.

A pattern is a word, a word below another, two words below one, or a word below a word below another. A word is any
word, a word of a class (UPOS), or such a word with a lemma or a feature; words below others are told by their relation,
and may be asked to come first or to be far away. The segments are those in which the matcher finds the request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from extractors.core.arrays import Bool, Int32, Int64
from extractors.formats.treebank import Treebank
from extractors.phenomena import grew

FAR = 6
"""Positions from which two words are far apart."""
CLASSES = {
    "ADJ": "an adjective",
    "ADP": "an adposition",
    "ADV": "an adverb",
    "AUX": "an auxiliary",
    "CCONJ": "a coordinating conjunction",
    "DET": "a determiner",
    "INTJ": "an interjection",
    "NOUN": "a noun",
    "NUM": "a numeral",
    "PART": "a particle",
    "PRON": "a pronoun",
    "PROPN": "a proper noun",
    "SCONJ": "a subordinating conjunction",
    "VERB": "a verb",
}
"""The classes that a pattern asks for, in words; punctuation and what has no class are left out."""
SKIPPED = {"_", "dep", "goeswith", "punct", "reparandum", "root"}
"""Relations that say nothing of the grammar of a sentence."""


@dataclass(frozen=True)
class Pattern:
    """A request with the segments that have a match.

    Attributes:
        pair: the two nodes that a hit reports.
        description: the request in words.
        conditions: how much it asks for; of two requests for the same segments, the lower is the simpler.
        segments: (n,) numbers, ascending.
    """

    request: str
    pair: tuple[str, str]
    description: str
    conditions: int
    segments: Int32

    @property
    def name(self) -> str:
        """An identifier made of the description: `a_verb_as_xcomp_of_a_verb`."""
        return re.sub(r"[^a-z0-9]+", "_", self.description.lower()).strip("_")


@dataclass(frozen=True, eq=False)
class _WordTests:
    """Tests of one kind.

    Attributes:
        codes: (W,) the test that each word passes, -1 for none.
        clauses: of each test, what a request says in brackets; empty for any word.
        names: the same in words.
        conditions: how much each asks for.
    """

    codes: Int64
    clauses: Sequence[str]
    names: Sequence[str]
    conditions: int

    def clause(self, node: str, code: int) -> str:
        return f"; {node} [{self.clauses[code]}]" if self.clauses[code] else ""


def enumerate_patterns(treebank: Treebank, *, fewest: int, most: int) -> list[Pattern]:
    """Return all patterns that match in `fewest` to `most` segments of a treebank."""
    return [*_Enumeration(treebank, fewest, most).patterns()]


class _Enumeration:
    def __init__(self, treebank: Treebank, fewest: int, most: int) -> None:
        self.treebank, self.fewest, self.most = treebank, fewest, most
        self.segment = treebank.segment[treebank.sentence].astype(np.int64)
        self.head = treebank.head_word.astype(np.int64)
        self.relations = treebank.deprel.values
        known = [name not in SKIPPED and _accepted(f"H -[{name}]-> D") for name in self.relations]
        codes = treebank.deprel.codes.astype(np.int64)
        self.relation = np.where(np.array(known, dtype=np.bool_)[codes] & (self.head >= 0), codes, -1)
        self.any = _WordTests(np.zeros(len(treebank), dtype=np.int64), [""], ["a word"], 0)
        self.upos, self.special = self._word_tests()

    def _word_tests(self) -> tuple[_WordTests, list[_WordTests]]:
        """Return the tests by word class alone, and the tests by class together with a lemma or a feature."""
        treebank = self.treebank
        classes = [value for value in treebank.upos.values if value in CLASSES]
        of_value = np.array([classes.index(v) if v in CLASSES else -1 for v in treebank.upos.values], dtype=np.int64)
        upos = of_value[treebank.upos.codes]
        by_class = _WordTests(upos, [f"upos={c}" for c in classes], [CLASSES[c] for c in classes], 1)
        special = [self._with("lemma", treebank.lemma.values, treebank.lemma.codes, by_class, classes)]
        features = treebank.feature_values()
        for name in sorted({name for values in features for name in values}):
            values = sorted({of_word[name] for of_word in features if name in of_word})
            of_code = np.array([values.index(f[name]) if name in f else -1 for f in features], dtype=np.int64)
            written = re.sub(r"\[(\w+)\]", r"__\1", name)
            special.append(self._with(written, values, of_code[treebank.feats.codes], by_class, classes))
        return by_class, special

    def _with(
        self, attribute: str, values: Sequence[str], of_words: Int64 | Int32, by_class: _WordTests, classes: list[str]
    ) -> _WordTests:
        """Return tests by word class and attribute value, such as VERB with Mood=Sub, that enough words pass."""
        has = (by_class.codes >= 0) & (of_words >= 0)
        both = np.where(has, by_class.codes * len(values) + of_words, -1)
        found, places, counts = np.unique(both, return_inverse=True, return_counts=True)
        number, clauses, names = np.full(len(found), -1, dtype=np.int64), list[str](), list[str]()
        for i in np.flatnonzero((found >= 0) & (counts >= self.fewest)).tolist():
            of_class, value = divmod(int(found[i]), len(values))
            text = values[value]
            clause = f'upos={classes[of_class]}, {attribute}="{text}"'
            if text != "_" and not {'"', "\\"} & {*text} and _accepted(f"N [{clause}]"):
                number[i] = len(clauses)
                clauses.append(clause)
                article, noun = CLASSES[classes[of_class]].split(" ", 1)
                is_lemma = attribute == "lemma"
                names.append(f'the {noun} "{text}"' if is_lemma else f"{article} {noun} with {attribute}={text}")
        return _WordTests(number[places], clauses, names, 2)

    def patterns(self) -> Iterator[Pattern]:
        for tests in (self.upos, *self.special):
            for (code,), segments in self._sets([tests.codes], self.segment):
                request = f"pattern {{ N [{tests.clauses[code]}] }}"
                yield Pattern(request, ("N", "N"), tests.names[code], tests.conditions, segments)
        yield from self._arcs()
        yield from self._siblings()
        yield from self._chains()

    def _arcs(self) -> Iterator[Pattern]:
        below = np.flatnonzero(self.relation >= 0)
        above, segment = self.head[below], self.segment[below]
        plain = (self.any, self.upos)
        for heads, dependents in (*product(plain, repeat=2), *_one_special(plain, self.special)):
            codes = [heads.codes[above], self.relation[below], dependents.codes[below]]
            is_plain = heads in plain and dependents in plain
            for clause, words, among in _places(above, below) if is_plain else [("", "", None)]:
                chosen = slice(None) if among is None else among
                for (h, r, d), segments in self._sets([column[chosen] for column in codes], segment[chosen]):
                    relation = self.relations[r]
                    described = heads.clause("H", h) + dependents.clause("D", d)
                    yield Pattern(
                        f"pattern {{ H -[{relation}]-> D{described}{clause} }}",
                        ("H", "D"),
                        f"{dependents.names[d]} as {relation} of {heads.names[h]}{words}",
                        1 + heads.conditions + dependents.conditions + bool(clause),
                        segments,
                    )

    def _siblings(self) -> Iterator[Pattern]:
        below = np.flatnonzero(self.relation >= 0)
        # The words below each word, in order; `first` and `second` are all pairs of them.
        below = below[np.argsort(self.head[below], kind="stable")]
        heads, pairs = self.head[below], []
        for offset in range(1, len(below)):
            same = np.flatnonzero(heads[offset:] == heads[:-offset])
            if not len(same):
                break
            pairs.append(np.stack([below[same], below[same + offset]]))
        first, second = np.concatenate(pairs, axis=1) if pairs else np.zeros((2, 0), dtype=np.int64)
        one, other, segment = self.relation[first], self.relation[second], self.segment[first]
        either = [np.minimum(one, other), np.maximum(one, other)]
        for tests in (self.any, self.upos):
            of_head = tests.codes[self.head[first]]
            for order, codes in (("", either), ("; A << B", [np.where(one == other, -1, one), other])):
                for (h, a, b), segments in self._sets([of_head, *codes], segment):
                    above, below_it = self.relations[a], self.relations[b]
                    yield Pattern(
                        f"pattern {{ H -[{above}]-> A; H -[{below_it}]-> B{order}{tests.clause('H', h)} }}",
                        ("A", "B"),
                        f"{tests.names[h]} with {above} {'before' if order else 'and'} {below_it}",
                        2 + tests.conditions + bool(order),
                        segments,
                    )

    def _chains(self) -> Iterator[Pattern]:
        below = np.flatnonzero(self.relation >= 0)
        below = below[self.relation[self.head[below]] >= 0]
        middle = self.head[below]
        for tests in (self.any, self.upos):
            codes = [self.relation[middle], tests.codes[middle], self.relation[below]]
            for (a, m, b), segments in self._sets(codes, self.segment[below]):
                upper, lower = self.relations[a], self.relations[b]
                yield Pattern(
                    f"pattern {{ G -[{upper}]-> H; H -[{lower}]-> D{tests.clause('H', m)} }}",
                    ("G", "D"),
                    f"{lower} of {tests.names[m]} that is {upper}",
                    2 + tests.conditions,
                    segments,
                )

    def _sets(self, codes: Sequence[Int64], segment: Int64) -> Iterator[tuple[tuple[int, ...], Int32]]:
        """Yield each combination of codes that `fewest` to `most` segments have, with these segments.

        Args:
            codes: columns (m,) of codes, -1 for none.
            segment: (m,) the segment of each.
        """
        has = np.logical_and.reduce([column >= 0 for column in codes])
        if not has.any():
            return
        shape = tuple(int(column.max()) + 1 for column in codes)
        keys = np.ravel_multi_index([column[has] for column in codes], shape).astype(np.int64)
        width = int(self.segment.max()) + 1
        key, segments = np.divmod(np.unique(keys * width + segment[has]), width)
        found, starts, counts = np.unique(key, return_index=True, return_counts=True)
        for i in np.flatnonzero((counts >= self.fewest) & (counts <= self.most)).tolist():
            combination = tuple(int(code) for code in np.unravel_index(found[i], shape))
            yield combination, segments[starts[i] : starts[i] + counts[i]].astype(np.int32)


def _one_special(plain: Sequence[_WordTests], special: Iterable[_WordTests]) -> Iterator[tuple[_WordTests, _WordTests]]:
    """Yield pairs of tests for head and dependent, of which exactly one asks for a lemma or a feature."""
    for one, tests in product(plain, special):
        yield one, tests
        yield tests, one


def _places(above: Int64, below: Int64) -> list[tuple[str, str, Bool | None]]:
    """Return the word-order conditions on head and dependent: a clause, its description, and a mask of arcs.

    The mask is None where all arcs fulfil the condition.
    """
    return [
        ("", "", None),
        ("; H << D", ", after it", above < below),
        ("; D << H", ", before it", below < above),
        (f"; length(H, D) >= {FAR}", f", {FAR} or more words away", np.abs(above - below) >= FAR),
    ]


def _accepted(clause: str) -> bool:
    """Return whether the request parser accepts a clause; it rejects features unknown to Universal Dependencies."""
    try:
        grew.parse(f"pattern {{ {clause} }}")
    except grew.RequestError:
        return False
    return True
