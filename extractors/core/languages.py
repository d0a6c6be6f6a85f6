"""Check codes of languages, and look up their names; parsers, metrics and phenomena use the codes of the config.

langcodes takes 0.15 s of CPU time to import, and is where a language is asked about: most jobs ask about none.
"""

import re
from functools import cache
from itertools import product
from string import ascii_lowercase

from extractors.core.errors import InputError, nearest

WITHDRAWN = {"bh"}
"""Codes of two letters for several languages, of which each has a code of its own (Bhojpuri is `bho`)."""
TAG = "[A-Za-z]{2,3}(?=[-_])([-_][A-Za-z]{4})?([-_]([A-Za-z]{2}|[0-9]{3}))?"
"""A language with a script, a region or both (BCP 47, or with the `_` of locales)."""
UNDETERMINED = "und"
"""ISO 639-2: the target language of a corpus that is a source alone, a language of a suite that names none."""


@cache
def two_letter_codes() -> tuple[str, ...]:
    """Return the codes of ISO 639-1, without those that another of two letters replaced (`iw` by `he`)."""
    import langcodes

    pairs = filter(langcodes.tag_is_valid, map("".join, product(ascii_lowercase, repeat=2)))
    standard = {code: langcodes.standardize_tag(code) for code in pairs}
    return tuple(code for code, tag in standard.items() if (code == tag or len(tag) > 2) and code not in WITHDRAWN)


def is_language(code: str) -> bool:
    """Return whether a language has this code of two or three letters."""
    import langcodes

    return code in two_letter_codes() or (len(code) == 3 and langcodes.tag_is_valid(code))


@cache
def plain_language(tag: str) -> str:
    """Return a language's code without region and script, in two letters if it can: `en` for `eng_Latn`, `en_GB`.

    Text that is no language tag is returned unchanged.
    """
    import langcodes

    try:
        code: str = langcodes.get(tag).language or tag
    except ValueError:
        return tag
    if len(code) == 3:
        shorter, distance = langcodes.closest_match(code, two_letter_codes(), max_distance=0)
        return code if distance else str(shorter)
    return code


def language_name(code: str) -> str:
    """Return the English name of a language, with a script or country if it is not the usual one (zho_Hant, pt-BR).

    Text that is no code of a language is returned unchanged.
    """
    import langcodes

    if is_language(code):
        return langcodes.get(code, normalize=False).display_name()
    if re.fullmatch("[a-z]{2,3}([-_][A-Z][a-z]{3})?([-_][A-Z]{2})?", code) and langcodes.tag_is_valid(code):
        return langcodes.get(code).simplify_script().display_name()
    return code


def without_subtags(tag: str) -> str:
    """Return the language of a tag with a script or region (`zh` for `zh-Hant`, `zh_TW`); other text unchanged.

    Models, metrics and phenomena go by the language alone.
    """
    return plain_language(tag) if re.fullmatch(TAG, tag) else tag


def check_language(code: str) -> None:
    """Refuse a code that no language has, and one of three letters where a shorter one exists."""
    import langcodes

    codes = two_letter_codes()
    if re.fullmatch("[a-z]{3}", code):
        if not langcodes.tag_is_valid(code):
            raise InputError(
                f"no language has the code {code!r}",
                remedy="look the code up in ISO 639, or write `und` for a language that has none",
            )
        shorter, distance = langcodes.closest_match(code, codes, max_distance=0)
        if not distance:
            raise InputError(
                f"the language {code!r} has a two-letter code, which models, metrics and phenomena use",
                remedy=f"did you mean {shorter!r}?",
            )
    elif code not in codes:
        raise InputError(f"expected the ISO 639-1 code of a language, got {code!r}", remedy=_meant(code))


def _meant(code: str) -> str:
    """Write the remedy for an unknown code: the code that replaced it, the country's language, or the nearest code."""
    import langcodes

    if re.fullmatch("[a-z]{2}", code):
        newer = langcodes.standardize_tag(code)
        spoken = newer if newer != code else langcodes.get(f"und-{code}").maximize().language
        # English is also what the code of no country gives.
        if spoken != "en":
            return f"did you mean {spoken!r}?"
    return nearest(code, two_letter_codes())
