"""SimAlign's matching methods, fast, and honest about what is too close to call.

The similarities that a batched encoder gives differ from those of simalign's own pairwise calls in the
last bits (2.4e-7 at most was measured, see benchmarks/align_simalign.py). Where a decision hangs on less
than the tolerance, these functions therefore give None instead of links, and the caller asks
simalign's own code on simalign's own numbers. So the links are simalign's for every pair.

Source: Jalili Sabet et al. (2020), SimAlign, Findings of EMNLP, and simalign 0.4.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

Similarity = npt.NDArray[np.floating]
"""Source x target, each (cosine + 1) / 2, so between 0 and 1 (less where distorted)."""

Matrix = npt.NDArray[np.bool_]
"""Source x target, true where two units are linked."""

METHODS = ("inter", "itermax", "mwmf", "fwd", "rev")

TOLERANCE = 5e-6
"""Two similarities nearer than this count as a tie: 20 times the largest difference measured."""

MATCHING_TOLERANCE = 1e-4
"""The same for the weight of a whole matching (mwmf), which sums one similarity a unit."""


def match(sim: Similarity, method: str) -> Matrix | None:
    """The links that `method` gives, or None if two choices are too close to call."""
    if method == "mwmf":
        return _heaviest_matching(sim)
    if method == "itermax":
        return _iterated(sim)
    forward = _best(sim, axis=1) if method != "rev" else None
    backward = _best(sim, axis=0) if method != "fwd" else None
    if method == "fwd":
        return forward
    if method == "rev":
        return backward
    return None if forward is None or backward is None else forward & backward


def match_as_simalign(sim: Similarity, method: str) -> Matrix:
    """The links that `method` gives by simalign's own functions, ties and all: the first of equals wins."""
    if method == "mwmf":
        return np.asarray(simaligns_functions().get_max_weight_match(sim) > 0)
    if method == "itermax":
        return np.asarray(simaligns_functions().iter_max(sim) > 0)
    # As get_alignment_matrix does, without its square matrices: a book's chapter is a segment too.
    forward, backward = np.zeros(sim.shape, dtype=bool), np.zeros(sim.shape, dtype=bool)
    forward[np.arange(sim.shape[0]), sim.argmax(axis=1)] = True
    backward[sim.argmax(axis=0), np.arange(sim.shape[1])] = True
    return {"fwd": forward, "rev": backward, "inter": forward & backward}[method]


KEPT = 1 << 14
"""Factors of a mask that is kept for the next pair of the size, so that all kept take no more than 64 MB."""


def distortion_mask(rows: int, columns: int, ratio: float) -> npt.NDArray[np.float64]:
    """The factors by which simalign multiplies similarities, to favour the diagonal."""
    return (_kept_mask if rows * columns <= KEPT else _mask)(rows, columns, ratio)


@lru_cache(maxsize=512)
def _kept_mask(rows: int, columns: int, ratio: float) -> npt.NDArray[np.float64]:
    return _mask(rows, columns, ratio)


def _mask(rows: int, columns: int, ratio: float) -> npt.NDArray[np.float64]:
    mask: npt.NDArray[np.float64] = simaligns_functions().apply_distortion(np.ones((rows, columns)), ratio)
    return mask


def normalised(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """(n, d) vectors at length 1; one of length 0 stays."""
    lengths: npt.NDArray[np.float32] = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    # What scikit-learn takes for 0.
    lengths[lengths < 10 * np.finfo(lengths.dtype).eps] = 1
    return vectors / lengths[:, None]


def similarity(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> Similarity:
    """simalign's `get_similarity`, to the last bit: the cosine, as scikit-learn has it, moved to the range 0 to 1.

    Args:
        a, b: (m, d) and (n, d) vectors of the units of source and target, `normalised`.
    """
    sim: Similarity = a @ b.T
    sim += 1
    sim /= 2
    return sim


def simaligns_functions() -> Any:
    """simalign's `SentenceAligner`, whose functions are static."""
    # Here and not above: simalign takes three seconds to import, and its default method needs none of its functions.
    from simalign import SentenceAligner

    return SentenceAligner


def _best(sim: Similarity, *, axis: int) -> Matrix | None:
    """True at the one best cell of each row (axis 1) or column (axis 0); None if one has a rival."""
    best: Matrix = sim > sim.max(axis=axis, keepdims=True) - TOLERANCE
    return best if np.count_nonzero(best) == sim.shape[1 - axis] else None


def _iterated(sim: Similarity) -> Matrix | None:
    """Itermax with simalign's two rounds: the mutual best, then once more among the rest."""
    first = match(sim, "inter")
    if first is None or min(sim.shape) <= 2:
        return first
    free_rows = np.logical_not(np.any(first, axis=1))
    free_columns = np.logical_not(np.any(first, axis=0))
    if not free_rows.any() or not free_columns.any():
        return first
    # simalign's weights: 1 where neither unit is linked yet, 0.9 where one is, 0 where both are.
    weights = np.minimum(0.9 * free_rows[:, None] + 0.9 * free_columns[None, :], 1.0)
    second = match(sim * weights, "inter")
    return None if second is None else first | (second & (weights > 0))


def _heaviest_matching(sim: Similarity) -> Matrix | None:
    """Maximum-weight maximum matching, if it is the only one by a margin.

    simalign asks networkx, in Python, which takes 100 ms for a pair of 30 words. Here scipy solves the
    same assignment; then the lightest cycle of exchanges away from it, over the rows and one node
    that stands for the columns left over, is how much the second-best matching falls behind.
    """
    # Here and not above: the default method does without.
    from scipy.optimize import linear_sum_assignment

    if sim.min() <= 0:
        return None  # networkx sees no edge where the weight is 0
    if sim.shape[0] > sim.shape[1]:
        turned = _heaviest_matching(sim.T)
        return None if turned is None else turned.T
    rows, columns = linear_sum_assignment(sim, maximize=True)
    matched = sim.astype(np.float64)
    left_over = np.delete(matched, columns, axis=1)
    weights = matched[rows, columns]
    n = len(rows)
    # loss[i, k]: what row i loses by taking the column of row k; the last node is "left over".
    loss = np.zeros((n + 1, n + 1))
    loss[:n, :n] = weights[:, None] - matched[:, columns]
    loss[:n, n] = weights - left_over.max(axis=1) if left_over.size else np.inf
    np.fill_diagonal(loss, np.inf)
    for k in range(n + 1):  # Floyd and Warshall
        np.minimum(loss, loss[:, k, None] + loss[None, k, :], out=loss)
    if loss.diagonal().min() < MATCHING_TOLERANCE:
        return None
    result = np.zeros(sim.shape, dtype=bool)
    result[rows, columns] = True
    return result
