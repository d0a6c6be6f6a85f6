"""Codes of languages: those of a config are the ones that parsers, metrics and phenomena go by."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Any

import yaml

from extractors.core.errors import InputError, nearest


@cache
def _known() -> dict[str, Any]:
    """languages.yaml: ISO 639-1 codes with their longer ones, and codes of countries with a language."""
    text = resources.files("extractors.config").joinpath("languages.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


def check_language(code: str) -> None:
    """Refuse a code that is longer than it need be, or one of two letters that is no language's.

    A code of three letters is taken where a language has no shorter one.

    Raises:
        InputError: with the code that is meant, where it is known.
    """
    codes, countries = _known()["codes"], _known()["countries"]
    shorter = next((short for short, longer in codes.items() if code in longer), None)
    if shorter is not None:
        raise InputError(
            f"the language {code!r} has a code of two letters, which models, metrics and phenomena go by",
            remedy=f"did you mean {shorter!r}?",
        )
    if code not in codes and not re.fullmatch("[a-z]{3}", code):
        meant = f"did you mean {countries[code]!r}?" if code in countries else nearest(code, codes)
        raise InputError(f"{code!r} is no code of a language (ISO 639-1)", remedy=meant)
