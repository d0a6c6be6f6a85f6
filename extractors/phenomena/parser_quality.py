"""How well a parser finds each phenomenon: the tables that `challenge-sets lab quality` writes, and the shipped ones.

Those of the shipped parsers stand beside this file. Figures hold for one state of a parser and of a request, and of
others nothing is said. Read without the libraries of tables, since planning a run needs them too.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.core.errors import InputError
from extractors.core.files import read_text, state
from extractors.models import installed
from extractors.models.tool_settings import DEFAULT_PARSER

if TYPE_CHECKING:
    from extractors.formats.origin import Origin

FEWEST = 5
"""Gold hits below which no percentages are given."""
FAR = 3
"""The distance from which on hits are long-distance ones."""
STEP = 0.05
"""Hits are counted by minimum confidence in steps of this."""
RAW, WORDS = "raw", "words"
"""What the parser was given: text, or the words of the treebank."""
COLUMNS = (
    *("parser", "language", "treebank", "sentences", "words", "text", "phenomenon", "definition"),
    *("distance_from", "distance_below", "minimum_confidence", "gold", "found", "right", "never_shown"),
)
"""Those columns of the table that are read here."""
AGAIN = "make it again: challenge-sets lab quality"
READ_BY_US = "conllu"
"""The parser of parses that the user has: its signature names a file, which no two texts share."""


@dataclass(frozen=True, slots=True)
class HitCounts:
    """Hits in a treebank, hits in parses of its text, and those of the latter that are right."""

    gold: int
    found: int
    right: int

    @property
    def precision(self) -> float | None:
        """The share of the found that are right; None if nothing was found."""
        return self.right / self.found if self.found else None

    @property
    def recall(self) -> float | None:
        """The share of the gold that was found; None if there is none."""
        return self.right / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of the two; None where there are no hits at all."""
        return 2 * self.right / (self.gold + self.found) if self.gold + self.found else None

    @property
    def percent(self) -> str:
        """`P / R / F1` in percent, 0 for what is not defined; `-` where there are too few gold hits to say."""
        if self.gold < FEWEST:
            return "-"
        return " / ".join(f"{100 * (value or 0):.0f}" for value in (self.precision, self.recall, self.f1))


NOTHING = HitCounts(0, 0, 0)


@dataclass(frozen=True, kw_only=True)
class Figures:
    """What was measured of a phenomenon.

    Attributes:
        definition: the checksum of the definition that it was measured with.
        counts: its hits, both words.
        far_counts: those at distance 3 or more.
        by_confidence: by minimum confidence, ascending, those of the hits that are as sure; of 0, `counts`.
        never_shown: what each request needs and the parser was never seen to give; None if it gives it.
    """

    definition: str
    counts: HitCounts
    far_counts: HitCounts
    by_confidence: Mapping[float, HitCounts]
    never_shown: str | None = None

    @property
    def gold(self) -> int:
        return self.counts.gold

    @property
    def all(self) -> str:
        return self.counts.percent

    @property
    def far(self) -> str:
        """F1 at distance 3 or more in percent, or `-`."""
        return self.far_counts.percent.split(" / ")[-1]

    def from_confidence(self, minimum: float) -> Figures | None:
        """Those of the hits of a confidence or more; None where they were not counted from just there."""
        if not minimum:
            return self
        on_grid = math.isclose(minimum / STEP, round(minimum / STEP), abs_tol=1e-6)
        least = max(self.by_confidence)
        if not on_grid or (least + STEP / 2 < minimum and self.by_confidence[least].found):
            return None
        # A row stands where the count changes. What was counted by confidence was not by distance.
        counts = [counts for least, counts in self.by_confidence.items() if least < minimum + STEP / 2][-1]
        return replace(self, counts=counts, far_counts=NOTHING)


@dataclass(frozen=True, kw_only=True)
class Quality:
    """Precision and recall of hits in parsed text, measured on gold trees.

    Attributes:
        parser: the parser's signature.
        data: the treebanks.
        text: what the parser was given, RAW or WORDS.
        phenomena: those that were measured.
    """

    parser: str
    language: str
    data: str
    sentences: int
    text: str
    phenomena: Mapping[str, Figures]
    path: Path

    @property
    def model(self) -> str:
        """The parser's model, as signatures have it, without its checksum."""
        return self.parser.partition("/")[2].partition(":")[0] or self.parser

    def is_of(self, signature: str) -> bool:
        """Whether it was measured with the parser of a signature, of whichever version of this package."""
        return same_parser(self.parser, signature)

    def of_definitions(self, definitions: Mapping[str, str | None]) -> Mapping[str, Figures]:
        """Its figures of the phenomena whose definition (its checksum) is the one that was measured."""
        return {n: f for n, f in self.phenomena.items() if definitions.get(n) == f.definition}


def same_parser(one: str, other: str) -> bool:
    """Whether two signatures are of one parser with one model, of whichever version of a library."""
    (backend, _, model), (other_backend, _, other_model) = one.partition(":"), other.partition(":")
    if backend != other_backend:
        return False
    return backend == READ_BY_US or model.partition("/")[2] == other_model.partition("/")[2]


