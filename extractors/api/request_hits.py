"""The data of a search: what was asked, the pairs found, and which hits to show; `found` searches and prints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float32, Int32
from extractors.formats.treebank import Treebank
from extractors.phenomena.catalogue import Rule


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, or the requests of a phenomenon in a language.

    Attributes:
        name: the id of the phenomenon, or `request`.
        by: the distance that the phenomenon's sets are made by, `surface` or `ud`.
        definition: the checksum of the phenomenon's definition; None of a request.
    """

    rules: tuple[Rule, ...]
    name: str = "request"
    by: str = "surface"
    definition: str | None = None


@dataclass(frozen=True)
class RequestHits:
    """The hits of a request or of a phenomenon, P of them, in the order of the text.

    Attributes:
        by_rule: for each rule, the (.., 2) pairs that it finds; rules may find the same pair.
        pairs: (P, 2) the words of each hit, head and dependent, over the whole treebank.
        distance, distance_ud: (P,) as in the table of hits.
        confidence: (P,) of each hit, NaN for a missing one; None if the parse has none.
    """

    treebank: Treebank
    asked: Asked
    by_rule: tuple[Int32, ...]
    pairs: Int32
    distance: npt.NDArray[np.int64]
    distance_ud: npt.NDArray[np.int64]
    confidence: Float32 | None = None

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.asked.rules

    @property
    def one_word(self) -> bool:
        """Whether each hit is a single word, which is at no distance."""
        return all(rule.head == rule.dependent for rule in self.rules)

    @property
    def sentences(self) -> int:
        """The number of sentences with a hit."""
        return len(np.unique(self.treebank.sentence[self.pairs[:, 0]]))

    def nodes(self, hit: int) -> tuple[str, str]:
        """Return the names of a hit's two nodes in the first rule that finds it."""
        for rule, pairs in zip(self.rules, self.by_rule, strict=True):
            if (pairs == self.pairs[hit]).all(axis=1).any():
                return rule.head, rule.dependent
        raise IndexError(f"no hit {hit}")

    def chosen(self, limit: int, seed: int | None) -> list[int]:
        """Choose the hits to show, in the order of the text: the first ones, or a random sample if a seed is given."""
        if seed is None or len(self) <= limit:
            return list(range(min(limit, len(self))))
        sample = np.random.default_rng(seed).choice(len(self), size=limit, replace=False)
        return sorted(sample.tolist())
