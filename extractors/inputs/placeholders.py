"""Recognise texts that stand for a missing translation, in outputs handed in only in part or not at all."""

import re
from collections.abc import Hashable, Iterable

SHARE, SOURCES = 0.2, 5
"""An output of at least this share of the source texts, and of this many, translates none of them."""
PHRASE = re.compile(r"\s*(?:#{2,}|no translation(?: available)?\.?|\[?(?:missing|empty|n/a|null)\]?)\s*", re.IGNORECASE)
"""What tools print for a segment that nobody translated."""


def is_phrase(text: str) -> bool:
    """Say whether a text is nothing but a placeholder, such as "no translation available"."""
    return PHRASE.fullmatch(text) is not None


def repeated(pairs: Iterable[tuple[Hashable, str | None]]) -> str | None:
    """Find an output that too many different source texts share; None if there is none.

    Args:
        pairs: what tells a source text from others, and its output, empty or None where it has none.
    """
    sources_of: dict[str, set[Hashable]] = {}
    answered = set()
    for source, text in pairs:
        if text:
            sources_of.setdefault(text, set()).add(source)
            answered.add(source)
    if not sources_of:
        return None
    text, sources = max(sources_of.items(), key=lambda entry: len(entry[1]))
    return text if len(sources) >= max(SOURCES, SHARE * len(answered)) else None
