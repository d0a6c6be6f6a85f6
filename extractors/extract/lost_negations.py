"""Find outputs that may have lost a negation: the source and most other texts have a negator, the output has none.

A list for a person to read, not a measure: `without success` may well have become `erfolglos`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

# fmt: off
NEGATORS_BY_LANGUAGE: Mapping[str, tuple[str, ...]] = {
    "en": (
        "not", "no", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "cannot", "without",
        "n't", "n’t",
    ),
    "de": (
        "nicht", "nie", "niemals", "kein", "keine", "keinen", "keinem", "keiner", "keines", "keins", "nichts",
        "niemand", "niemanden", "niemandem", "niemandes", "nirgends", "nirgendwo", "weder", "ohne", "keinerlei",
        "keinesfalls", "keineswegs", "mitnichten",
    ),
}
# fmt: on
"""Words that negate, by language. Of other languages nothing is said."""
MOST = 0.8
"""The share of the other texts that must have a negator."""
FEWEST = 2
"""Other texts below which nothing is said."""


def lost_negations(
    source: Sequence[str], translations: Mapping[str, Sequence[str]], languages: tuple[str, str], names: Sequence[str]
) -> Iterator[tuple[str, list[int]]]:
    """Yield the name of each text, with the segments in which it may have lost a negation.

    Args:
        translations: references and outputs by name.
        languages: of the source and of the translations.
        names: the texts to check; each is compared with all others of `translations`.
    """
    if not all(language in NEGATORS_BY_LANGUAGE for language in languages) or len(translations) <= FEWEST:
        return
    source_pattern, target_pattern = (_pattern(NEGATORS_BY_LANGUAGE[language]) for language in languages)
    negated = [i for i, text in enumerate(source) if source_pattern.search(text)]
    having = {name: [bool(target_pattern.search(texts[i])) for i in negated] for name, texts in translations.items()}
    counts = [sum(column) for column in zip(*having.values(), strict=True)]
    for name in names:
        texts = translations[name]
        lost = [
            i
            for i, has, count in zip(negated, having[name], counts, strict=True)
            if not has and texts[i].strip() and count >= MOST * (len(translations) - 1)
        ]
        yield name, lost


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    # What begins with an apostrophe or holds one, as n't, is a part of a word.
    parts = [rf"{re.escape(word)}\b" for word in words if not word.isalpha()]
    whole = [re.escape(word) for word in words if word.isalpha()]
    return re.compile("|".join([rf"\b(?:{'|'.join(whole)})\b", *parts]), re.IGNORECASE)
