"""Sets beside their eligible controls, written out segment by segment."""

import numpy as np
from scipy.sparse import csr_array

from extractors.extract.matches import MatchedControls


def controls_of(matches, kind):
    """The eligible controls of a kind, ascending."""
    may = np.isin(matches.strata, matches.eligible[[kind]].indices)
    may[matches.left_out] = False
    return np.flatnonzero(may)


def matches(controls, segments, weights=None):
    """The controls of a set.

    Args:
        controls: the eligible controls of each segment of the set, by segment.
        segments: N, of the corpus.
        weights: of the kinds, in the order of the first segment of each; without it all weigh 1.
    """
    kinds = list(dict.fromkeys(tuple(some) for some in controls.values()))
    eligible = np.zeros((len(kinds), segments))
    for row, some in zip(eligible, kinds, strict=True):
        row[list(some)] = 1
    return MatchedControls(
        ids=np.array(list(controls), dtype=np.int32),
        kind=np.array([kinds.index(tuple(some)) for some in controls.values()], dtype=np.intp),
        weight=np.ones(len(kinds)) if weights is None else np.array(weights),
        eligible=csr_array(eligible),
        strata=np.arange(segments),
        left_out=np.zeros(0, dtype=np.int32),
        unmatched=0,
    )
