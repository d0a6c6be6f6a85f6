"""Match the sentences of a source segment with the pieces of its translation, and say how sure each match is.

Both are cut into groups in the same order (beads): one sentence and one piece, one and two, and so on (Gale and
Church, "A Program for Aligning Sentences in Bilingual Corpora", Computational Linguistics 1993,
https://aclanthology.org/J93-1004/). A grouping is the more probable the better the lengths of the two sides fit, as
there, and the fewer links between words leave their group. The sum over all groupings, by the forward and backward
sums of a Markov chain, says for each sentence end how probable it is that it ends at a given place of the translation.
"""

import math

import numpy as np

from extractors.core.arrays import Float64, Int64

BEADS = {
    (1, 1): 0.89,
    (1, 2): 0.035,
    (2, 1): 0.035,
    (1, 3): 0.01,
    (3, 1): 0.01,
    (2, 2): 0.005,
    (1, 4): 0.003,
    (4, 1): 0.003,
    (1, 0): 0.0045,
    (0, 1): 0.0045,
}
"""Sentences and pieces of a group, and how often that is, about as Gale and Church found it."""
WHOLE = 1e-4
"""How often nothing can be matched: all sentences and all pieces are one group."""
VARIANCE = 6.8
"""Of the length of a translation, a character of the source (Gale and Church, section 3.3)."""
STRAY = 0.1
"""Share of links that are wrong, and lead anywhere."""


def count_links(links: list[tuple[int, int]], source_starts: list[int], target_starts: list[int]) -> Int64:
    """Count (m, n) the links between each source sentence and each piece.

    Args:
        links: (source token, target token).
        source_starts, target_starts: the first token of each sentence and of each piece.
    """
    counts = np.zeros((len(source_starts), len(target_starts)), dtype=np.int64)
    if links:
        source, target = np.array(links).T
        rows = np.searchsorted(source_starts, source, side="right") - 1
        columns = np.searchsorted(target_starts, target, side="right") - 1
        np.add.at(counts, (rows, columns), 1)
    return counts


def end_probabilities(source: Int64, target: Int64, links: Int64, characters: float) -> Float64:
    """Compute (m + 1, n + 1) the probability that the first j pieces translate the first i sentences.

    At (0, 0) and (m, n) it is the probability that anything can be matched (see WHOLE).

    Args:
        source: (m,) characters of each source sentence.
        target: (n,) characters of each piece of the translation.
        links: (m, n) number of links between words of each.
        characters: target characters per source character, over the corpus.
    """
    m, n = links.shape
    cost = _bead_costs(source, target, links, characters)
    forward = np.full((m + 1, n + 1), -np.inf)
    backward = np.full((m + 1, n + 1), -np.inf)
    forward[0, 0] = backward[m, n] = 0.0
    for i in range(m + 1):
        for j in range(n + 1):
            came = [forward[i - a, j - b] + w[i - a, j - b] for (a, b), w in cost.items() if i >= a and j >= b]
            if came:
                forward[i, j] = _log_sum(came)
    for i in range(m, -1, -1):
        for j in range(n, -1, -1):
            goes = [backward[i + a, j + b] + w[i, j] for (a, b), w in cost.items() if i + a <= m and j + b <= n]
            if goes:
                backward[i, j] = _log_sum(goes)
    whole = math.log(WHOLE) + float(_length(source.sum(), target.sum(), characters))
    total = np.logaddexp(forward[m, n], whole)
    # Where no chain of groups reaches the end, nothing is cut: the whole is one group.
    return np.exp(forward + backward - total) if np.isfinite(total) else np.zeros((m + 1, n + 1))


def _bead_costs(source: Int64, target: Int64, links: Int64, characters: float) -> dict[tuple[int, int], Float64]:
    """Compute the log probability of each kind of group at each place (i, j): sentences from i, pieces from j on."""
    m, n = links.shape
    # Two-dimensional prefix sums: the links inside any rectangle take four look-ups.
    links = np.pad(links.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    source, target = (np.concatenate([[0], lengths.cumsum()]) for lengths in (source, target))
    costs = {}
    for (a, b), often in BEADS.items():
        if a > m or b > n:
            continue
        rows, columns = m + 1 - a, n + 1 - b
        inside = links[a:, b:] - links[a:, :columns] - links[:rows, b:] + links[:rows, :columns]
        # Links of the group's sentences that end outside its pieces.
        leaving = (links[a:, -1] - links[:rows, -1])[:, None] - inside
        length = (target[b:] - target[:columns])[None, :]
        share = length / max(target[-1], 1)
        # A link of these sentences ends anywhere in the pieces of the group, or, if stray, anywhere in the translation.
        # 1e-9: a group without pieces has share 0, and no link inside.
        inside_gain = np.log((1 - STRAY) / np.maximum(share, 1e-9) + STRAY)
        fit = _length((source[a:] - source[:rows])[:, None], length, characters)
        costs[a, b] = math.log(often) + fit + leaving * math.log(STRAY) + inside * inside_gain
    return costs


def _length(source: Float64 | Int64, target: Float64 | Int64, characters: float) -> Float64:
    """Return the log probability that translations differ in length by as much, up to a constant."""
    expected = source * characters
    # By the mean of both lengths: that of the source alone is 0 in a group without sentences.
    deviation = (target - expected) / np.sqrt(np.maximum((expected + target) / 2, 1.0) * VARIANCE)
    # Tails as thick as those of a t with 4 degrees of freedom: some translations omit, or explain.
    return np.asarray(-2.5 * np.log1p(deviation**2 / 4))


def _log_sum(values: list[float]) -> float:
    top = max(values)
    # All are impossible, and -inf minus -inf would be NaN.
    return top if math.isinf(top) else top + math.log(sum(math.exp(v - top) for v in values))
