"""The block `sets`: the distances that sets are made of, and whether their texts are written."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field, Strict

from extractors.core.settings import Distinct, Settings, named, refusal

LARGEST = 1_000_000
"""A distance in tokens, larger than any segment has."""
Distance = Annotated[int, Field(ge=0, le=LARGEST)]


def _not_empty(bucket: tuple[int, int]) -> tuple[int, int]:
    first, below = bucket
    if below <= first:
        raise refusal(f"the bucket [{first}, {below}) is empty", "give [FROM, BELOW] with FROM < BELOW")
    return bucket


Bucket = Annotated[tuple[Distance, Distance], Strict(False), AfterValidator(_not_empty)]


class SetSettings(Settings):
    """The distances that sets are made of, and whether their texts are written."""

    minimum_distances: Distinct[Distance] = Field(
        default=(0, 1, 2, 3),
        min_length=1,
        description="sets of the segments with a hit at this distance or more; 0 is all",
    )
    exact_distances: Distinct[Distance] = Field(
        default=(0, 1, 2, 3), description="sets of the segments with a hit at exactly this distance"
    )
    buckets: Distinct[Bucket] = Field(default=(), description="ranges of distances: [a, b] is a <= d < b")
    tested_distances: dict[Annotated[str, named("phenomenon")], Distance] = Field(
        default={},
        description="by phenomenon, the minimum distance of the set that is tested, instead of that of the catalogue",
    )
    export: bool = Field(
        default=False, description="write the texts and outputs of each set as plain text too, into `sets/`"
    )

    def distances(self) -> dict[str, Any]:
        """Return the settings that decide which segments are in sets, as JSON values."""
        others = ("export", "tested_distances")
        return {name: value for name, value in self.as_dict().items() if name not in others}

    def of_phenomenon(self, minimum_distances: tuple[int, ...] | None) -> SetSettings:
        """Return the settings for a phenomenon: its own minimum distances, such as reordering has, or these settings.

        A phenomenon with distances of its own has no use for the run's small exact ones.
        """
        if not minimum_distances:
            return self
        return SetSettings(minimum_distances=minimum_distances, exact_distances=(), buckets=(), export=self.export)
