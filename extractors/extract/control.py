"""Controls: segments matched to those of a challenge set by source length, or by more than that.

A segment of the corpus is eligible as the control of one of the set where its source length differs by at most a
tolerance (Choshen and Abend 2019: 1 token); a control may be asked to be alike in other covariates too, such as the
number of clauses. They are used in two ways. `match` gives all eligible segments, those of the set left out unless
asked for, which a difference is measured against. `draw_controls` gives the paper's samples: each replaces each
segment of the set by a random eligible one of the whole corpus, independently of the others, 100 times.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core import jsonfile
from extractors.core.arrays import Float64, Int32
from extractors.core.errors import InputError, nearest
from extractors.core.logs import log
from extractors.extract.control_settings import NAMES, WITHIN_DOMAIN, ControlSettings
from extractors.extract.matches import MatchedControls
from extractors.formats import tables
from extractors.formats.covariates import MEASURED
from extractors.formats.origin import inherit_origin
from extractors.formats.sets import CONTROLS, UNMATCHED, Range, check_ids, set_key

Values = Mapping[str, Float64]
"""(N,) of each covariate, by name; the length among them."""

SETTINGS = "controls"
"""The metadata of control samples with the settings."""
NUMBERS_AT_ONCE = 1 << 22
"""Segments of samples that are written at a time."""
EPSILON = 1e-9
"""What a difference may be larger: a share such as 0.35 less one such as 0.3 is a little more than 0.05."""
FEWEST = 2
"""Eligible segments that a segment needs to be compared with: one alone does not tell how much such segments vary."""


def check_covariates(settings: ControlSettings, values: Values) -> None:
    """Refuse settings that match on a covariate that is not known for a corpus."""
    for name in settings.matched:
        if name in values:
            continue
        if name in NAMES:
            remedy = f"name it for each segment: `{name}:` of the corpus"
        elif name in MEASURED:
            remedy = "measure the covariates again: snakemake extract"
        else:
            remedy = f"{nearest(name, values)}; bring it: `covariates: {{{name}: FILE}}` of the corpus"
        raise InputError(f"controls are to be matched on the {name}, which is not known", remedy=remedy)


def with_domain(settings: ControlSettings, values: Values) -> ControlSettings:
    """Add to the settings the covariates matched by default: the length, and the domain if there are several.

    A set may be mostly of one domain, and scores differ between domains. With controls of the same length from all
    domains, a part of the difference of the set would come from its domain.
    """
    if settings.match is not None:
        return settings
    domains = values.get("domain")
    if domains is None or domains.min() == domains.max():
        return settings.model_copy(update={"match": ("length",)})
    within = WITHIN_DOMAIN if settings.tolerance is None else settings.tolerance
    return settings.model_copy(update={"match": ("length", "domain"), "tolerance": within})


class Candidates:
    """The segments of a corpus as controls of its sets, in the order in which they are looked for.

    Attributes:
        strata: (N,) number of each segment's stratum, of the C in the order of their covariates; those with the same
            covariates are one.
        usable: (N,) the same; -1 for a segment that is nobody's control.
        count: C.
    """

    def __init__(self, settings: ControlSettings, values: Values) -> None:
        names, self._lengths = settings.matched, values["length"]
        self._settings = settings
        matched = np.stack([values[name] for name in names], axis=1) if names else np.zeros((len(self._lengths), 0))
        tolerances = np.array([settings.tolerance_of(name, float(values[name].std())) for name in names])
        shares = np.array([settings.share_of(name) for name in names])
        # An empty segment cannot be the control of a short one: it has nothing to translate.
        may = self._lengths >= max(settings.minimum_length, 1)
        self._all = _Alike(np.flatnonzero(may).astype(np.int32), matched, tolerances, shares)
        self.strata = _numbers_of_rows(matched)
        self.usable: Int32 = np.where(may, self.strata, -1)
        self._of_strata = matched[np.unique(self.strata, return_index=True)[1]]
        self.count = len(self._of_strata)
        self._alike = _Alike(np.arange(self.count, dtype=np.int32), self._of_strata, tolerances, shares)

    def near(self, stratum: int) -> Int32:
        """Return the strata whose covariates differ from the covariates of a stratum by at most the tolerances."""
        return self._alike.near(self._of_strata[stratum])

    def long_enough(self, ids: Int32) -> Int32:
        """Return the places in `ids` of the segments that are not too short for the settings."""
        return np.flatnonzero(self._lengths[ids] >= self._settings.minimum_length).astype(np.int32)

    def eligible(self, ids: Int32) -> Iterator[tuple[Int32, Int32]]:
        """Yield each group of segments with the same covariates, as places in `ids`, and the segments eligible for it.

        A segment that is too short for the settings is in no group.

        Args:
            ids: (n,) the segments of the set.
        """
        long_enough = self.long_enough(ids)
        strata = self.strata[ids[long_enough]]
        sizes = np.bincount(strata)
        present = np.flatnonzero(sizes)
        together = long_enough[np.argsort(strata, kind="stable")]
        for stratum, positions in zip(present, np.split(together, np.cumsum(sizes[present])[:-1]), strict=False):
            yield positions, self._all.near(self._of_strata[stratum])


def _numbers_of_rows(values: Float64) -> Int32:
    """Return (N,) the number of each row of (N, c) values among the distinct rows in ascending order."""
    numbers = np.zeros(len(values), dtype=np.int64)
    for column in values.T:
        different, ranks = np.unique(column, return_inverse=True)
        numbers = np.unique(numbers * len(different) + ranks, return_inverse=True)[1]
    return numbers.astype(np.int32)


class _Alike:
    """Segments among which the ones with similar covariates are looked for.

    Args:
        ids: (m,) the segments.
        values: (N, c) the covariates of every segment of the corpus.
        tolerances: (c,) largest differences.
        shares: (c,) largest differences as a share of the value that is looked for; 0 where they are absolute.
    """

    def __init__(self, ids: Int32, values: Float64, tolerances: Float64, shares: Float64) -> None:
        if len(tolerances):
            # By their first covariate, which narrows the search before the others are looked at.
            ids = ids[np.argsort(values[ids, 0], kind="stable")]
        self.ids, self._values = ids, values[ids]
        self._tolerances, self._shares = tolerances + EPSILON, shares

    def near(self, like: Float64) -> Int32:
        """Return the segments whose covariates differ from the (c,) values by at most the tolerances."""
        if not len(self._tolerances):
            return self.ids
        first, tolerances = self._values[:, 0], np.maximum(self._tolerances, self._shares * like + EPSILON)
        low, high = np.searchsorted(first, [like[0] - tolerances[0], like[0] + tolerances[0]])
        if len(tolerances) == 1:
            return self.ids[low:high]
        others = np.abs(self._values[low:high, 1:] - like[1:]) <= tolerances[1:]
        return self.ids[low:high][others.all(axis=1)]


def match(
    settings: ControlSettings, ids: Int32, values: Values, candidates: Candidates | None = None
) -> MatchedControls:
    """Find all eligible controls of each segment of a set, and leave out segments with fewer than two.

    Where a set is compared with the rest, a segment with E eligible controls, and S segments of the set that are like
    it, itself among them, weighs E / (E + S) on both sides. These are the overlap weights (Li, Morgan and Zaslavsky,
    "Balancing Covariates via Propensity Score Weighting", JASA 2018): of all weights they give the smallest error. In
    a small set they are nearly 1; in one that holds most of the long segments, these few controls do not decide alone.

    Args:
        ids: (n,) the segments of the set, ascending.
        candidates: made from these settings and values, if at hand.
    """
    candidates = candidates or Candidates(settings, values)
    strata, count, from_rest = candidates.strata, candidates.count, settings.pool == "rest"
    every, in_set = (
        np.bincount(numbers[numbers >= 0], minlength=count) for numbers in (candidates.usable, candidates.usable[ids])
    )
    free = every - in_set if from_rest else every
    positions = candidates.long_enough(ids)
    number = np.full(count, UNMATCHED, dtype=np.intp)
    rows: list[Int32] = []
    weights: list[float] = []
    for stratum in np.flatnonzero(np.bincount(strata[ids[positions]])).tolist():
        near = candidates.near(stratum)
        fitting = int(free[near].sum())
        if fitting >= FEWEST:
            number[stratum] = len(rows)
            rows.append(near)
            weights.append(fitting / int(every[near].sum()) if from_rest else 1.0)
    # Who plans a run asks this module for its settings alone.
    from scipy.sparse import csr_array

    kind = np.full(len(ids), UNMATCHED, dtype=np.intp)
    kind[positions] = number[strata[ids[positions]]]
    matched = kind != UNMATCHED
    starts = np.cumsum([0, *map(len, rows)])
    indices = np.concatenate([np.zeros(0, dtype=np.int32), *rows])
    return MatchedControls(
        ids=ids[matched],
        kind=kind[matched],
        weight=np.array(weights),
        eligible=csr_array((np.ones(len(indices)), indices, starts), shape=(len(rows), count)),
        strata=candidates.usable,
        left_out=ids if from_rest else np.zeros(0, dtype=np.int32),
        unmatched=int((~matched).sum()),
    )


def draw_controls(
    settings: ControlSettings,
    phenomenon: str,
    r: Range,
    ids: Int32,
    values: Values,
    candidates: Candidates | None = None,
) -> Int32:
    """Draw the (samples, n) controls of a set, from a random stream seeded by the seed and the set's name.

    Args:
        ids: (n,) the segments of the set.
        candidates: made from these settings and values, if at hand.

    Returns:
        segment_ids; UNMATCHED where no segment of the corpus is eligible.
    """
    check_ids(ids, len(values["length"]), f"the set {phenomenon} {r.name}")
    stream = np.random.default_rng([settings.seed, zlib.crc32(f"{phenomenon}/{r.name}".encode())])
    drawn = np.full((settings.samples, len(ids)), UNMATCHED, dtype=np.int32)
    for positions, fitting in (candidates or Candidates(settings, values)).eligible(ids):
        if len(fitting):
            drawn[:, positions] = fitting[stream.integers(len(fitting), size=(settings.samples, len(positions)))]
    return drawn


def control(
    sets: Iterable[pa.Table], values: Values, settings: ControlSettings, *, tell: bool = True
) -> Iterator[pa.Table]:
    """Yield the control samples of every set, in parts; the first part has no rows.

    Each set has a random stream of its own, made from the seed and the set's name: adding a
    phenomenon does not change the controls of others.

    Args:
        sets: a table of sets in parts, one or more; a whole table is one.
        tell: whether to warn of sets with segments that have no control.
    """
    settings = with_domain(settings, values)
    check_covariates(settings, values)
    candidates = Candidates(settings, values)
    for number, part in enumerate(sets):
        if not number:
            yield _schema(part, settings).empty_table()
        for row in range(len(part)):
            yield from _samples_of(part.slice(row, 1), values, settings, candidates, tell=tell)


def _samples_of(
    row: pa.Table, values: Values, settings: ControlSettings, candidates: Candidates, *, tell: bool
) -> Iterator[pa.Table]:
    key = {name: row.column(name)[0].as_py() for name in ("phenomenon", "kind", "distance_from", "distance_below")}
    phenomenon, r = set_key(key)
    ids = row.column("segment_ids").combine_chunks().flatten().to_numpy()
    drawn = draw_controls(settings, phenomenon, r, ids, values, candidates)
    unmatched = int((drawn[0] == UNMATCHED).sum())
    if unmatched and tell:
        log.warning(
            "%s %s: %d of %d segments have no control within %s%s and are left out of the samples",
            phenomenon,
            r.name,
            unmatched,
            len(ids),
            settings.length_tolerance,
            "" if settings.matched == ("length",) else f" that is alike in {', '.join(settings.matched)}",
        )
    size = max(1, NUMBERS_AT_ONCE // max(len(ids), 1))
    for start in range(0, len(drawn), size):
        samples = drawn[start : start + size]
        count = len(samples)
        columns: dict[str, Any] = {name: [value] * count for name, value in key.items()}
        columns |= {"sample": np.arange(start, start + count), "unmatched": [unmatched] * count}
        lists = pa.ListArray.from_arrays(np.arange(count + 1, dtype=np.int32) * len(ids), pa.array(samples.ravel()))
        made = [pa.array(columns[c.name], c.type) for c in CONTROLS.columns[:-1]]
        yield pa.table([*made, lists], schema=CONTROLS.schema)


def _schema(sets: pa.Table, settings: ControlSettings) -> pa.Schema:
    """Return the schema of the control samples of these sets; its metadata say how they were made."""
    table = tables.signed(CONTROLS.table([]), tables.run_signature(sets, settings.signature))
    table = tables.with_metadata(table, **{SETTINGS: json.dumps(settings.as_dict())})
    return inherit_origin(table, sets, pool=settings.pool).schema


def settings_of(controls: pa.Table, path: str | Path = "controls.parquet") -> ControlSettings:
    """Read, from the metadata, the settings that controls were drawn by; eligible controls are found by them too."""
    written = tables.metadata(controls, SETTINGS, path, made_by="snakemake extract")
    try:
        return ControlSettings.of(jsonfile.loads(written, path))
    except InputError as error:
        raise InputError(
            f"its settings for controls cannot be read: {error.problem}",
            path=path,
            remedy="make it again: snakemake extract",
        ) from None
