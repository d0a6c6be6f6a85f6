"""Find the best tree with one root from the scores of arcs.

It is the maximum spanning arborescence (Chu and Liu 1965; Edmonds 1967), with a fee for each root where the best one
has several (Stanojević and Cohen 2021).
"""

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Int64

Scores = npt.NDArray[np.float32]
Heads = Int64
FEES = (0.0, 4.0, 16.0, 1e6)
"""What each root costs, until there is one. The best tree at any fee is, if it has one root, the best of those with one
root; a small fee leaves most words their best heads, so that there are few cycles to contract."""


def best_tree(scores: Scores) -> Heads:
    """Find the tree of greatest total score with exactly one root.

    Args:
        scores: (n, n + 1) log-probability of each head for each of n words; column 0 is the root.

    Returns:
        (n,) heads, 1-based, 0 for the one root.
    """
    square = np.full((len(scores) + 1, len(scores) + 1), -1e9)
    # An impossible arc is finite and far above -1e9, so that some tree is always found.
    square[1:] = np.where(np.isfinite(scores), scores, -1e4)
    np.fill_diagonal(square, -1e9)
    for fee in FEES:
        charged = square.copy()
        charged[1:, 0] -= fee
        tree = _arborescence(charged)[1:]
        if int((tree == 0).sum()) == 1:
            break
    return tree


def _arborescence(scores: npt.NDArray[np.float64]) -> Heads:
    """Find the heads of all nodes by Chu-Liu-Edmonds from scores[d, h]; node 0 is the root, and its own head."""
    heads: Heads = scores.argmax(axis=1)
    heads[0] = 0
    cycle = _cycle(heads)
    if not cycle:
        return heads
    inside = np.array(cycle)
    is_outside = np.ones(len(scores), dtype=bool)
    is_outside[inside] = False
    outside = np.flatnonzero(is_outside)
    cycle_scores = scores[inside, heads[inside]]
    # The cycle becomes the last node of a smaller graph.
    new = len(outside)
    smaller = np.full((new + 1, new + 1), -1e9)
    smaller[:new, :new] = scores[np.ix_(outside, outside)]
    from_cycle = scores[np.ix_(outside, inside)]
    leaving = from_cycle.argmax(axis=1)
    smaller[:new, new] = from_cycle.max(axis=1)
    # Entering the cycle at a node replaces that node's arc inside it.
    into_cycle = scores[np.ix_(inside, outside)] - cycle_scores[:, None]
    entering = into_cycle.argmax(axis=0)
    smaller[new, :new] = into_cycle.max(axis=0)
    np.fill_diagonal(smaller, -1e9)
    tree = _arborescence(smaller)
    result = heads.copy()
    heads_outside = tree[:new]
    # The minimum only keeps the index valid where the cycle is the head.
    result[outside] = np.where(heads_outside == new, inside[leaving], outside[np.minimum(heads_outside, new - 1)])
    broken = inside[entering[tree[new]]]
    result[broken] = outside[tree[new]]
    result[0] = 0
    return result


def _cycle(heads: Heads) -> list[int]:
    """Find the nodes of a cycle; an empty list if there is none."""
    state = np.zeros(len(heads), dtype=np.int8)
    state[0] = 2
    for start in range(1, len(heads)):
        path = []
        node = start
        while state[node] == 0:
            state[node] = 1
            path.append(node)
            node = int(heads[node])
        if state[node] == 1:
            return path[path.index(node) :]
        state[path] = 2
    return []
