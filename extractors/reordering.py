"""Reordering, found from the word alignment and not from the parse.

The paper's measure: a segment has reordering of distance d if a source word at position i is aligned
to a reference word at position j with |i - j| >= d, both of them alphabetic words (Choshen and Abend
2019, section 3; they use d = 5). Positions count surface tokens, punctuation too.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa


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
    words = np.ones(len(links), dtype=np.bool_)
    for name in ("source_form", "target_form"):
        forms = links.column(name).dictionary_encode().unify_dictionaries().combine_chunks()
        words &= is_alphabetic(forms.dictionary.to_pylist())[forms.indices.to_numpy()]
    segment, source, target = (links.column(n).to_numpy()[words] for n in ("segment_id", "source", "target"))
    shift = np.abs(source - target)
    # By segment, then the largest shift, then the leftmost: the first row of each segment is its answer.
    order = np.lexsort((target, source, -shift, segment))
    first = order[np.flatnonzero(np.diff(segment[order], prepend=-1))] if len(order) else order
    return {int(segment[k]): (int(source[k]), int(target[k]), int(shift[k])) for k in first}
