"""The block `statistics`: how scores are tested."""

from typing import Literal

from pydantic import Field

from extractors.core.settings import LARGEST_SEED, Settings
from extractors.formats.thresholds import ALPHA

MOST_DRAWS = 1_000_000
"""More would take days and change no digit that is shown."""


class StatisticsSettings(Settings):
    """How scores are tested.

    One seed is for all random draws; every set is drawn from by the same stream, as sacreBLEU does.
    """

    resamples: int = Field(
        default=1000, ge=2, le=MOST_DRAWS, description="bootstrap samples of each set and its controls"
    )
    seed: int = Field(default=12345, ge=0, le=LARGEST_SEED, description="seed of the random draws")
    trials: int = Field(default=1000, ge=1, le=MOST_DRAWS, description="number of permutations in randomisation tests")
    alpha: float = Field(default=ALPHA, gt=0, lt=1, description="p-values below it are findings")
    cluster: Literal["document", "block", "segment"] | None = Field(
        default=None,
        description="the unit that is drawn, swapped and summed up as one: document, block (neighbouring lines) or"
        " segment; by"
        " default documents, and blocks where no documents are known",
    )
    block: int | None = Field(
        default=None,
        ge=1,
        le=MOST_DRAWS,
        description="neighbouring lines of a block; by default a twentieth of the corpus, 50 at most",
    )
