"""The block `accuracy`: whether the outputs have the words of the hits."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from extractors.core.settings import LARGEST_SEED, Settings


class AccuracySettings(Settings):
    """Whether accuracy is measured, and how."""

    enabled: bool = Field(default=True, description="measure it")
    compare: Literal["lemmas", "forms"] = Field(
        default="lemmas",
        description="the criterion by which two words are the same: lemmas (forms in a language without a dictionary)"
        " or forms only",
    )
    seed: int = Field(default=1, ge=0, le=LARGEST_SEED, description="seed of the draws of controls")
