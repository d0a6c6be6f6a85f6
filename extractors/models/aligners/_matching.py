"""Match words by SimAlign's methods, fast; return None where two choices are too close to call.

The similarities that a batched encoder gives differ from those of simalign's own pairwise calls in the
last bits (2.4e-7 at most was measured). Where a decision hangs on less
than the tolerance, these functions therefore give None instead of links, and the caller decides as simalign
does, ties and all (`match_as_simalign`), on the numbers of the pair alone. So the links do not depend on the batch, and
from an encoder in PyTorch they are simalign's for every pair.

Source: Jalili Sabet et al. (2020), SimAlign, Findings of EMNLP, and simalign 0.4.
"""

from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

Similarity = npt.NDArray[np.floating]
"""Source x target, each (cosine + 1) / 2, so between 0 and 1 (less where distorted)."""

Matrix = npt.NDArray[np.bool_]
"""Source x target, true where two units are linked."""

Method = Literal["inter", "itermax", "mwmf", "fwd", "rev"]
METHODS: tuple[Method, ...] = get_args(Method)

TOLERANCE = 5e-6
"""Two similarities nearer than this count as a tie: 20 times the largest difference measured."""

MATCHING_TOLERANCE = 1e-4
"""The same for the weight of a whole matching (mwmf), which sums one similarity a unit."""


def match(sim: Similarity, method: str) -> Matrix | None:
    """Return the links that `method` gives, or None if two choices are too close to call."""
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
    """Return the links that simalign gives by `method`, ties and all: the first of equals wins.

    Of several matchings (mwmf) with the same weight, to within rounding, another may win than at simalign.
    """
    if method == "mwmf":
        return _a_heaviest_matching(sim)
    if method == "itermax":
        first = match_as_simalign(sim, "inter")
        weights = _second_weights(first)
        return first if weights is None else first | (match_as_simalign(sim * weights, "inter") & (weights > 0))
    forward, backward = np.zeros(sim.shape, dtype=bool), np.zeros(sim.shape, dtype=bool)
    forward[np.arange(sim.shape[0]), sim.argmax(axis=1)] = True
    backward[sim.argmax(axis=0), np.arange(sim.shape[1])] = True
    return {"fwd": forward, "rev": backward, "inter": forward & backward}[method]


def distortion_mask(rows: int, columns: int, ratio: float) -> npt.NDArray[np.float64]:
    """Return the (rows, columns) factors by which simalign multiplies similarities, to favour the diagonal."""
    if rows < 2 or columns < 2:
        return np.ones((rows, columns))
    down, right = np.arange(rows) / (rows - 1), np.arange(columns) / (columns - 1)
    mask: npt.NDArray[np.float64] = 1 - (right[None, :] - down[:, None]) ** 2 * ratio
    return mask


def normalised(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Scale (n, d) vectors to length 1; a vector of length 0 stays as it is."""
    lengths: npt.NDArray[np.float32] = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    # What scikit-learn takes for 0.
    lengths[lengths < 10 * np.finfo(lengths.dtype).eps] = 1
    return vectors / lengths[:, None]


def similarity(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> Similarity:
    """Compute simalign's `get_similarity`, to the last bit: scikit-learn's cosine, moved to the range 0 to 1.

    Args:
        a, b: (m, d) and (n, d) vectors of the units of source and target, `normalised`.
    """
    sim: Similarity = a @ b.T
    sim += 1
    sim /= 2
    return sim


def _best(sim: Similarity, *, axis: int) -> Matrix | None:
    """Mark the one best cell of each row (axis 1) or column (axis 0); return None if a cell has a rival."""
    best: Matrix = sim > sim.max(axis=axis, keepdims=True) - TOLERANCE
    return best if np.count_nonzero(best) == sim.shape[1 - axis] else None


def _iterated(sim: Similarity) -> Matrix | None:
    """Link by itermax with simalign's two rounds: the mutual best, then once more among the rest."""
    first = match(sim, "inter")
    weights = None if first is None else _second_weights(first)
    if first is None or weights is None:
        return first
    second = match(sim * weights, "inter")
    return None if second is None else first | (second & (weights > 0))


def _second_weights(first: Matrix) -> npt.NDArray[np.float64] | None:
    """Return simalign's weights for the second round of itermax.

    They are 1 where neither unit is linked yet, 0.9 where one is, and 0 where both are.

    Returns:
        None where there is no second round.
    """
    free_rows: npt.NDArray[np.bool_] = np.logical_not(np.any(first, axis=1))
    free_columns: npt.NDArray[np.bool_] = np.logical_not(np.any(first, axis=0))
    # simalign makes no second round for a side of two units or fewer.
    if min(first.shape) <= 2 or not free_rows.any() or not free_columns.any():
        return None
    weights: npt.NDArray[np.float64] = np.minimum(0.9 * free_rows[:, None] + 0.9 * free_columns[None, :], 1.0)
    return weights


def _a_heaviest_matching(sim: Similarity) -> Matrix:
    """Find a maximum-weight maximum matching; a similarity of 0 is no edge, as in simalign."""
    from scipy.optimize import linear_sum_assignment

    # So much more than all similarities together that no edge is left out for a heavier one.
    edges = np.where(sim > 0, sim.astype(np.float64) + 2 * min(sim.shape), 0.0)
    rows, columns = linear_sum_assignment(edges, maximize=True)
    result: Matrix = np.zeros(sim.shape, dtype=bool)
    result[rows, columns] = True
    return result & (sim > 0)


def _heaviest_matching(sim: Similarity) -> Matrix | None:
    """Find the maximum-weight maximum matching; return None unless it is the only one by a margin.

    simalign asks networkx, in Python, which takes 100 ms for a pair of 30 words. Here scipy solves the
    same assignment; then the lightest cycle of exchanges away from it, over the rows and one node
    that stands for the columns left over, is how much the second-best matching falls behind.
    """
    # Here and not above: the default method does without.
    from scipy.optimize import linear_sum_assignment

    if sim.min() <= 0:
        return None  # networkx sees no edge where the weight is 0
    # Exchanges are between rows, all of which must be matched: rows are the shorter side.
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
    # To keep one's own column is no exchange.
    np.fill_diagonal(loss, np.inf)
    for k in range(n + 1):  # Floyd and Warshall
        np.minimum(loss, loss[:, k, None] + loss[None, k, :], out=loss)
    if loss.diagonal().min() < MATCHING_TOLERANCE:
        return None
    result = np.zeros(sim.shape, dtype=bool)
    result[rows, columns] = True
    return result
