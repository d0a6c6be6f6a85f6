"""Try: the hits of one request or phenomenon, to be read by the person who writes it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float32, Int32
from extractors.core.errors import InputError
from extractors.extract import calibration, confidence
from extractors.extract.distance import surface_distance, ud_distance
from extractors.extract.hit_rows import unite
from extractors.formats.treebank import Treebank
from extractors.phenomena import catalogue, grew
from extractors.phenomena.catalogue import Rule
from extractors.phenomena.grew.matcher import find_all

FAR = 4
"""Distances from here on are counted together."""


@dataclass(frozen=True)
class Trial:
    """The hits of some rules in a treebank, P of them, in the order of the text.

    Attributes:
        by_rule: for each rule, the (.., 2) pairs that it finds; rules may find the same pair.
        pairs: (P, 2) the words of each hit, head and dependent, over the whole treebank.
        distance, distance_ud: (P,) as in the table of hits.
        confidence: (P,) of each hit, NaN for a missing one; None if the parse has none. Calibrated by the parser's
            curve of all phenomena, where there is one: what is tried out was not measured.
    """

    treebank: Treebank
    rules: tuple[Rule, ...]
    by_rule: tuple[Int32, ...]
    pairs: Int32
    distance: npt.NDArray[np.int64]
    distance_ud: npt.NDArray[np.int64]
    confidence: Float32 | None = None

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def one_word(self) -> bool:
        """Whether each hit is a single word, which is at no distance."""
        return all(rule.head == rule.dependent for rule in self.rules)

    @property
    def sentences(self) -> int:
        """The number of sentences with a hit."""
        return len(np.unique(self.treebank.sentence[self.pairs[:, 0]]))

    def nodes(self, hit: int) -> tuple[str, str]:
        """The names of a hit's two words in the first rule that finds it."""
        for rule, pairs in zip(self.rules, self.by_rule, strict=True):
            if (pairs == self.pairs[hit]).all(axis=1).any():
                return rule.head, rule.dependent
        raise IndexError(f"no hit {hit}")

    def chosen(self, limit: int, seed: int | None) -> list[int]:
        """The hits to show, in the order of the text: the first ones, or a random sample if there is a seed."""
        if seed is None or len(self) <= limit:
            return list(range(min(limit, len(self))))
        sample = np.random.default_rng(seed).choice(len(self), size=limit, replace=False)
        return sorted(sample.tolist())


def counts(distances: npt.NDArray[np.int64]) -> list[int]:
    """The numbers of distances that are 0, 1, 2, 3, and `FAR` or more."""
    return [int(count) for count in np.bincount(np.minimum(distances, FAR), minlength=FAR + 1)]


def run(treebank: Treebank, rules: Sequence[Rule]) -> Trial:
    """Find the hits of the rules, each pair of words once.

    Raises:
        RequestError: if a regular expression of a request takes too long.
    """
    matches_by_rule = find_all(treebank, {number: rule.request for number, rule in enumerate(rules)})
    matches = [matches_by_rule[number] for number in range(len(rules))]
    pairs = unite(rules, matches)
    head, dependent = pairs.T
    sure = confidence.of_pairs(treebank, rules, matches, pairs)
    curve = calibration.of_parser(treebank.generator)
    return Trial(
        treebank=treebank,
        rules=tuple(rules),
        by_rule=tuple(m.pairs(rule.head, rule.dependent) for rule, m in zip(rules, matches, strict=True)),
        pairs=pairs,
        distance=surface_distance(treebank, head, dependent),
        distance_ud=ud_distance(head, dependent),
        confidence=sure if sure is None or curve is None else curve(sure),
    )


def rules_of(asked: str, *, pair: Sequence[str] | None, language: str | None, path: str | Path) -> tuple[Rule, ...]:
    """The rules of what is asked for: a request, or the name of a phenomenon of the file `path`.

    Args:
        pair: the two nodes whose distance is measured (default: the first two nodes of the pattern, or
            its only one). A phenomenon has its own.
        language: which of the phenomenon's requests; a request needs none.

    Raises:
        RequestError: the request cannot be used, or has no such node.
        InputError: no such phenomenon, none in this language, or one that has no request.
    """
    if re.fullmatch(r"[\w-]+", asked):
        if pair is not None:
            raise InputError("a phenomenon has its own pairs", remedy="leave out --pair, or give a request")
        return _rules_of_phenomenon(asked, language, path)
    # Reading the file takes longer than all else; a request without a full stop looks no word up.
    request = grew.parse(asked, lexicons=catalogue.lexicons_of(path) if "." in asked else {})
    if pair is None:
        pair = (request.pattern_nodes * 2)[:2] if len(request.pattern_nodes) == 1 else request.pattern_nodes[:2]
    if len(pair) != 2:
        raise InputError(f"a pair has two nodes, not {len(pair)}", remedy="write --pair HEAD,DEPENDENT")
    request.require_nodes(*pair)
    return (Rule(request=request, head=pair[0], dependent=pair[1]),)


def _rules_of_phenomenon(name: str, language: str | None, path: str | Path) -> tuple[Rule, ...]:
    known = catalogue.load(path)
    if language is None:
        has = f": {', '.join(sorted(known[name].rules))}" if name in known else ""
        raise InputError(
            f"the requests of the phenomenon {name!r} differ by language, and none is named",
            remedy=f"give --source-language{has}",
        )
    (phenomenon,) = catalogue.select(known, [name], language, path=path)
    if phenomenon.measure:
        raise InputError(
            f"the phenomenon {name!r} is found from an alignment, not by a request",
            path=path,
            remedy="see it with: challenge-sets stage detect --alignment",
        )
    return phenomenon.rules[language]
