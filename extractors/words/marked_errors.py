"""Find the source words that are linked to output words that a rater marked.

A rater's error is a span of characters of the output. It marks a source word if it covers a character of a word, not
of punctuation, that the source word is linked to. An error of no weight, such as an issue of the source, is none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.formats.human_errors import ALL
from extractors.models.spans import Span, token_spans
from extractors.models.tokenizers import surface_tokens
from extractors.words.evidence import check_form
from extractors.words.rendering_judge import MatchItem

Place = tuple[str, int]
"""A system and a segment."""
Texts = Mapping[str, Sequence[str]]
"""By system, its outputs of all segments."""


class ErrorKind(NamedTuple):
    """Some of the errors; ALL in a field leaves it open."""

    severity: str
    category: str


EVERY = ErrorKind(ALL, ALL)


@dataclass(frozen=True)
class MarkedError:
    """An error that a rater marked in an output, as a span of its characters; the end is exclusive."""

    start: int
    end: int
    severity: str
    category: str

    @property
    def kinds(self) -> set[ErrorKind]:
        """All that the error counts for: its severity, and its category with and without what follows the stroke."""
        names = {self.category, self.category.partition("/")[0]} if self.category else set()
        return {EVERY, ErrorKind(self.severity, ALL), *(ErrorKind(ALL, name) for name in names)}

    def covers(self, start: int, end: int) -> bool:
        """Return whether the error has a character in a part of the text."""
        return self.start < end and start < self.end

    def within(self, start: int, end: int) -> MarkedError | None:
        """Cut the error to a part of the text and count from there; None if it has no character in it."""
        if not self.covers(start, end):
            return None
        return replace(self, start=max(self.start, start) - start, end=min(self.end, end) - start)


Ratings = dict[Place, list[list[MarkedError]]]
"""The ratings of each output that people looked at, one a rater, each with its errors."""


def ratings_by_annotation(ratings: pa.Table, spans: pa.Table, *, human: bool = True) -> dict[str, Ratings]:
    """Return the errors that people, or metrics, marked, by annotation.

    Args:
        human: whether people's marks are wanted, and not those of metrics, by the name of each.
        ratings, spans: tables of RATINGS and ERROR_SPANS. Errors of the source, errors without a place and errors of
            weight 0 are left out, and so are empty spans.
    """
    by_annotation: dict[str, Ratings] = {}
    by_id: dict[int, list[MarkedError]] = {}
    for row in ratings.to_pylist():
        if row["human"] == human:
            # `found` and `by_id` share this list, which the spans below fill; without errors it stays empty.
            errors: list[MarkedError] = []
            by_id[row["rating_id"]] = errors
            by_annotation.setdefault(row["annotation"], {}).setdefault((row["system"], row["segment_id"]), []).append(
                errors
            )
    for row in spans.to_pylist():
        start, end = row["start"], row["end"]
        has_place = not row["in_source"] and start is not None and end is not None and start < end
        if has_place and row["score"] != 0 and row["rating_id"] in by_id:
            severity, category = row["severity"].casefold(), (row["category"] or "").casefold()
            by_id[row["rating_id"]].append(MarkedError(start, end, severity, category))
    return by_annotation


def of_units(ratings: Ratings, whole: Sequence[int], starts: Mapping[str, Sequence[int]], texts: Texts) -> Ratings:
    """Turn ratings of segments into ratings of the units cut from them; each unit has the raters of its segment.

    Args:
        whole: (N,) the segment of each unit.
        starts: by system, (N,) where each unit begins in the output of its segment.
        texts: by system, (N,) the units.
    """
    units: dict[int, list[int]] = defaultdict(list)
    for unit, segment in enumerate(whole):
        units[segment].append(unit)
    ratings_of_units: Ratings = {}
    for (system, segment), raters in ratings.items():
        for unit in units[segment] if system in starts else ():
            start = starts[system][unit]
            end = start + len(texts[system][unit])
            inside = [[part for error in errors if (part := error.within(start, end))] for errors in raters]
            ratings_of_units[system, unit] = inside
    return ratings_of_units


class LinkedWords:
    """The words of outputs that source tokens are linked to.

    Args:
        links: a table ALIGNMENT with systems in the place of references.

    Attributes:
        texts: by system, the outputs.
    """

    def __init__(self, links: pa.Table, texts: Texts, language: str, *, path: str = "<output alignment>") -> None:
        self.texts, self._language, self._path = texts, language, path
        self._tokens: dict[Place, tuple[list[str], list[Span]]] = {}
        self._linked: dict[tuple[str, int, int], list[int]] = defaultdict(list)
        columns = ("segment_id", "reference", "source", "target", "target_form")
        for segment, system, source, target, form in zip(*(links.column(c).to_pylist() for c in columns), strict=True):
            if system not in texts:
                continue
            forms = self.tokens(system, segment)[0]
            check_form(forms, target, form, f"token {target} of segment {segment} of {system}", path)
            if any(map(str.isalnum, form)):
                self._linked[system, segment, source].append(target)

    def tokens(self, system: str, segment: int) -> tuple[list[str], list[Span]]:
        """Return the surface tokens of an output and their spans of characters."""
        key = system, segment
        if key not in self._tokens:
            if segment >= len(self.texts[system]):
                raise InputError(
                    f"segment {segment} of {system} is asked for, but it has only {len(self.texts[system])} segments",
                    path=self._path,
                    remedy="give links, ratings and outputs of the same corpus",
                )
            text = self.texts[system][segment]
            forms = surface_tokens(text, self._language)
            what = f"segment {segment} of {system}"
            self._tokens[key] = forms, token_spans(text, forms, what=what, path=self._path)
        return self._tokens[key]

    def of_item(self, item: MatchItem, system: str) -> list[int]:
        """Return the output tokens that one or both words of an item are linked to, ascending."""
        either = (self._linked.get((system, item.segment, token), ()) for token in (item.first, item.second))
        return sorted({target for targets in either for target in targets})

    def word_numbers(self, system: str, segment: int) -> dict[int, int]:
        """Number the words of an output, by token; punctuation is no word."""
        forms = self.tokens(system, segment)[0]
        words = [token for token, form in enumerate(forms) if any(map(str.isalnum, form))]
        return {token: number for number, token in enumerate(words)}
