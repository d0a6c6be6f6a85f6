"""Match a set with the segments that may be its controls, by strata, and weight them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float64, Ids

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True)
class MatchedControls:
    """The segments of a set that have controls, and which these are.

    Segments that the same controls would be found for are a stratum: those of one length, where controls are matched
    by length. Who may be a control is said of strata, of which there are few, and so are sums of statistics.

    Attributes:
        ids: (n,) the segments, ascending.
        kind: (n,) number of the row of `eligible` of each; segments that are alike share one.
        weight: (q,) how much a segment of a kind, and its controls together, weigh.
        eligible: (q, C) 1 where the segments of a stratum may be controls; each row has two segments or more.
        strata: (N,) number of each segment's stratum; -1 for one that is nobody's control.
        left_out: (m,) segments that are nobody's control here, as they are in the set.
        unmatched: segments of the set that have fewer than two, which are left out on both sides.
    """

    ids: Ids
    kind: npt.NDArray[np.intp]
    weight: Float64
    eligible: csr_array
    strata: Ids
    left_out: Ids
    unmatched: int

    @cached_property
    def counts(self) -> Float64:
        """(q,) segments of each kind, times their weight."""
        return np.bincount(self.kind, minlength=self.eligible.shape[0]) * self.weight

    @cached_property
    def controls(self) -> Float64:
        """(q,) eligible controls of each kind."""
        count = self.eligible.shape[1]
        sizes = np.bincount(self.strata[self.strata >= 0], minlength=count)
        left_out = self.strata[self.left_out]
        members = sizes - np.bincount(left_out[left_out >= 0], minlength=count)
        return np.asarray(self.eligible @ members.astype(np.float64))

    @cached_property
    def weights(self) -> Float64:
        """(N,) how much each segment of the corpus weighs as a control; together as much as the set."""
        return self.of_segments(self.counts / self.controls)

    @cached_property
    def times(self) -> Float64:
        """(N,) how much each segment's score counts in the error of the controls' scores.

        n / (n - 1) of the variance of each kind's eligible controls, whose mean is estimated too.
        """
        return self.of_segments(self.share)

    @cached_property
    def share(self) -> Float64:
        """(q,) what an eligible control of a kind counts in `times`."""
        return self.counts / np.sqrt(self.controls * (self.controls - 1))

    def of_segments(self, values: Float64) -> Float64:
        """Sum, for each segment, (q,) values over the kinds that it may be a control of: (N,), 0 if of no kind."""
        sums: Float64 = np.append(self.eligible.T @ values, 0.0)[self.strata]
        sums[self.left_out] = 0
        return sums

    @cached_property
    def effective_controls(self) -> float:
        """How many controls of equal weight would tell as much (Kish, "Survey Sampling", 1965, section 11.7)."""
        return _effective(self.weights)

    @cached_property
    def compared(self) -> float:
        """What a comparison rests on: the effective segments, or the effective controls if they are fewer."""
        return min(_effective(self.weight[self.kind]), self.effective_controls)


def _effective(weights: Float64) -> float:
    total = float(weights.sum())
    return total**2 / float((weights**2).sum()) if total else 0.0
