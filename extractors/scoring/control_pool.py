"""The segments of a corpus that its sets are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa

from extractors.core.arrays import Float64, Int32
from extractors.core.errors import InputError
from extractors.extract import control
from extractors.extract.control_settings import ControlSettings
from extractors.extract.matches import MatchedControls
from extractors.formats.covariates import values_of
from extractors.scoring.statistics.contrasts import sums_of_strata
from extractors.scoring.statistics.resampling import Numbers


@dataclass(frozen=True)
class ControlPool:
    """A corpus as the source of controls.

    Attributes:
        values: (N,) of each covariate, by name.
        settings: what a control is like its segment in.
    """

    values: Mapping[str, Float64]
    settings: ControlSettings

    @classmethod
    def of(cls, covariates: pa.Table, settings: ControlSettings, segments: int) -> ControlPool:
        """Make the pool of a corpus of N segments from its table COVARIATES."""
        if len(covariates) != segments:
            raise InputError(
                f"there are covariates of {len(covariates)} segments, but statistics of {segments}",
                remedy="use both from the same corpus",
            )
        values = values_of(covariates)
        control.check_covariates(settings, values)
        return cls(values, settings)

    @classmethod
    def of_controls(cls, covariates: pa.Table, controls: pa.Table, segments: int) -> ControlPool:
        """Make the pool with the settings that control samples were drawn with, which a table CONTROLS records."""
        return cls.of(covariates, control.settings_of(controls), segments)

    def match(self, ids: Int32) -> MatchedControls:
        """Find all eligible controls of each segment of a set."""
        return control.match(self.settings, ids, self.values, self._candidates)

    def sums(self, rows: Numbers, matches: MatchedControls) -> Float64:
        """Sum the rows (N, K, k) of each stratum of the corpus, once: (C, columns)."""
        if id(rows) not in self._sums:
            # The rows are kept, so that no others get their number.
            self._sums[id(rows)] = rows, sums_of_strata(rows, matches)
        return self._sums[id(rows)][1]

    @cached_property
    def _sums(self) -> dict[int, tuple[Numbers, Float64]]:
        return {}

    @cached_property
    def _candidates(self) -> control.Candidates:
        return control.Candidates(self.settings, self.values)
