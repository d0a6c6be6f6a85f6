"""The block `statistics`: how scores are tested."""

from __future__ import annotations

from dataclasses import dataclass

from extractors.core.settings import Settings, setting

ALPHA = 0.05
"""The level of a test where none is set."""


@dataclass(frozen=True, kw_only=True)
class StatisticsSettings(Settings):
    """How scores are tested.

    One seed is for all random draws; every set is drawn from by the same stream, as sacreBLEU does.
    """

    resamples: int = setting(1000, "bootstrap samples of each set and its controls", minimum=2)
    seed: int = setting(12345, "seed of the random draws", minimum=0)
    trials: int = setting(1000, "number of permutations in randomisation tests", minimum=1)
    alpha: float = setting(ALPHA, "p-values below it are findings", exclusiveMinimum=0, exclusiveMaximum=1)
    block: int = setting(20, "neighbouring lines that depend on each other in the column p_blocks", minimum=1)
