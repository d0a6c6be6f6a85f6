"""The block `accuracy`: whether the outputs have the words of the hits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from extractors.core.settings import LARGEST_SEED, Settings, setting


@dataclass(frozen=True, kw_only=True)
class AccuracySettings(Settings):
    """Whether accuracy is measured, and how."""

    enabled: bool = setting(True, "measure it")
    compare: str = setting(
        "lemmas",
        "what makes two words the same, lemmas (forms where nothing gives lemmas) or forms only",
        enum=["lemmas", "forms"],
    )
    parser: str | None = setting(None, "the parser of the target language that gives lemmas")
    model: str | Mapping[str, str] | None = setting(
        None, "a folder, a file or a name; or by target language; the shipped model if there is none"
    )
    options: Mapping[str, Any] = setting({}, "options that only this parser has")
    verdicts: bool = setting(True, "align the outputs, too, and give a verdict on every hit")
    translations: str | None = setting(
        None, "a file of translations that are right, one a line: source lemma, tab, lemma of the target language"
    )
    seed: int = setting(1, "seed of the draws of controls", minimum=0, maximum=LARGEST_SEED)
