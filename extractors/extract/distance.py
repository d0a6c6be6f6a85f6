"""How far apart two words of a segment stand."""

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Int32
from extractors.formats.treebank import Treebank


def surface_distance(treebank: Treebank, first: Int32, second: Int32) -> npt.NDArray[np.int64]:
    """Surface tokens strictly between two words, punctuation not counted.

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
    """Syntactic words strictly between two words, punctuation counted (Choshen and Abend 2019)."""
    return np.asarray(np.maximum(np.abs(first.astype(np.int64) - second) - 1, 0), dtype=np.int64)
