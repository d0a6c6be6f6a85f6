"""Compute a parser's confidence in a hit: the probability that all arcs that its request uses are right.

A match rests on the arcs that its request asks for, and is as sure as the least sure of them: its confidence
is the smallest of the confidences of the words at their lower ends. Errors within a sentence come together, so
that the product, right if they were independent, says too little; the smallest is an upper bound, and hits are
right somewhat more often than it says (docs/lab/detector-quality.md). What is not counted: words that a match does not
bind (`*`, the new nodes of `with` blocks), `without` blocks, tags, lemmas and features.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float32, Int32
from extractors.core.errors import InputError
from extractors.formats.treebank import Treebank
from extractors.phenomena.catalogue import Rule
from extractors.phenomena.grew import Request
from extractors.phenomena.grew.matcher import Matches
from extractors.phenomena.grew.syntax import Dominance, Edge


def check(minimum: float, treebank: Treebank | None = None) -> None:
    """Refuse a minimum confidence that is no probability, or one above 0 if no word of the parse has a confidence.

    Args:
        treebank: the parse, or a part of it; None where it is not known yet.
    """
    if not 0 <= minimum <= 1:
        raise InputError(
            f"the minimum confidence must be from 0 to 1, got {minimum:g}", remedy="set it to a number from 0 to 1"
        )
    if minimum > 0 and treebank is not None and treebank.confidence is None:
        raise InputError(
            f"no word has a confidence, but a minimum of {minimum:g} is asked for",
            path=treebank.source,
            remedy="parse with the parser multilingual, which gives confidences, or leave out the minimum",
        )


def pair_confidences(
    treebank: Treebank, rules: Sequence[Rule], matches: Sequence[Matches], pairs: Int32
) -> Float32 | None:
    """Return the confidence of each pair of words: the highest confidence of its matches, by any rule.

    Args:
        matches: the matches of each rule's request.
        pairs: (P, 2) all pairs that the rules find, each once.

    Returns:
        (P,) from 0 to 1, NaN where each match needs a word without confidence; None if the parse has none at all.
    """
    if treebank.confidence is None:
        return None
    best = np.full(len(pairs), np.nan, dtype=np.float32)
    keys = _keys(pairs, treebank)
    order = np.argsort(keys)
    for rule, rule_matches in zip(rules, matches, strict=True):
        words = np.stack([rule_matches.column(rule.head), rule_matches.column(rule.dependent)], axis=1)
        # The virtual root is in no pair.
        real = (words >= 0).all(axis=1)
        rows = order[np.searchsorted(keys, _keys(words[real], treebank), sorter=order)]
        np.fmax.at(
            best, rows, match_confidences(treebank.confidence, treebank.head_word, rule.request, rule_matches)[real]
        )
    return best


def _keys(pairs: Int32, treebank: Treebank) -> npt.NDArray[np.int64]:
    """Return (P,) a number that identifies each pair of words."""
    return pairs[:, 0].astype(np.int64) * len(treebank) + pairs[:, 1]


def match_confidences(confidence: Float32, head_word: Int32, request: Request, matches: Matches) -> Float32:
    """Return the confidence of each match: the smallest one of the words whose arcs it rests on.

    These are the lower ends of edges, and for `A ->> B` the words from B up to below A, in the pattern and
    in `with` blocks, as far as they are words of the pattern. A match that rests on no arc has 1: no
    wrong arc can make it wrong.

    Args:
        confidence, head_word: (W,) of the treebank.

    Returns:
        (M,) from 0 to 1, NaN where one of the words has no confidence.
    """
    required = (item for block in request.filters if not block.negated for item in block.items)
    columns = [np.full(len(matches), -1, dtype=np.int32)]
    for item in (*request.pattern, *required):
        if isinstance(item, Edge) and item.dependent in request.pattern_nodes:
            columns.append(matches.column(item.dependent))
        elif isinstance(item, Dominance) and {item.ancestor, item.descendant} <= {*request.pattern_nodes}:
            word, ancestor = matches.column(item.descendant), matches.column(item.ancestor)
            while (below := word != ancestor).any():
                columns.append(np.where(below, word, -1))
                word = np.where(below, head_word[word], word)
    words = np.stack(columns, axis=1)
    least: Float32 = np.where(words >= 0, confidence[words], np.float32(1)).min(axis=1)
    return least
