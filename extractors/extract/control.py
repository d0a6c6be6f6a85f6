"""Controls: samples of segments matched one to one to a challenge set by source length, or by more than that.

A control sample replaces each segment of the set by a random one of the pool whose source length
differs by at most a tolerance (Choshen and Abend 2019: 1 token, 100 samples, the whole corpus as the
pool). The draws of the segments of a sample are independent of each other, as in the paper. A control may
be asked to be alike in other covariates too, such as the number of clauses.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.core.errors import InputError, nearest, unknown
from extractors.core.logs import log
from extractors.extract.covariates import NAMES, TOLERANCES, Values
from extractors.formats import tables
from extractors.formats.sets import CONTROLS, UNMATCHED, Range, check_ids, set_key

POOLS = ("corpus", "rest")


def draw(
    ids: npt.NDArray[np.int32],
    lengths: npt.NDArray[np.int32],
    pool: npt.NDArray[np.int32],
    *,
    samples: int,
    tolerance: int,
    rng: np.random.Generator,
) -> npt.NDArray[np.int32]:
    """Draw control samples for a set of n segments.

    Args:
        ids: (n,) the segments of the set.
        lengths: (N,) source length of every segment of the corpus, in surface tokens.
        pool: segments to draw from.
        samples: number of samples.
        tolerance: largest difference in length, in tokens.
        rng: the source of randomness.

    Returns:
        (samples, n) segment_ids; UNMATCHED where the pool has no segment of fitting length.
    """
    by_length = pool[np.argsort(lengths[pool], kind="stable")]
    sorted_lengths = lengths[by_length]
    low = np.searchsorted(sorted_lengths, lengths[ids] - tolerance, side="left")
    high = np.searchsorted(sorted_lengths, lengths[ids] + tolerance, side="right")
    chosen = rng.integers(low, np.maximum(high, low + 1), size=(samples, len(ids)))
    drawn = by_length[np.minimum(chosen, max(len(by_length) - 1, 0))] if len(by_length) else chosen * 0
    return np.where(high > low, drawn, UNMATCHED).astype(np.int32)


def draw_alike(
    ids: npt.NDArray[np.int32],
    values: Values,
    tolerances: Values,
    pool: npt.NDArray[np.int32],
    *,
    samples: int,
    rng: np.random.Generator,
) -> npt.NDArray[np.int32]:
    """Draw control samples that are alike in several covariates.

    Args:
        ids: (n,) the segments of the set.
        values: (N, c) of the covariates of every segment of the corpus.
        tolerances: (c,) largest differences.
        pool: segments to draw from.

    Returns:
        (samples, n) segment_ids; UNMATCHED where no segment of the pool is alike.
    """
    drawn = np.full((samples, len(ids)), UNMATCHED, dtype=np.int32)
    kinds, kind = np.unique(values[ids], axis=0, return_inverse=True)
    for number, like in enumerate(kinds):
        # A share such as 0.35 less one such as 0.3 is a little more than 0.05.
        fitting = pool[(np.abs(values[pool] - like) <= tolerances + 1e-9).all(axis=1)]
        of_kind = np.flatnonzero(kind.reshape(-1) == number)
        if len(fitting):
            drawn[:, of_kind] = fitting[rng.integers(len(fitting), size=(samples, len(of_kind)))]
    return drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Matching:
    """How controls are drawn.

    Attributes:
        samples: how many for each set.
        tolerance: largest difference in length, in tokens.
        pool: "corpus" draws from all segments (the paper), "rest" from those outside the set.
        match: the covariates in which a control is like its segment, see extractors.extract.covariates.
        tolerances: largest differences in them, where other than the default.
        minimum_length: shorter segments have no control and are none.

    Raises:
        InputError: an unknown pool or covariate, or numbers below 1 sample or 0 tolerance.
    """

    samples: int
    tolerance: int
    pool: str
    seed: int
    match: Sequence[str] = ("length",)
    tolerances: Mapping[str, float] = field(default_factory=dict)
    minimum_length: int = 0

    def __post_init__(self) -> None:
        if self.pool not in POOLS:
            raise InputError(f"unknown pool {self.pool!r} of controls", remedy=nearest(self.pool, POOLS))
        if self.samples < 1 or self.tolerance < 0 or self.seed < 0:
            raise InputError(
                f"{self.samples} samples with tolerance {self.tolerance} and seed {self.seed}",
                remedy="at least 1 sample, tolerance 0 or more, seed 0 or more",
            )
        for chosen, known in ((self.match, NAMES), (self.tolerances, TOLERANCES)):
            for name in chosen:
                if name not in known:
                    raise unknown("covariate", name, known)
        if min((self.minimum_length, *self.tolerances.values())) < 0:
            raise InputError("a tolerance or a length of the controls is negative", remedy="give 0 or more")

    @property
    def signature(self) -> str:
        """`controls:100.tol1.corpus.seed1`, and what is other than the paper's."""
        more = "" if tuple(self.match) == ("length",) else f".match:{'+'.join(self.match) or 'none'}"
        more += "".join(f".{name}{value:g}" for name, value in sorted(self.tolerances.items()))
        more += f".min{self.minimum_length}" if self.minimum_length else ""
        return f"controls:{self.samples}.tol{self.tolerance}.{self.pool}.seed{self.seed}{more}"

    def draw(
        self,
        phenomenon: str,
        r: Range,
        ids: npt.NDArray[np.int32],
        lengths: npt.NDArray[np.int32],
        covariates: Mapping[str, Values],
    ) -> npt.NDArray[np.int32]:
        """(samples, n) the control samples of a set, from a random stream of its own: the seed and the set's name.

        Args:
            covariates: (N,) values of the covariates other than the length.
        """
        check_ids(ids, len(lengths), f"the set {phenomenon} {r.name}")
        stream = np.random.default_rng([self.seed, zlib.crc32(f"{phenomenon}/{r.name}".encode())])
        # An empty segment is no control of a short one: there is nothing in it to translate.
        everything = np.flatnonzero(lengths >= max(self.minimum_length, 1)).astype(np.int32)
        candidates = everything if self.pool == "corpus" else np.setdiff1d(everything, ids)
        if tuple(self.match) == ("length",):
            drawn = draw(ids, lengths, candidates, samples=self.samples, tolerance=self.tolerance, rng=stream)
        else:
            # A parse does not tell of empty segments at the end of a corpus, and they are in no set.
            known = [lengths if name == "length" else covariates[name][: len(lengths)] for name in self.match]
            values = np.stack(known or [lengths])
            allowed = [self._tolerance(name) for name in self.match] or [np.inf]
            drawn = draw_alike(
                ids, values.T.astype(float), np.array(allowed), candidates, samples=self.samples, rng=stream
            )
        drawn[:, lengths[ids] < self.minimum_length] = UNMATCHED
        return drawn

    def _tolerance(self, name: str) -> float:
        return self.tolerance if name == "length" else self.tolerances.get(name, TOLERANCES[name])


