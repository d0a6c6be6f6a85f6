"""Compare a challenge set with its control samples, as in the paper: is it harder than random draws of such lengths?

Choshen and Abend, "Automatically Extracting Challenge Sets for Non-Local Phenomena in Neural Machine Translation"
(CoNLL 2019), https://aclanthology.org/K19-1028/: 100 samples matched to the set by length, and the set's score
beside their mean. What is compared here is this set with other draws from this corpus; what another corpus would
give is the question of contrasts.py.
"""

from collections.abc import Sequence

import numpy as np

from extractors.core.arrays import Float64, Ids
from extractors.scoring.statistics.resampling import EXACT, WEIGHTS_AT_ONCE, Numbers, Rows, arrays_of, weighted_sums

ROWS_AT_ONCE = 1 << 14
"""Segments whose rows are added up at a time, which the processor's cache holds."""
MEMBERS_AT_ONCE = 1 << 17
"""Segments of samples that are added up at a time: with few of them, more rows are looked at together."""
SEGMENTS_SORTED_AT_ONCE = 1 << 24
"""Segments of samples that are sorted at a time."""
DENSE = 16
"""Samples with more than one in so many of a corpus's segments are added up with all of them."""


def sample_sums(samples: Ids, rows: Rows) -> Float64:
    """Sum the rows of each control sample (S, n), UNMATCHED ones left out: (S, K, k).

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
    """
    if samples.shape[1] * DENSE > len(rows) >= ROWS_AT_ONCE:
        return _dense_sums(samples, rows)
    sums = np.zeros((len(samples), rows.shape[1] * rows.shape[2]))
    size = max(1, SEGMENTS_SORTED_AT_ONCE // max(samples.shape[1], 1))
    for start in range(0, len(samples), size):
        ordered = np.sort(samples[start : start + size], axis=1)
        sums[start : start + size] = sums_of_lists(list(ordered), rows)
    return sums.reshape(len(samples), *rows.shape[1:])


def _dense_sums(samples: Ids, rows: Rows) -> Float64:
    """Sum the rows of samples with many of the corpus's segments: how often each is drawn, times all rows."""
    sums = np.zeros((len(samples), *rows.shape[1:]))
    every = np.arange(len(rows))
    size = max(1, WEIGHTS_AT_ONCE // (4 * len(rows)))
    for start in range(0, len(samples), size):
        part = samples[start : start + size]
        weights = np.zeros((len(part), len(rows)), dtype=np.uint32)
        for sample_weights, sample in zip(weights, part, strict=True):
            # What is left out stands first, and is cut off.
            sample_weights[:] = np.bincount(sample + 1, minlength=len(rows) + 1)[1:]
        sums[start : start + size] = weighted_sums(weights, rows, every)
    return sums


def sums_of_lists(lists: Sequence[Ids], rows: Rows) -> Float64:
    """Sum the rows of each list of segments: (L, columns); a segment that is in it twice counts twice.

    Args:
        lists: each ascending; what is below 0 is left out.
        rows: (N, K, k) statistics of the corpus's segments.
    """
    arrays = arrays_of(rows)
    sums = np.zeros((len(lists), sum(array.shape[1] for array in arrays)))
    size = max(ROWS_AT_ONCE, len(rows) * MEMBERS_AT_ONCE // max(sum(map(len, lists)), 1))
    for start in range(0, len(rows), size):
        stop = min(start + size, len(rows))
        bounds = [np.searchsorted(ids, [start, stop]) for ids in lists]
        inside = [ids[low:high] for ids, (low, high) in zip(lists, bounds, strict=True)]
        ends = np.cumsum([0, *map(len, inside)])
        if ends[-1]:
            sums += _sums_of_part(np.concatenate(inside) - start, ends, [array[start:stop] for array in arrays])
    return sums


def _sums_of_part(members: Ids, ends: Ids, arrays: Sequence[Numbers]) -> Float64:
    """Sum rows of arrays (m, columns) by list: (L, columns); `members` holds each list's segments up to its end."""
    from scipy.sparse import csr_array

    used = np.zeros(len(arrays[0]), dtype=np.bool_)
    used[members] = True
    if 2 * np.count_nonzero(used) < len(used):
        # Of a small set most rows need not be looked at.
        members, arrays = (np.cumsum(used) - 1)[members], [array[used] for array in arrays]
    shape = (len(ends) - 1, len(arrays[0]))
    counts = csr_array((np.ones(len(members)), members, ends), shape=shape)
    # What is drawn twice counts twice at once.
    counts.sum_duplicates()
    most, sums = int(np.diff(ends).max()), []
    for array in arrays:
        exact = array.dtype.kind == "u" and most * int(array.max()) < EXACT
        kind = np.float32 if exact else np.float64
        sums.append(counts.astype(kind, copy=False) @ array.astype(kind, copy=False))
    return np.concatenate(sums, axis=1, dtype=np.float64)
