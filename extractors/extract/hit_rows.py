"""Make the rows of the table of hits from the word pairs that requests match, and from the alignment."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.core.arrays import Float32, Int32
from extractors.extract.reordering import Largest, largest_crossings, largest_shifts
from extractors.formats.alignment import Alignment
from extractors.formats.hits import HITS
from extractors.formats.treebank import Treebank
from extractors.phenomena.catalogue import Rule
from extractors.phenomena.grew.matcher import Matches


def surface_distance(treebank: Treebank, first: Int32, second: Int32) -> npt.NDArray[np.int64]:
    """Count the surface tokens strictly between two words, without punctuation.

    A multiword token counts once, and is punctuation if all its words are. Two words of one token
    are 0 apart.

    Args:
        first, second: (n,) word indices; each pair lies in one segment; either may come first.

    Returns:
        (n,) distances.
    """
    before = treebank.tokens_before
    # A word inside a multiword token stands where its token begins.
    token_start = np.maximum.accumulate(np.where(treebank.begins_token, np.arange(len(treebank)), 0))
    left = token_start[np.minimum(first, second)]
    right = token_start[np.maximum(first, second)]
    return np.asarray(before[right] - before[np.minimum(left + 1, right)], dtype=np.int64)


def ud_distance(first: Int32, second: Int32) -> npt.NDArray[np.int64]:
    """Count the syntactic words strictly between two words, with punctuation (Choshen and Abend 2019)."""
    return np.asarray(np.maximum(np.abs(first.astype(np.int64) - second) - 1, 0), dtype=np.int64)


MEASURES: dict[str, Callable[[pa.Table, int], Largest]] = {"reordering": largest_shifts, "crossing": largest_crossings}
"""Measures on the links to a number of texts."""


def unite(rules: Sequence[Rule], matches: Sequence[Matches]) -> Int32:
    """Return (P, 2) the pairs of words, head and dependent, that any of the rules finds, in the order of the text.

    Args:
        matches: the matches of each rule's request.
    """
    pairs_by_rule = [own.pairs(rule.head, rule.dependent) for rule, own in zip(rules, matches, strict=True)]
    unique = np.unique(np.concatenate(pairs_by_rule), axis=0)
    pairs: Int32 = unique[np.lexsort((unique.max(axis=1), unique.min(axis=1)))]
    return pairs


def pair_rows(
    treebank: Treebank, name: str, pairs: Int32, sure: Float32 | None, alignment: Alignment | None, *, by: str
) -> pa.Table:
    """Make the rows of HITS for the pairs of words of a phenomenon, in their order.

    Args:
        name: the id of the phenomenon.
        pairs: (P, 2) words of the treebank, head and dependent.
        sure: (P,) the confidence of each, NaN where a word has none; None in a parse without.
        by: `surface` or `ud`, the distance of the phenomenon's sets.
    """
    head, dependent = pairs.T
    segment = treebank.segment[treebank.sentence[head]]
    distance = surface_distance(treebank, head, dependent)
    distance_ud = ud_distance(head, dependent)
    columns = {
        "segment_id": segment,
        "phenomenon": [name] * len(head),
        "head": treebank.token[head],
        "dependent": treebank.token[dependent],
        "head_form": [treebank.form[w] for w in head],
        "dependent_form": [treebank.form[w] for w in dependent],
        "head_word": treebank.word_in_segment[head],
        "dependent_word": treebank.word_in_segment[dependent],
        "distance": distance,
        "distance_ud": distance_ud,
        "distance_set": distance if by == "surface" else distance_ud,
        "confidence": [None] * len(head) if sure is None else [None if np.isnan(c) else c for c in sure.tolist()],
    }
    return HITS.from_columns({**columns, **_targets(columns, alignment)})


def measure_rows(treebank: Treebank, name: str, measure: str, on: Alignment, alignment: Alignment | None) -> pa.Table:
    """Make the rows of HITS for a measure `on` links: for each segment, the pair with the largest distance."""
    largest = sorted((segment, *farthest) for segment, farthest in MEASURES[measure](on.links, on.texts).items())
    segment, head, dependent, distance = np.array(largest, dtype=np.int32).reshape(len(largest), 4).T
    columns: dict[str, Any] = {"segment_id": segment, "phenomenon": [name] * len(segment)}
    columns |= dict.fromkeys(("distance", "distance_ud", "distance_set"), distance)
    for side, tokens in (("head", head), ("dependent", dependent)):
        positions = treebank.tokens_at(segment, tokens)
        columns[side] = tokens
        columns[f"{side}_form"] = [treebank.token_form[position] for position in positions]
        columns[f"{side}_word"] = treebank.word_in_segment[treebank.token_word[positions]]
    columns["confidence"] = [None] * len(segment)
    return HITS.from_columns({**columns, **_targets(columns, alignment)})


def _targets(columns: Mapping[str, Any], alignment: Alignment | None) -> dict[str, list[Any]]:
    """Find the target words aligned to the two source words of each hit; None without an alignment."""
    targets: dict[str, list[Any]] = {}
    for side in ("head", "dependent"):
        nothing: list[Any] = [None] * len(columns["segment_id"])
        aligned = (nothing, nothing)
        if alignment is not None:
            aligned = alignment.of_tokens(columns["segment_id"], columns[side])
        targets[f"{side}_target"], targets[f"{side}_target_forms"] = aligned
    return targets
