"""Trees from the scores of arcs: the best tree with one root.

Most sentences need no search, since every word's best head already gives a tree; for the others the
maximum spanning arborescence is found (Chu and Liu 1965; Edmonds 1967), with each word in turn as the
only root where the best one has several.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]
Heads = npt.NDArray[np.int64]


def best_tree(scores: Scores) -> Heads:
    """The tree of greatest total score with exactly one root.

    Args:
        scores: (n, n + 1) log-probability of each head for each of n words; column 0 is the root.

    Returns:
        (n,) heads, 1-based, 0 for the one root.
    """
    greedy: Heads = scores.argmax(axis=1)
    if _one_root(greedy) and _is_tree(greedy):
        return greedy
    # A large fee for each root makes the best tree the one with the fewest: one.
    charged = scores.astype(np.float64)
    charged[~np.isfinite(charged)] = -1e4
    charged[:, 0] -= 1e6
    square = np.full((len(scores) + 1, len(scores) + 1), -1e9)
    square[1:] = charged
    np.fill_diagonal(square, -1e9)
    return _arborescence(square)[1:]


def _one_root(heads: Heads) -> bool:
    return int((heads == 0).sum()) == 1


def _is_tree(heads: Heads) -> bool:
    """Whether every word reaches the root: after log2(n) doublings of the step all stand at 0."""
    up = np.concatenate([[0], heads])
    for _ in range(len(heads).bit_length()):
        up = up[up]
    return not up.any()


def _arborescence(scores: npt.NDArray[np.float64]) -> Heads:
    """Chu-Liu-Edmonds: scores[d, h], node 0 the root; the heads of all nodes (that of 0 is 0)."""
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
    into_cycle = scores[np.ix_(inside, outside)] - cycle_scores[:, None]
    entering = into_cycle.argmax(axis=0)
    smaller[new, :new] = into_cycle.max(axis=0)
    np.fill_diagonal(smaller, -1e9)
    tree = _arborescence(smaller)
    result = heads.copy()
    heads_outside = tree[:new]
    result[outside] = np.where(heads_outside == new, inside[leaving], outside[np.minimum(heads_outside, new - 1)])
    broken = inside[entering[tree[new]]]
    result[broken] = outside[tree[new]]
    result[0] = 0
    return result


def _cycle(heads: Heads) -> list[int]:
    """The nodes of a cycle, or none."""
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
