"""The order of words: what a reference has in the other order than the source, and whether an output follows it."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from extractors.core.arrays import Bool, Int64
from extractors.score.accuracy.presence import Places


def changed_places(first: int, second: int, evidence: Mapping[int, Places]) -> list[tuple[int, int]]:
    """The pairs of a token of an item and another source token that a reference has in the other order.

    Args:
        first, second: the tokens of the item, which may be the same.
        evidence: source token -> words of the reference; of two tokens all of them must have changed places.
    """
    pairs = []
    item_tokens = {first, second}
    for token in item_tokens & evidence.keys():
        for other in evidence:
            # A pair within the item is counted once.
            if other == token or (other in item_tokens and other < token):
                continue
            left, right = (token, other) if token < other else (other, token)
            if evidence[left][0] > evidence[right][-1]:
                pairs.append((token, other))
    return pairs


def order_agreements(ps: Int64, qs: Int64, p_first: Bool, ends: Int64) -> list[float | None]:
    """Of lists of pairs of words (p, q) of a reference, the share that stands in the output as in the reference.

    Args:
        ps, qs: where the words are in the output, one after another for all lists; -1 of one that is not there without
            doubt.
        p_first: whether p stands before q in the reference. Of pairs that are in another order than the source's, a
            word-by-word translation has 0, the reference that they are from 1.
        ends: where each list ends, a 0 before them.

    Returns:
        Of each list a number from 0 to 1; None if no such pair is in the output.
    """
    is_there = (ps >= 0) & (qs >= 0)
    agrees = is_there & np.where(p_first, ps < qs, ps > qs)
    totals, agreeing = (np.diff(np.concatenate([[0], np.cumsum(mask)])[ends]).tolist() for mask in (is_there, agrees))
    return [a / total if total else None for a, total in zip(agreeing, totals, strict=True)]


def may_agree(pairs: Sequence[tuple[int, int]], evidence: Mapping[int, Places], same: Mapping[int, Places]) -> bool:
    """Whether an output has all words that show pairs of source tokens, each pair perhaps in a reference's order.

    Args:
        pairs: of source tokens, as `changed_places` gives them.
        evidence: source token -> words of the reference.
        same: words of the reference -> all words of the output that each may be.
    """
    of_words = list(pairs_of_words(pairs, evidence))
    # In the order p < q if the first that p may be is before the last that q may be.
    ascending = [(min(pair), max(pair)) for pair in of_words]
    return bool(of_words) and all(p in same and q in same and same[p][0] < same[q][-1] for p, q in ascending)


def pairs_of_words(pairs: Sequence[tuple[int, int]], evidence: Mapping[int, Places]) -> Iterator[tuple[int, int]]:
    """The words of a reference that show each pair of source tokens; one that shows both is no pair."""
    for token, other in pairs:
        for p in evidence.get(token, ()):
            for q in evidence.get(other, ()):
                if p != q:
                    yield p, q
