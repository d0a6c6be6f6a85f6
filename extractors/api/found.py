"""The hits of one request or phenomenon in some parses: as a table, as text and in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.api.diagnosis import hits
from extractors.api.frames import frame_of
from extractors.api.markup import marked, table_html
from extractors.core.arrays import Float32, Int32
from extractors.extract import confidence, hit_rows
from extractors.extract.hit_rows import surface_distance, ud_distance
from extractors.formats.treebank import Treebank
from extractors.phenomena.catalogue import Rule
from extractors.phenomena.grew.matcher import find_all

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 20
"""Hits that are shown at once."""


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
class Found:
    """The hits of a request or of a phenomenon, P of them, in the order of the text.

    `print` shows them as `challenge-sets try` does, and a notebook shows them with their words marked.

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

    @cached_property
    def table(self) -> pa.Table:
        """Return the hits as an Arrow table with the columns of `hits.parquet` without target words.

        `challenge-sets list tables` explains them.
        """
        return hit_rows.of_pairs(self.treebank, self.asked.name, self.pairs, self.confidence, None, by=self.asked.by)

    @property
    def frame(self) -> pd.DataFrame:
        """`table` as a pandas frame.

        Raises:
            InputError: pandas is not installed.
        """
        return frame_of(self.table)

    def text(
        self,
        *,
        limit: int = SHOWN,
        seed: int | None = None,
        tree: bool = False,
        colour: bool = False,
        width: int | None = None,
        translations: Mapping[str, Sequence[str]] | None = None,
    ) -> str:
        """Write the hits, one a line, and their counts by distance; without a hit, the reason.

        Args:
            limit: hits to show; all are counted.
            seed: show a random sample of hits, not the first ones.
            tree: show the parse of each sentence too; without a hit, the parses of the first sentences.
            colour: mark words by codes of the terminal, not by brackets.
            width: columns of the terminal; None for lines as long as they need.
            translations: by name, translations of all segments, to show below the hits.
        """
        # rich takes a while to import.
        from extractors.api.concordance import Concordance

        concordance = Concordance(colour=colour, width=width)
        shown = concordance.hits(self, limit=limit, seed=seed, tree=tree, translations=translations)
        if not len(self) and tree:
            shown = concordance.trees(self.treebank, limit)
        return f"{shown}\n" * bool(shown) + concordance.summary(self, limit=limit, seed=seed)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"{hits(len(self))} of {self.asked.name}"

    def _repr_html_(self) -> str:
        chosen = self.chosen(SHOWN, None)
        columns = [self.table[name].take(chosen).to_pylist() for name in ("segment_id", "distance_set", "confidence")]
        rows = [
            [str(segment), str(distance), "" if sure is None else f"{sure:.2f}"]
            for segment, distance, sure in zip(*columns, strict=True)
        ]
        more = f", the first {SHOWN} here" if len(self) > SHOWN else ""
        return table_html(
            ["segment", "distance", "confidence"],
            rows,
            [self._sentence(hit) for hit in chosen],
            caption=f"{self!r}{more}",
        )

    def _sentence(self, hit: int) -> str:
        """Return the tokens of a hit's sentence as HTML, with its two words marked."""
        head, dependent = self.pairs[hit].tolist()
        text, marks = "", []
        for form, words in self.treebank.tokens_of(int(self.treebank.sentence[head])):
            if head in words or dependent in words:
                marks.append((len(text), len(text) + len(form), 1 if head in words else 2))
            text += f"{form} "
        return marked(text.rstrip(), marks)


def run(treebank: Treebank, asked: Asked) -> Found:
    """Find the hits of the rules, each pair of words once.

    Raises:
        RequestError: if a regular expression of a request takes too long.
    """
    rules = asked.rules
    matches_by_rule = find_all(treebank, {number: rule.request for number, rule in enumerate(rules)})
    matches = [matches_by_rule[number] for number in range(len(rules))]
    pairs = hit_rows.unite(rules, matches)
    head, dependent = pairs.T
    sure = confidence.of_pairs(treebank, rules, matches, pairs)
    return Found(
        treebank=treebank,
        asked=asked,
        by_rule=tuple(m.pairs(rule.head, rule.dependent) for rule, m in zip(rules, matches, strict=True)),
        pairs=pairs,
        distance=surface_distance(treebank, head, dependent),
        distance_ud=ud_distance(head, dependent),
        confidence=sure,
    )
