"""Fix what is tested on each phenomenon before any score is seen: at which distance, and whether it can be tested."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from extractors.phenomena.entries import PhenomenonEntry

if TYPE_CHECKING:
    from extractors.formats.origin import Origin

SOURCE, OUTPUTS, REFERENCE = "source", "outputs", "reference"
"""What chooses the segments of a phenomenon's sets. A reference that chooses a set favours its own words when it scores
it."""


@dataclass(frozen=True, kw_only=True)
class Estimand:
    """What is asked of a phenomenon.

    Attributes:
        label: its name in a sentence, in the plural.
        distance: the minimum distance of the set that is tested.
        chosen_by: what chooses the segments of its sets: SOURCE, OUTPUTS or REFERENCE. A set that the reference chooses
            is not tested by scores against the same reference.
        is_fixed: whether nothing but this distance is tested. Otherwise, where half of the segments have a phenomenon
            that links find at this distance, its set is taken at a larger one.
    """

    label: str
    distance: int = 0
    chosen_by: str = SOURCE
    is_fixed: bool = False

    @classmethod
    def of(cls, entry: PhenomenonEntry, distance: int | None = None) -> Estimand:
        """Make the estimand of a phenomenon of a catalogue. `distance`: to test instead of its own."""
        return cls(
            label=entry.label or entry.id.replace("_", " "),
            distance=entry.tested_distance if distance is None else distance,
            chosen_by=SOURCE if entry.measure is None else entry.chosen_by,
            is_fixed=distance is not None,
        )

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def estimands(phenomena: Iterable[PhenomenonEntry], distances: Mapping[str, int] | None = None) -> dict[str, Estimand]:
    """Make the estimand of each phenomenon of a catalogue.

    Args:
        distances: the distance to test of some phenomena, instead of the one in the catalogue.
    """
    return {entry.id: Estimand.of(entry, (distances or {}).get(entry.id)) for entry in phenomena}


def estimand_of(by_name: Mapping[str, Estimand], phenomenon: str) -> Estimand:
    """Return the estimand of a phenomenon; for one that no catalogue has, it tests any distance."""
    return by_name.get(phenomenon) or Estimand(label=phenomenon.replace("_", " "))


def as_made(by_name: Mapping[str, Estimand], origin: Origin | None) -> dict[str, Estimand]:
    """Replace `chosen_by` by what chose the sets when they were made. `origin`: of the sets; None if not recorded."""
    chosen_by = {} if origin is None else origin.chosen_by
    return {name: replace(asked, chosen_by=chosen_by.get(name, asked.chosen_by)) for name, asked in by_name.items()}
