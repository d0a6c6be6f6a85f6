"""Find reordering from the word alignment, not from the parse.

The paper's measure: a segment has reordering of distance d if a source word at position i is aligned
to a reference word at position j with |i - j| >= d, both of them alphabetic words (Choshen and Abend
2019, section 3; they use d = 5). Positions count surface tokens, punctuation too.

It drifts: words of the reference without a counterpart shift all that comes after them, though nothing
has changed its order. The second measure looks at pairs of links that cross, and does not drift.

Both are taken of one text, a reference, or of several, the outputs of systems: then a word has the distance that at
least half of the texts give it. A reference that chooses a set favours its own order when it scores the set; outputs
know no reference.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.core.arrays import Int32


def is_alphabetic(forms: list[str]) -> npt.NDArray[np.bool_]:
    """Return (n,) whether each token is an alphabetic word: letters, and beside them hyphens or apostrophes.

    The token as a whole is tested, not its first character: `well-known` is a word, `1st` is not.
    """
    joints = str.maketrans("", "", "-'’")
    return np.array([form.translate(joints).isalpha() for form in forms], dtype=np.bool_)


Largest = dict[int, tuple[int, int, int]]
"""By segment_id: two source words, and the distance."""


def largest_shifts(links: pa.Table, texts: int = 1) -> Largest:
    """Find the word with the largest |i - j| in each segment: (i, i, |i - j|).

    Only links between two alphabetic words count: a segment without one is not in the result, and an
    unaligned word has no position. Of equal shifts the leftmost source word is given.

    Args:
        links: rows of a table of alignments, to these texts.
        texts: how many there are. Of several, a word has the largest shift that at least half of them reach.
    """
    segment, text, source, target = _between_words(links)
    shift = np.abs(source - target)
    return _largest(*_reached_by_half(texts, text, segment, source, source, shift))


def largest_crossings(links: pa.Table, texts: int = 1) -> Largest:
    """Find the two links in each segment that cross over the greatest distance.

    Two links (i, j) and (i', j') cross if i < i' and j > j'; their distance is the larger of i' - i and
    j - j'. Only links between two alphabetic words count, and a segment without crossing ones is not in
    the result. Of equal distances the pair with the leftmost source words is given.

    Args:
        links: as for `largest_shifts`.
        texts: how many texts the links lead to. With several, a pair's distance is the largest that at least half of
            the texts reach; a pair that fewer than half cross is left out.

    Returns:
        By segment, (i, i', distance).
    """
    segment, text, source, target = _between_words(links)
    order = np.lexsort((text, segment))
    segment, text, source, target = (column[order] for column in (segment, text, source, target))
    starts = np.diff(segment, prepend=-1) != 0
    rows = [np.zeros((4, 0), dtype=np.int32)]
    for start, end in pairwise([*np.flatnonzero(starts).tolist(), len(segment)]):
        own_text, i, j = text[start:end], source[start:end], target[start:end]
        # [k, l]: how far link l begins to the right of link k, and ends to the left of it.
        right, left = i[None, :] - i[:, None], j[:, None] - j[None, :]
        first, second = np.nonzero((right > 0) & (left > 0) & (own_text[:, None] == own_text[None, :]))
        distance = np.maximum(right, left)[first, second]
        own_segment = np.full(len(first), segment[start])
        rows.append(np.stack(_reached_by_half(texts, own_text[first], own_segment, i[first], i[second], distance)))
    return _largest(*np.concatenate(rows, axis=1))


def _reached_by_half(
    texts: int, text: Int32, segment: Int32, head: Int32, dependent: Int32, distance: Int32
) -> Sequence[Int32]:
    """Find, for each pair of words of a segment, the largest distance that at least half of the texts reach.

    Args:
        texts: how many there are; one in which a pair has no distance has no row for it.
        text, segment, head, dependent, distance: (n,) one row or more for each pair of words in each text.

    Returns:
        (m,) segment, head, dependent and distance.
    """
    if texts == 1:
        return segment, head, dependent, distance
    # The largest distance in each text, then of these the one that as many reach as half of the texts are.
    order = np.lexsort((-distance, text, dependent, head, segment))
    once = order[_begins(segment[order], head[order], dependent[order], text[order])]
    order = once[np.lexsort((-distance[once], dependent[once], head[once], segment[once]))]
    begins = np.flatnonzero(_begins(segment[order], head[order], dependent[order]))
    nth = begins + (texts + 1) // 2 - 1
    kept = order[nth[nth < np.append(begins[1:], len(order))]]
    return [column[kept] for column in (segment, head, dependent, distance)]


def _begins(*columns: Int32) -> npt.NDArray[np.bool_]:
    """Return (n,) whether a row is the first, or differs in one of the columns from the row before it."""
    differs = np.ones(len(columns[0]), dtype=np.bool_)
    differs[1:] = np.any([np.diff(column) != 0 for column in columns], axis=0)
    return differs


def _largest(segment: Int32, head: Int32, dependent: Int32, distance: Int32) -> Largest:
    """Pick the two words of each segment that are farthest apart; in a tie, the leftmost."""
    order = np.lexsort((dependent, head, -distance, segment))
    columns = [column[order] for column in (segment, head, dependent, distance)]
    first = np.flatnonzero(_begins(columns[0]))
    return {s: (h, d, far) for s, h, d, far in zip(*(column[first].tolist() for column in columns), strict=True)}


def _between_words(links: pa.Table) -> tuple[Int32, Int32, Int32, Int32]:
    """Select the links between two alphabetic words: (segment_id, number of the text, source, target)."""
    words = np.ones(len(links), dtype=np.bool_)
    for name in ("source_form", "target_form"):
        codes, forms = _codes(links, name)
        words &= is_alphabetic(forms)[codes]
    segment, source, target = (links.column(n).to_numpy()[words] for n in ("segment_id", "source", "target"))
    return segment, _codes(links, "reference")[0][words], source, target


def _codes(links: pa.Table, name: str) -> tuple[Int32, list[str]]:
    """Number the strings of a column: the number in each row, and the strings by number."""
    column = links.column(name).dictionary_encode().unify_dictionaries().combine_chunks()
    return column.indices.to_numpy(), column.dictionary.to_pylist()
