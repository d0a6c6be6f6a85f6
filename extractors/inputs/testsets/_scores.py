"""What readers of scores share: the names of systems, numbers, spans, and scores by MQM's weights."""

import math
import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from extractors.core.errors import InputError, nearest
from extractors.core.names import as_name
from extractors.inputs.testsets import ErrorSpan, EvalSet, GivenScores, Line, Rating, Remark, Score, SetReader

MISSING = ("", "none", "nan", "null", "na", "n/a")
"""How files say, in any case, that there is no score."""
REFERENCE = re.compile(r"ref(?:erence)?[-._ ]?(.+)")


class Systems:
    """Finds the systems and references of a set under the names that a file of scores has for them."""

    def __init__(self, texts: EvalSet, mark: str | None, path: Path) -> None:
        self.translations = texts.translations
        self.names = self._renamed(mark, path)
        self.forms: dict[str, str] = {}
        for name in texts.references:
            letter = REFERENCE.fullmatch(name)
            self.forms[letter[1] if letter else name] = name

    def _renamed(self, mark: str | None, path: Path) -> dict[str, str | None]:
        """Parse what stands after the `#`: what the set calls a system of the file; None for one that is left out."""
        renamed: dict[str, str | None] = {}
        for part in mark.split(",") if mark else ():
            theirs, sign, ours = part.partition("=")
            if not sign:
                raise InputError(
                    f"{part!r} is not of the form THEIRS=OURS",
                    path=path,
                    remedy="write PATH#THEIRS=OURS,THEIRS=OURS; THEIRS= leaves a system out",
                )
            if ours and ours not in self.translations:
                raise InputError(f"the set has no system {ours!r}", path=path, remedy=nearest(ours, self.translations))
            renamed[theirs] = ours or None
        return renamed

    def find(self, name: str, line: Line) -> str | None:
        """Find the name of a system in the set; None if the user leaves the system out."""
        if name in self.names:
            return self.names[name]
        for candidate in (name, as_name(name)):
            if candidate in self.translations:
                return candidate
        reference = REFERENCE.fullmatch(name)
        if reference and reference[1] in self.forms:
            return self.forms[reference[1]]
        raise line.error(
            f"the system {name!r} is not in the set",
            f"say whose it is after the file: #{name}=OURS, or leave it out: #{name}=;"
            f" {nearest(name, self.translations)}",
        )


def number(text: str, line: Line) -> float | None:
    """Parse a score; None where the file says that there is none."""
    if text.strip().lower() in MISSING:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise line.error(f"{text!r} is not a finite number", "write scores as numbers, and None for none")
    return value


def json_number(value: object, line: Line, problem: str, remedy: str) -> float:
    """Check that a JSON value is a finite number, which true and false are not, and return it."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise line.error(problem, remedy)
    return float(value)


def check_rater(name: str, line: Line) -> str:
    """Refuse an empty name of a rater, and return the name: the rows of one rater belong together."""
    if not name.strip():
        raise line.error("no rater", "write who rated, any name will do; rows of one rater are one rating")
    return name


def in_characters(errors: Sequence[ErrorSpan], text: str) -> tuple[ErrorSpan, ...]:
    """Convert spans from units of UTF-16 to characters; a span that splits a character gets all of it."""
    if text.isascii() or max(text) <= "\uffff":
        return tuple(errors)
    # The character that each unit is of, and the end of the text.
    characters = [n for n, character in enumerate(text) for _ in range(2 if character > "\uffff" else 1)]
    moved = []
    for error in errors:
        if error.start is not None and error.end is not None and 0 <= error.start < error.end <= len(characters):
            error = replace(error, start=characters[error.start], end=characters[error.end - 1] + 1)
        moved.append(error)
    return tuple(moved)


MOST_MISPLACED = 0.05
"""From this share of ratings with spans outside the text on, the texts are not those that were rated."""


def placed(ratings: Sequence[Rating], texts: EvalSet, remarks: list[Remark]) -> tuple[Rating, ...]:
    """Drop spans outside their text, with a remark; their errors still count. Refuse too many such spans."""
    fitting, misplaced = [], []
    for rating in ratings:
        errors = []
        for error in rating.errors:
            if error.in_source:
                text, what = texts.segments[rating.segment].source, "the source"
            else:
                text, what = texts.translations[rating.system].texts[rating.segment], rating.system
            length = len(text or "")
            if error.start is not None and error.end is not None and not 0 <= error.start <= error.end <= length:
                problem = f"the span {error.start} to {error.end} is not in the text of {what}, segment"
                problem += f" {texts.segments[rating.segment].id}, which has {length} characters"
                misplaced.append(Remark(rating.line, problem))
                error = replace(error, start=None, end=None)
            errors.append(error)
        fitting.append(rating._replace(errors=tuple(errors)))
    if len(misplaced) > MOST_MISPLACED * sum(bool(rating.errors) for rating in ratings):
        raise misplaced[0].line.error(
            misplaced[0].problem, "give the texts that were rated, with nothing changed in them, or correct the span"
        )
    remarks += [r._replace(problem=f"{r.problem}: the error counts, its place is not known") for r in misplaced]
    return tuple(fitting)


NO_WEIGHT = ("source", "creative reinterpretation")
"""How categories begin that count nothing, whatever their severity."""


def mqm_weight(category: str, severity: str) -> float:
    """Return the weight of an error.

    Source: Freitag et al. 2021 (arXiv 2104.14478), table 4, and the README of google/wmt-mqm-human-evaluation: minor
    1, major 5, neutral 0; minor fluency/punctuation 0.1; non-translation 25. From WMT22 on source issues and creative
    reinterpretation count 0.
    """
    category, severity = category.lower(), severity.lower()
    if category.startswith(NO_WEIGHT):
        return 0.0
    if category.startswith("non-translation"):
        return 25.0
    if severity == "minor":
        return 0.1 if category.startswith("fluency/punctuation") else 1.0
    return 5.0 if severity in ("major", "critical") else 0.0


def penalties(name: str, ratings: Iterable[Rating]) -> GivenScores:
    """Sum the weights of the errors of each rating: 0 for an output without errors, and lower is better."""
    return GivenScores(
        name=name,
        human=True,
        higher_is_better=False,
        values=tuple(
            Score(r.system, r.segment, math.fsum(e.score or 0.0 for e in r.errors), r.rater, r.line) for r in ratings
        ),
    )


class ScoreReader(SetReader):
    """Reads scores of texts that others hold."""

    def read(self, texts: EvalSet | None) -> EvalSet:
        if texts is None:
            reader = type(self).__name__.lower()
            raise InputError(
                f"{reader}: has scores but no texts",
                path=self.path,
                remedy=f"name the texts before it: wmt24:FOLDER#en-de + {reader}:{self.path}",
            )
        return self.add(texts, Systems(texts, self.mark, self.path))

    def read_texts(self, texts: EvalSet | None) -> EvalSet:
        return self.read(texts) if texts is None else texts

    @abstractmethod
    def add(self, texts: EvalSet, systems: Systems) -> EvalSet:
        """Add what this file has to the texts; raises as `read`."""


def refuse_texts(texts: EvalSet | None, path: Path) -> None:
    """Refuse texts that are named before a reader that has its own."""
    if texts is not None:
        raise InputError(
            "has texts, but others come before it", path=path, remedy="name it first, or leave out the others"
        )
