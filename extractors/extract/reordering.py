"""Reordering, found from the word alignment and not from the parse.

The paper's measure: a segment has reordering of distance d if a source word at position i is aligned
to a reference word at position j with |i - j| >= d, both of them alphabetic words (Choshen and Abend
2019, section 3; they use d = 5). Positions count surface tokens, punctuation too.

It drifts: words of the reference without a counterpart shift all that comes after them, though nothing
has changed its order. The second measure looks at pairs of links that cross, and does not drift.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.core.arrays import Int32


def is_alphabetic(forms: list[str]) -> npt.NDArray[np.bool_]:
    """(n,) whether each token is an alphabetic word: letters, and inside it hyphens or apostrophes.

    The token as a whole is tested, not its first character: `well-known` is a word, `1st` is none.
    """
    joints = str.maketrans("", "", "-'’")
    return np.array([form.translate(joints).isalpha() for form in forms], dtype=np.bool_)


def largest_shifts(links: pa.Table) -> dict[int, tuple[int, int, int]]:
    """The link with the largest |i - j| of each segment, by segment_id: (i, j, |i - j|).

    Only links between two alphabetic words count: a segment without one is not in the result, and an
    unaligned word has no position. Of equal shifts the leftmost source word is given.

    Args:
        links: rows of a table of alignments, to one reference.
    """
    segment, source, target = _between_words(links)
    shift = np.abs(source - target)
    # By segment, then the largest shift, then the leftmost: the first row of each segment is its answer.
    order = np.lexsort((target, source, -shift, segment))
    first = order[np.flatnonzero(np.diff(segment[order], prepend=-1))] if len(order) else order
    return {int(segment[k]): (int(source[k]), int(target[k]), int(shift[k])) for k in first}


def largest_crossings(links: pa.Table) -> dict[int, tuple[int, int, int]]:
    """The two links of each segment that cross over the greatest distance, by segment_id: (i, i', distance).

    Two links (i, j) and (i', j') cross if i < i' and j > j'; their distance is the larger of i' - i and
    j - j'. Only links between two alphabetic words count, and a segment without crossing ones is not in
    the result. Of equal distances the pair with the leftmost source words is given.

    Args:
        links: rows of a table of alignments, to one reference.
    """
    segment, source, target = _between_words(links)
    order = np.argsort(segment, kind="stable")
    segment, source, target = segment[order], source[order], target[order]
    crossings: dict[int, tuple[int, int, int]] = {}
    for start, end in pairwise([*np.flatnonzero(np.diff(segment, prepend=-1)).tolist(), len(segment)]):
        i, j = source[start:end], target[start:end]
        # [k, l]: how far link l begins to the right of link k, and ends to the left of it.
        right, left = i[None, :] - i[:, None], j[:, None] - j[None, :]
        distance = np.where((right > 0) & (left > 0), np.maximum(right, left), 0)
        if largest := int(distance.max()):
            first, second = np.nonzero(distance == largest)
            leftmost = np.lexsort((i[second], i[first]))[0]
            crossings[int(segment[start])] = (int(i[first[leftmost]]), int(i[second[leftmost]]), largest)
    return crossings


def _between_words(links: pa.Table) -> tuple[Int32, Int32, Int32]:
    """(segment_id, source, target) of the links between two alphabetic words."""
    words = np.ones(len(links), dtype=np.bool_)
    for name in ("source_form", "target_form"):
        forms = links.column(name).dictionary_encode().unify_dictionaries().combine_chunks()
        words &= is_alphabetic(forms.dictionary.to_pylist())[forms.indices.to_numpy()]
    segment, source, target = (links.column(n).to_numpy()[words] for n in ("segment_id", "source", "target"))
    return segment, source, target
