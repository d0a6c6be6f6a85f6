"""Trees from the scores of arcs: the best tree with one root.

Most sentences need no search, since every word's best head already gives a tree, which is seen of a whole batch at
once. For the others the maximum spanning arborescence is found (Chu and Liu 1965; Edmonds 1967), with a
fee for each root where the best one has several (Stanojević and Cohen 2021).
"""

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Int64

Scores = npt.NDArray[np.float32]
Heads = Int64
FEES = (0.0, 4.0, 16.0, 1e6)
"""What each root costs, until there is one. The best tree at any fee is, if it has one root, the best of those with one
root; a small fee leaves most words their best heads, so that there are few cycles to contract."""


def best_trees(scores: Scores, sentence: Int64, lengths: Int64) -> Heads:
    """The best tree of each sentence of a batch of segments.

    Args:
        scores: (B, L, L + 1) log-probability of each head, column 0 the root; so low that they are never the best for
            arcs that leave a sentence or end in padding.
        sentence: (B, L) the number of each word's sentence in its segment, from 1 on.
        lengths: (B,) words of each segment.

    Returns:
        (B, L) heads, 1-based in the segment, 0 for the one root of a sentence and for padding.
    """
    heads: Heads = scores.argmax(axis=2)
    heads[np.arange(heads.shape[1]) >= lengths[:, None]] = 0
    for row, number in _not_trees(heads, sentence, lengths):
        first, last = np.searchsorted(sentence[row, : lengths[row]], [number, number + 1]).tolist()
        inside = scores[row, first:last]
        tree = best_tree(np.concatenate([inside[:, :1], inside[:, first + 1 : last + 1]], axis=1))
        heads[row, first:last] = np.where(tree > 0, tree + first, 0)
    return heads


def _not_trees(heads: Heads, sentence: Int64, lengths: Int64) -> list[tuple[int, int]]:
    """The sentences that are not trees with one root: row of the batch, number in the segment."""
    rows, width = heads.shape
    up = np.concatenate([np.zeros((rows, 1), dtype=heads.dtype), heads], axis=1)
    # Every word of a tree reaches the root: after log2(L) doublings of the step all stand at 0.
    for _ in range(width.bit_length()):
        up = np.take_along_axis(up, up, axis=1)
    is_word = np.arange(width) < lengths[:, None]
    strays = np.argwhere((up[:, 1:] != 0) & is_word)
    found = {(row, int(sentence[row, word])) for row, word in strays.tolist()}
    roots = np.zeros((rows, width + 1), dtype=np.int64)
    root_rows, root_words = np.nonzero((heads == 0) & is_word)
    np.add.at(roots, (root_rows, sentence[root_rows, root_words]), 1)
    last = sentence[np.arange(rows), lengths - 1]
    is_number = (np.arange(width + 1) > 0) & (np.arange(width + 1) <= last[:, None])
    wrong_roots = np.argwhere((roots != 1) & is_number)
    return sorted(found.union((row, number) for row, number in wrong_roots.tolist()))


def best_tree(scores: Scores) -> Heads:
    """The tree of greatest total score with exactly one root.

    Args:
        scores: (n, n + 1) log-probability of each head for each of n words; column 0 is the root.

    Returns:
        (n,) heads, 1-based, 0 for the one root.
    """
    square = np.full((len(scores) + 1, len(scores) + 1), -1e9)
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
