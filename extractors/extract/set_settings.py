"""The block `sets`: the distances that sets are made of."""

from __future__ import annotations

from dataclasses import dataclass

from extractors.core.errors import InputError
from extractors.core.settings import Settings, setting

LARGEST = 1_000_000
"""A distance in tokens, larger than any segment has."""
DISTANCE = {"type": "integer", "minimum": 0, "maximum": LARGEST}
DISTANCES = {"type": "array", "uniqueItems": True, "items": DISTANCE}


@dataclass(frozen=True, kw_only=True)
class SetSettings(Settings):
    """The distances that sets are made of."""

    minimum_distances: tuple[int, ...] = setting(
        (0, 1, 2, 3), "sets of the segments with a hit at this distance or more; 0 is all", **DISTANCES, minItems=1
    )
    exact_distances: tuple[int, ...] = setting(
        (0, 1, 2, 3), "sets of the segments with a hit at exactly this distance", **DISTANCES
    )
    buckets: tuple[tuple[int, int], ...] = setting(
        (),
        "ranges of distances: [a, b] is a <= d < b",
        uniqueItems=True,
        items={"type": "array", "minItems": 2, "maxItems": 2, "items": DISTANCE},
    )

    def __post_init__(self) -> None:
        """Refuse distances that are negative, and buckets that are empty.

        Raises:
            InputError: such a distance or bucket.
        """
        super().__post_init__()
        for first, below in self.buckets:
            if below <= first:
                raise InputError(
                    f"the bucket [{first}, {below}) is empty", remedy="give [FROM, BELOW] with FROM < BELOW"
                )

    def of_phenomenon(self, minimum_distances: tuple[int, ...] | None) -> SetSettings:
        """The distances of a phenomenon: its own, such as reordering has, or the run's.

        A phenomenon with distances of its own has no use for the run's small exact ones.
        """
        if not minimum_distances:
            return self
        return SetSettings(minimum_distances=minimum_distances, exact_distances=(), buckets=())
