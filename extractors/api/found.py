"""Search parses for a request or phenomenon (`run`), and show the hits as a table, text or notebook HTML (`Found`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import pyarrow as pa

from extractors.api.frames import frame_of
from extractors.api.markup import marked, table_html
from extractors.api.request_hits import Asked, RequestHits
from extractors.extract import confidence, hit_rows
from extractors.extract.hit_rows import surface_distance, ud_distance
from extractors.formats.treebank import Treebank
from extractors.phenomena.grew.matcher import find_all
from extractors.report.numbers import many

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 20
"""Hits that are shown at once."""


@dataclass(frozen=True)
class Found(RequestHits):
    """The hits of a request or of a phenomenon.

    `print` shows them as `challenge-sets try` does, and a notebook shows them with their words marked.
    """

    @cached_property
    def table(self) -> pa.Table:
        """Return the hits as an Arrow table with the columns of `hits.parquet` without target words.

        `challenge-sets list tables` explains them.
        """
        return hit_rows.pair_rows(self.treebank, self.asked.name, self.pairs, self.confidence, None, by=self.asked.by)

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
        summary = concordance.summary(self, limit=limit, seed=seed)
        return f"{shown}\n{summary}" if shown else summary

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"{many(len(self), 'hit')} of {self.asked.name}"

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
    sure = confidence.pair_confidences(treebank, rules, matches, pairs)
    return Found(
        treebank=treebank,
        asked=asked,
        by_rule=tuple(m.pairs(rule.head, rule.dependent) for rule, m in zip(rules, matches, strict=True)),
        pairs=pairs,
        distance=surface_distance(treebank, head, dependent),
        distance_ud=ud_distance(head, dependent),
        confidence=sure,
    )