def of_run(
    origin: Origin | None, definitions: Mapping[str, str | None], file: str | Path | None = None
) -> Quality | None:
    """The measured quality of the hits of a run; None if none was measured.

    Args:
        origin: of the hits of the run; None where it is not recorded.
        definitions: the checksum of each phenomenon's definition, as far as known.
        file: what `challenge-sets lab quality` wrote for the parser of the run; None for the shipped figures.

    Raises:
        InputError: the file was measured with another parser.
    """
    quality = None if origin is None else of_parser(origin.parser, file)
    if origin is None or quality is None:
        return None
    figures = {
        name: kept
        for name, measured in quality.of_definitions(definitions).items()
        if (kept := measured.from_confidence(origin.minimum_of(name))) is not None
    }
    return replace(quality, phenomena=figures) if figures else None


def of_parser(signature: str, file: str | Path | None = None) -> Quality | None:
    """What was measured with the parser of a signature, as `of_run`: of a file, or shipped; None if nothing was."""
    if file is None:
        return next((quality for quality in shipped().values() if quality.is_of(signature)), None)
    quality = load(file)
    if not quality.is_of(signature):
        raise InputError(
            f"was measured with the parser {quality.parser}, and the parser of this run is {signature}",
            path=file,
            remedy="measure this one: challenge-sets lab quality, see docs/lab/detector-quality.md",
        )
    return quality


def of_model(parser: str, model: str | None, language: str) -> Quality | None:
    """What is shipped of a parser that is named and not yet made; None if nothing is, or its model is not here."""
    path = installed.find_shipped(f"parser-{language}") if model is None else installed.find(model)
    if parser != DEFAULT_PARSER or path is None or not path.is_dir():
        return None
    return of_parser(f"{parser}:/{path.resolve().name}:{state(path)[:8]}")


@cache
def shipped() -> Mapping[str, Quality]:
    """By model: the tables that come with the package."""
    files = sorted(Path(__file__).parent.glob(f"{Path(__file__).stem}.*.csv"))
    return {file.name.split(".")[1]: load(file) for file in files}


def load(path: str | Path) -> Quality:
    """Read a table that `challenge-sets lab quality` wrote: of raw text where that was measured, else of words.

    Raises:
        InputError: no such table, a value that is none, or tables of two parsers in one file.
    """
    path = Path(path)
    rows = list(csv_rows(path, COLUMNS, remedy=AGAIN))
    if not rows:
        raise _error("has no rows", path, None)
    text = RAW if any(row["text"] == RAW for _, row in rows) else WORDS
    first = rows[0][1]
    for name in ("parser", "language", "treebank"):
        for line, row in rows:
            if row[name] != first[name]:
                raise _error(f"has two values of {name}: {first[name]!r} and {row[name]!r}", path, line)
    by_phenomenon: dict[str, list[tuple[int, Mapping[str, str]]]] = {}
    for line, row in rows:
        if row["text"] == text:
            by_phenomenon.setdefault(row["phenomenon"], []).append((line, row))
    return Quality(
        parser=first["parser"],
        language=first["language"],
        data=first["treebank"],
        sentences=int(_number(first["sentences"], path, rows[0][0])),
        text=text,
        phenomena={name: _figures(own, path) for name, own in by_phenomenon.items()},
        path=path,
    )


def csv_rows(path: Path, columns: Iterable[str], *, remedy: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The rows of a table in text, each with its line.

    Raises:
        InputError: it is none, lacks one of the columns, or has a row of another length.
    """
    if path.suffix not in (".csv", ".tsv"):
        raise InputError("is neither .csv nor .tsv", path=path, remedy=remedy)
    dialect = "excel-tab" if path.suffix == ".tsv" else "excel"
    reader = csv.DictReader(read_text(path).splitlines(), dialect=dialect, strict=True)
    if missing := [name for name in columns if name not in (reader.fieldnames or ())]:
        raise InputError(f"is not such a table: it has no column {missing[0]!r}", path=path, line=1, remedy=remedy)
    try:
        for row in reader:
            if None in row or None in row.values():
                raise csv.Error("a row has another number of columns than the first line")
            yield reader.line_num, row
    except csv.Error as error:
        raise InputError(f"cannot be read: {error}", path=path, line=reader.line_num, remedy=remedy) from None


def _figures(rows: Iterable[tuple[int, Mapping[str, str]]], path: Path) -> Figures:
    far, by_confidence, never, definition = NOTHING, {}, None, ""
    for line, row in rows:
        gold, found, right = (int(_number(row[name], path, line)) for name in ("gold", "found", "right"))
        if right > min(gold, found):
            raise _error(f"has {right} right hits of {found} that were found and {gold} of the treebank", path, line)
        start, minimum = (_number(row[name], path, line) for name in ("distance_from", "minimum_confidence"))
        never, definition = row["never_shown"] or never, row["definition"]
        if row["distance_below"]:
            continue
        if start == 0:
            by_confidence[minimum] = HitCounts(gold, found, right)
        elif start == FAR and not minimum:
            far = HitCounts(gold, found, right)
    if 0 not in by_confidence:
        raise _error("has a phenomenon without a row of all its hits", path, line)
    ascending = dict(sorted(by_confidence.items()))
    return Figures(
        definition=definition, counts=ascending[0], far_counts=far, by_confidence=ascending, never_shown=never
    )


def _number(text: str, path: Path, line: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise _error(f"expected a count, got {text[:40]!r}", path, line)
    return value


def _error(problem: str, path: Path, line: int | None) -> InputError:
    return InputError(problem, path=path, line=line, remedy=AGAIN)
