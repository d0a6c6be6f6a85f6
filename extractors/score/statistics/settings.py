"""The block `statistics`: how scores are tested."""

from __future__ import annotations

from dataclasses import dataclass

from extractors.core.settings import LARGEST_SEED, Settings, setting

MOST_DRAWS = 1_000_000
"""More would take days and change no digit that is shown."""
ALPHA = 0.05
"""The level of a test where none is set."""


@dataclass(frozen=True, kw_only=True)
class StatisticsSettings(Settings):
    """How scores are tested.

    One seed is for all random draws; every set is drawn from by the same stream, as sacreBLEU does.
    """

    resamples: int = setting(1000, "bootstrap samples of each set and its controls", minimum=2, maximum=MOST_DRAWS)
    seed: int = setting(12345, "seed of the random draws", minimum=0, maximum=LARGEST_SEED)
    trials: int = setting(1000, "number of permutations in randomisation tests", minimum=1, maximum=MOST_DRAWS)
    alpha: float = setting(ALPHA, "p-values below it are findings", exclusiveMinimum=0, exclusiveMaximum=1)
    cluster: str | None = setting(
        None,
        "what is drawn, swapped and summed up as one: document, whose segments depend on each other, or segment; by"
        " default documents where they are known",
        enum=["document", "segment", None],
    )
    block: int = setting(
        20, "neighbouring lines that depend on each other in the column p_blocks", minimum=1, maximum=MOST_DRAWS
    )
