"""The block `from` of a corpus: a test set as a campaign gives it, and what of it is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from extractors.core.settings import REQUIRED, Settings, setting

JOINED = " + "
"""Stands between the places of a test set that has several."""


@dataclass(frozen=True, kw_only=True)
class FromTestSet(Settings):
    """Which test set, and what of it."""

    place: tuple[str, ...] = setting(
        REQUIRED,
        "FORMAT:PATH#PAIR, or a list of several that are joined, the texts first, then files of scores",
        type=["array", "string"],
        minItems=1,
        minLength=1,
    )
    references: tuple[str, ...] | None = setting(None, "the references to take; all of them if none are named")
    systems: tuple[str, ...] | None = setting(
        None, "the systems to take; all of them if none are named; an empty list takes none"
    )
    scores: tuple[str, ...] | None = setting(
        None, "the human and metric scores to take; all of them if none are named; an empty list takes none"
    )

    @classmethod
    def written(cls, value: str | Sequence[str] | Mapping[str, Any]) -> FromTestSet:
        """From the place, the list of places or the mapping that a user writes."""
        values = dict(value) if isinstance(value, Mapping) else {"place": value}
        place = values["place"]
        return cls.of({**values, "place": [place] if isinstance(place, str) else list(place)})

    @property
    def test_set(self) -> str:
        """What extractors.inputs.campaigns reads."""
        return JOINED.join(self.place)