def control(
    sets: pa.Table,
    lengths: npt.NDArray[np.int32],
    *,
    samples: int,
    tolerance: int,
    pool: str,
    seed: int,
    match: Sequence[str] = ("length",),
    tolerances: Mapping[str, float] | None = None,
    minimum_length: int = 0,
    covariates: Mapping[str, Values] | None = None,
) -> pa.Table:
    """The control samples of every set.

    Each set has a random stream of its own, made from the seed and the set's name: adding a
    phenomenon changes nobody else's controls.

    Args:
        sets: a table of sets.
        lengths: (N,) source length of every segment of the corpus, in surface tokens.
        samples, tolerance, pool, seed, match, tolerances, minimum_length: see Matching.
        covariates: (N,) values of what is matched besides the length.

    Raises:
        InputError: see Matching; a covariate is matched and not given.
    """
    matching = Matching(
        samples=samples,
        tolerance=tolerance,
        pool=pool,
        seed=seed,
        match=match,
        tolerances=tolerances or {},
        minimum_length=minimum_length,
    )
    given = covariates or {}
    for name in match:
        if name != "length" and name not in given:
            raise InputError(f"controls are matched on {name}, which is not known", remedy="name where it is")
        if name != "length" and len(given[name]) < len(lengths):
            raise InputError(
                f"the {name} is known of {len(given[name])} segments, the corpus has {len(lengths)} or more",
                remedy="give one value a segment, in the order of the source",
            )
    rows = []
    for row in sets.to_pylist():
        phenomenon, r = set_key(row)
        ids = np.array(row["segment_ids"], dtype=np.int32)
        drawn = matching.draw(phenomenon, r, ids, lengths, given)
        unmatched = int((drawn[0] == UNMATCHED).sum())
        if unmatched:
            log.warning(
                "%s %s: %d of %d segments have no control within %d tokens%s and are left out of the samples",
                phenomenon,
                r.name,
                unmatched,
                len(ids),
                tolerance,
                "" if tuple(match) == ("length",) else f" that is alike in {', '.join(match)}",
            )
        place = {name: row[name] for name in ("phenomenon", "kind", "distance_from", "distance_below")}
        rows += [{**place, "sample": s, "unmatched": unmatched, "segment_ids": drawn[s]} for s in range(samples)]
    return tables.signed(CONTROLS.table(rows), tables.run_signature(sets, matching.signature))
