"""The blocks `parse` and `align`: which model does a step, and its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from extractors.core import registry
from extractors.core.settings import Settings, Several, checked
from extractors.models import aligners, parsers
from extractors.models.parsers import DEFAULT_PARSER

MODEL = "a folder, a file or a name; or by language; the shipped model if there is none"
ParserName = Annotated[str, checked(lambda name: registry.check_known(parsers, name))]
NO_ALIGNER = "none"
"""No links are made: of a pair that nothing aligns."""
BY_PAIR = "auto"
"""What aligns any pair of languages best, as it was measured: DEFAULT_ALIGNER."""
DEFAULT_ALIGNER = "simalign"
AlignerName = Annotated[
    str, checked(lambda name: name in (NO_ALIGNER, BY_PAIR) or registry.check_known(aligners, name))
]
Model = str | dict[str, str]
"""A model, or models by language."""


def gpus(options: Mapping[str, Any]) -> int:
    """Count the GPUs that a parser, aligner or pair scorer uses: one with `device: cuda` or `gpu: true`."""
    return int(str(options.get("device", "")).startswith("cuda") or options.get("gpu") is True)


class ParserSettings(Settings):
    """The parser of a language."""

    parser: ParserName = Field(
        default=DEFAULT_PARSER,
        description="the parser's name",
    )
    model: Model | None = Field(default=None, description=MODEL)
    options: dict[str, Any] = Field(default={}, description="options that only this parser has")
    quality: Model | None = Field(
        default=None,
        description="the file that `challenge-sets lab quality` wrote for this parser, or by language (default: what is"
        " shipped)",
    )

    def of_language(self, language: str) -> ParserSettings:
        """Return a copy with the model and the quality file of one language."""
        model = for_language(self.model, language)
        return self.model_copy(update={"model": model, "quality": for_language(self.quality, language)})


def for_language(setting: str | Mapping[str, str] | None, language: str) -> str | None:
    """Return a setting, such as the model, of a language from one value for all languages or a mapping by language.

    None (take what is shipped) if it has none.
    """
    return setting.get(language) if isinstance(setting, Mapping) else setting


class AlignerSettings(Settings):
    """The word aligner."""

    aligner: AlignerName = Field(
        default=BY_PAIR,
        description="the aligner's name, `none`, or `auto`: simalign with the shipped encoder of the pair",
    )
    model: str | None = Field(default=None, description="a folder, a file or a name")
    options: dict[str, Any] = Field(default={}, description="options that only this aligner has")
    references: Several[str] | None = Field(default=None, description="names of the references to align (default: all)")
    minimum_confidence: float = Field(
        default=0.0,
        ge=0,
        le=1,
        description="links of which the aligner is less sure are left out; a value above 0 needs an aligner that gives"
        " confidences (simalign, or pharaoh with a file that has them)",
    )

    def named(self) -> Self:
        """Return these settings with the default aligner in place of `auto`."""
        return self if self.aligner != BY_PAIR else self.model_copy(update={"aligner": DEFAULT_ALIGNER})

    @property
    def aligns_outputs(self) -> bool:
        """Whether it can align outputs too, which links of one's own to references cannot."""
        return self.aligner not in ("pharaoh", NO_ALIGNER)
