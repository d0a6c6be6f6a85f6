"""The block `from` of a corpus: a test set as its organisers give it, and what of it is taken."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from extractors.core.settings import Settings, Several, Text

JOINED = " + "
"""Stands between the places of a test set that has several."""


def _listed(written: Any) -> Any:
    return (written,) if isinstance(written, str) else written


class FromTestSet(Settings):
    """Which test set, and what of it."""

    place: Annotated[Several[Text], Field(min_length=1), BeforeValidator(_listed)] = Field(
        description="FORMAT:PATH#PAIR, or a list of several that are joined, the texts first, then files of scores"
    )
    references: Several[str] | None = Field(
        default=None, description="the references to take; all of them if none are named"
    )
    systems: Several[str] | None = Field(
        default=None, description="the systems to take; all of them if none are named; an empty list takes none"
    )
    scores: Several[str] | None = Field(
        default=None,
        description="the human and metric scores to take; all of them if none are named; an empty list takes none",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_place(cls, written: Any) -> Any:
        """Accept a place, or a list of places, as a block that takes all of the test set."""
        return {"place": written} if isinstance(written, str | list | tuple) else written

    @property
    def test_set(self) -> str:
        """What extractors.inputs.testsets reads."""
        return JOINED.join(self.place)
