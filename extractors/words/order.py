"""The order of words: what a reference has in the other order than the source, and whether an output follows it."""

from collections.abc import Iterator, Mapping, Sequence

from extractors.words.presence import Places


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


def order_agreement(words: Sequence[tuple[int, int]], where: Sequence[int | None]) -> float | None:
    """Of pairs of words (p, q) of a reference, the share that stands in the output as in the reference.

    Of pairs that are in another order than the source's, a word-by-word translation has 0, the reference that they are
    from 1; None if no such pair is in the output.

    Args:
        where: of each word of the reference, its place in the output.
    """
    there = [(p, q, a, b) for p, q in words if (a := where[p]) is not None and (b := where[q]) is not None]
    return sum((a < b) == (p < q) for p, q, a, b in there) / len(there) if there else None


def may_agree(words: Sequence[tuple[int, int]], same: Mapping[int, Places]) -> bool:
    """Whether an output has all words of pairs (p, q) of a reference, each pair perhaps in the reference's order.

    Args:
        same: words of the reference -> all words of the output that each may be; none is not there.
    """
    # In the order p < q if the first that p may be is before the last that q may be.
    ascending = [(same.get(min(pair)), same.get(max(pair))) for pair in words]
    return bool(words) and all(p and q and p[0] < q[-1] for p, q in ascending)


def pairs_of_words(pairs: Sequence[tuple[int, int]], evidence: Mapping[int, Places]) -> Iterator[tuple[int, int]]:
    """The words of a reference that show each pair of source tokens; one that shows both is no pair."""
    for token, other in pairs:
        for p in evidence.get(token, ()):
            for q in evidence.get(other, ()):
                if p != q:
                    yield p, q
