"""The block `accuracy`: whether the outputs have the words of the hits."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from extractors.core.settings import LARGEST_SEED, Settings, refusal
from extractors.models.tool_settings import Model, ParserName, model_of


class AccuracySettings(Settings):
    """Whether accuracy is measured, and how."""

    enabled: bool = Field(default=True, description="measure it")
    compare: Literal["lemmas", "forms"] = Field(
        default="lemmas",
        description="the criterion by which two words are the same: lemmas (forms where nothing gives lemmas) or"
        " forms only",
    )
    parser: ParserName | None = Field(default=None, description="the parser of the target language that gives lemmas")
    model: Model | None = Field(
        default=None,
        description="a folder, a file or a name; or by target language; the shipped model if there is none",
    )
    options: dict[str, Any] = Field(default={}, description="options that only this parser has")
    seed: int = Field(default=1, ge=0, le=LARGEST_SEED, description="seed of the draws of controls")

    @model_validator(mode="after")
    def _check_forms(self) -> Self:
        if self.compare == "forms" and (self.parser or self.model or self.options):
            raise refusal("forms are compared, and a parser is given for lemmas", "leave out one of them")
        return self

    def of_language(self, language: str) -> AccuracySettings:
        """The same with the model of a target language."""
        return self.model_copy(update={"model": model_of(self.model, language)})
