"""Find hits, their evidence and their controls: the part of the measurement that is the same for every system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Bool, Int64
from extractors.core.errors import InputError
from extractors.formats.treebank import Treebank
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.controls import NO_CONTROL, Matched, SourceWords, match
from extractors.words.evidence import EvidenceText, Reference, references_with_evidence
from extractors.words.rendering_judge import SHARE, MatchItem

SIDES = ("head", "dependent")
PLACE = ("", "_word", "_form")
OF_HIT = ("segment_id", "phenomenon", "head", "dependent", "distance_set")
"""The columns of a hit that tables of hits in outputs keep."""


class Limits(NamedTuple):
    """What makes a word too frequent, and controls too few or enough; tests of small texts have others.

    Attributes:
        one_in: a word is too frequent to show anything if at least one word in so many is it.
        fewest, most: candidates for controls: with fewer a level of likeness is given up, and no more are looked at.
    """

    one_in: int = 200
    fewest: int = 5
    most: int = 50


LIMITS = Limits()


def signature(settings: AccuracySettings) -> str:
    """Describe how accuracy is measured, for the column `run` of its tables."""
    controls = f"relation.{LIMITS.fewest}-{LIMITS.most}.seed{settings.seed}"
    return f"words:{SHARE:g}.freq{LIMITS.one_in}|controls:{controls}|test:score"


@dataclass(frozen=True)
class Prepared:
    """A corpus that any output can be judged by.

    Attributes:
        segments: how many there are.
        hits, links: tables of the formats HITS and ALIGNMENT.
        items: what is looked for, the hits first, in their order, then candidates for controls.
        matched: by phenomenon, its hits (their numbers) and their controls.
    """

    segments: int
    references: list[Reference]
    hits: pa.Table
    links: pa.Table
    items: list[MatchItem]
    matched: dict[str, tuple[Int64, Matched]]

    def hits_of(self, phenomenon: str) -> tuple[Int64, PreparedEntries | None]:
        """Return (H,) a phenomenon's hits by number, and the hits beside their controls; None without controls."""
        hits, matched = self.matched.get(phenomenon, (np.zeros(0, dtype=np.int64), None))
        if matched is None or not matched.strata:
            return hits, None
        have = matched.stratum != NO_CONTROL
        # A hit that is there twice, or found by two requests, is one item.
        items = np.array([self._numbers[self.items[h]] for h in hits[have]], dtype=np.int64)
        numbers = np.array([self._numbers[i] for stratum in matched.strata for i in stratum.items], dtype=np.int64)
        which = np.repeat(np.arange(len(matched.strata)), [len(stratum.items) for stratum in matched.strata])
        return hits, PreparedEntries(have, items, matched.stratum[have], numbers, which)

    @cached_property
    def _numbers(self) -> dict[MatchItem, int]:
        """The number of each item, the first if several hits are one."""
        numbers: dict[MatchItem, int] = {}
        for number, item in enumerate(self.items):
            numbers.setdefault(item, number)
        return numbers


class PreparedEntries(NamedTuple):
    """The hits of a phenomenon that have controls, and these, by the numbers of their items.

    Attributes:
        have: (H,) which of all its hits are among them, h.
        hits, strata: (h,) each, its item and its stratum.
        controls, control_strata: (c,) each; an item may be in several strata.
    """

    have: Bool
    hits: Int64
    strata: Int64
    controls: Int64
    control_strata: Int64


def prepare(
    *,
    treebank: Treebank,
    hits: pa.Table,
    links: pa.Table,
    references: Mapping[str, EvidenceText],
    settings: AccuracySettings,
    path: str = "<hits>",
    links_path: str = "<alignment>",
    limits: Limits = LIMITS,
) -> Prepared:
    """Find the evidence of all hits and the candidates for their controls.

    Args:
        treebank: the parsed source.
        hits: a table of the format HITS, found in that parse.
        links: a table of the format ALIGNMENT, of that parse and the references.
        references: by name, all of the same length.
        path, links_path: of hits and links, for messages.
    """
    count = len(next(iter(references.values())).words)
    if len(treebank) and treebank.segment[-1] >= count:
        raise InputError(
            f"the parse has segment {treebank.segment[-1]}, but the references have only {count} segments",
            path=treebank.source,
            remedy="give a parse and references of the same corpus",
        )
    aligned = references_with_evidence(links, references, treebank, one_in=limits.one_in, path=links_path)
    words = SourceWords(treebank, aligned)
    pairs = [*_hits_as_words(hits, treebank, words, path)]
    names = hits.column("phenomenon").to_pylist()
    matched = {}
    for name in dict.fromkeys(names):
        rows = np.flatnonzero([other == name for other in names])
        of_phenomenon = [pairs[k] for k in rows]
        controls = match(words, name, of_phenomenon, fewest=limits.fewest, most=limits.most, seed=settings.seed)
        matched[name] = (rows, controls)
    items = [words.item(*pair) for pair in pairs]
    # Candidates follow the hits, each once, though several strata may share it.
    hit_items = {*items}
    candidates = (item for _, controls in matched.values() for stratum in controls.strata for item in stratum.items)
    items += dict.fromkeys(item for item in candidates if item not in hit_items)
    return Prepared(count, aligned, hits, links, items, matched)


def _hits_as_words(hits: pa.Table, treebank: Treebank, words: SourceWords, path: str) -> Iterator[tuple[int, int]]:
    """Yield the two words of each hit, by their indices."""
    surface = treebank.surface
    columns = (hits.column(c).to_pylist() for c in ("segment_id", *(f"{s}{x}" for s in SIDES for x in PLACE)))
    for segment, *places in zip(*columns, strict=True):
        indices = []
        for token, number, form in (places[:3], places[3:]):
            word = words.word(segment, number)
            here = word < len(words.segment) and words.segment[word] == segment and words.token[word] == token
            # A word of a contraction has two forms: its own and that of the token (`dem`, `zum`).
            if not here or form not in (treebank.form[word], surface[segment][token]):
                raise InputError(
                    f"a hit has {form!r} as token {token} of segment {segment}, but the parse does not",
                    path=path,
                    remedy="give the parse that the hits were found in, or find them again"
                    " (snakemake results/NAME/hits.parquet)",
                )
            indices.append(word)
        yield indices[0], indices[1]
