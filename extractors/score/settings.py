"""How often things are resampled, and by which seed."""

from __future__ import annotations

from dataclasses import dataclass

from extractors.core.errors import InputError
from extractors.statistics.resampling import RESAMPLES, SEED

TRIALS = 1000
ALPHA = 0.05


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How the tests are made.

    Attributes:
        resamples: bootstrap samples of each set and of its controls.
        seed: of all random draws; every set is drawn from by the same stream, as sacreBLEU does.
        trials: random shuffles of the tests that shuffle: outputs of two systems, distances of segments.
        alpha: the level below which a p-value counts as a finding: in clusters of systems, and where it is marked.

    Raises:
        InputError: fewer than 2 resamples, no trials, a negative seed, or an alpha that is no probability.
    """

    resamples: int = RESAMPLES
    seed: int = SEED
    trials: int = TRIALS
    alpha: float = ALPHA

    def __post_init__(self) -> None:
        if self.resamples < 2 or self.trials < 1 or self.seed < 0 or not 0 < self.alpha < 1:
            raise InputError(
                f"{self.resamples} resamples, {self.trials} trials, seed {self.seed}, alpha {self.alpha}",
                remedy="at least 2 resamples and 1 trial, seed 0 or more, alpha between 0 and 1",
            )
