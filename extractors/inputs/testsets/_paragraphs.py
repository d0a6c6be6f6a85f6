"""Cut documents of WMT25 and WMT26 into paragraphs, if every text of a document has the same ones.

WMT25 separates paragraphs by an empty line. In WMT26 they end at </p>, or are the values of a JSON object between
```json and ```, known by their keys; another text is one paragraph. A single line break is a part of the text.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from extractors.core.escapes import without_halves

Parts = dict[str, str]
"""Paragraphs by what they are known by: the way to a value by its keys, or their number."""

FENCE = re.compile(r"\s*```(?:json)?\s*\n(.*?)\n?```\s*", re.DOTALL)
OPENING = re.compile(r"\s*<p>\s?")
EMPTY_LINE = "\n\n"
BETWEEN = re.compile(r"\n[^\S\n]*\n")


def numbered(parts: Sequence[str]) -> Parts:
    """Number paragraphs."""
    return {str(number): part for number, part in enumerate(parts)}


def by_empty_line(text: str) -> Parts:
    """Split a text at lines that are empty or blank, but for those at its beginning and end."""
    return numbered(BETWEEN.split(text.strip()))


def by_element(text: str) -> Parts | None:
    """Split a text into its <p>; what stands after the last </p> is a paragraph of its own. None without a </p>."""
    if "</p>" not in text:
        return None
    parts = text.split("</p>")
    parts = parts if parts[-1].strip() else parts[:-1]
    return numbered([OPENING.sub("", part, count=1).strip() for part in parts])


def by_value(text: str) -> Parts | None:
    """Collect the texts in a JSON object or list, with or without a fence; None if the text is not such JSON."""
    fenced = FENCE.fullmatch(text)
    try:
        value = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return None
    return dict(_values(value, ())) if isinstance(value, dict | list) else None


def _values(value: object, way: tuple[str, ...]) -> list[tuple[str, str]]:
    if isinstance(value, dict):
        return [part for key in value for part in _values(value[key], (*way, key))]
    if isinstance(value, list):
        return [part for number, item in enumerate(value) for part in _values(item, (*way, str(number)))]
    return [("/".join(way), without_halves(value))] if isinstance(value, str) else []


@dataclass(frozen=True)
class Paragraphs:
    """The paragraphs of each text of a document.

    Attributes:
        texts: (texts,) the paragraphs of each, in the order of the first; its text as a whole where they differ.
        counts: (texts,) how many each has by itself.
        differ: (texts,) whether its paragraphs are others than those of the first text.
    """

    texts: list[list[str]]
    counts: list[int]
    differ: list[bool]

    @property
    def are_cut(self) -> bool:
        return not any(self.differ)


def cut(texts: Sequence[str], *, marked: bool) -> Paragraphs:
    """Cut the texts of a document into paragraphs; the first is the source or else an output.

    Args:
        marked: paragraphs are elements or values, as in WMT26; else an empty line is between them.
    """
    way = _way(texts) if marked else by_empty_line
    # One that is not of the kind, such as a JSON object that a system broke, is one paragraph.
    parts = [way(text) or numbered([text]) for text in texts]
    differ = [part.keys() != parts[0].keys() for part in parts]
    if any(differ):
        pieces = [[EMPTY_LINE.join(part.values())] for part in parts]
    else:
        pieces = [[part[key] for key in parts[0]] for part in parts]
    return Paragraphs(pieces, [len(part) for part in parts], differ)


def _way(texts: Sequence[str]) -> Callable[[str], Parts | None]:
    """Choose how to cut: by the kind of the first text that has elements or values."""
    for text in texts:
        for way in (by_element, by_value):
            if way(text) is not None:
                return way
    return lambda text: numbered([text])
