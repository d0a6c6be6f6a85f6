"""Read how well phenomena are found: the hits that were judged, and which precision holds for a run.

Hits of a parser were judged in two ways. A large language model judged random hits in running text (BY_MODEL), by the
guideline of docs/lab/read-hits.md; only those count that were drawn since the phenomenon's last change, as the others
showed what to mend (lab/measurements/read_hits.py). Hits in the parses of a treebank were compared with those in its
trees (`challenge-sets lab quality`). detection.csv has both for the shipped parsers; for another, a run is given the
file of the command. A row holds for one state of a parser and of a definition, and counts hits from a confidence on.

One precision is computed with and decided by everywhere (`DetectionFigures.precision`): the lower of that in running
text and that on treebanks, of the hits that the run keeps, and of FEWEST_JUDGED or more; both are said. Read without
the libraries of tables, since planning a run needs it too.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.core.errors import InputError
from extractors.core.files import read_text, state
from extractors.models import installed
from extractors.models.our_encoders import SHIPPED_PARSER, styles_of
from extractors.models.parsers import DEFAULT_PARSER

if TYPE_CHECKING:
    from extractors.formats.origin import Origin

TABLE = Path(__file__).with_suffix(".csv")
"""The figures of the shipped parser, by language and style."""
COLUMNS = (
    *("parser", "language", "data", "text", "phenomenon", "definition"),
    *("minimum_confidence", "gold", "found", "right", "never_shown"),
)
"""Of the table; that of `lab quality` has more, which are not read here."""
BY_MODEL, RAW, WORDS = "llm", "raw", "words"
"""How hits were judged: by a large language model, or beside a treebank whose text or words the parser was given."""
JUDGED = "judged by a large language model"
"""What is said of hits in running text: no person judged one."""
FEWEST_JUDGED = 15
"""Judged hits below which no precision is said: its standard error would be above 13 points."""
LEAST_PRECISION = 0.7
"""The share of right hits below which a phenomenon is left out."""
FEWEST_LANGUAGES, FEWEST_IMPRECISE, DOUBTFUL = 4, 2, 0.25
"""Where a phenomenon was not measured in a language, it is left out if it was in so many others, and has a lower
precision than LEAST_PRECISION in so many of them and in this share."""
STEP = 0.05
"""Hits are counted by minimum confidence in steps of this."""
QUANTILE = 0.8416212335729143
"""The 80 % quantile of the normal distribution: in four of five cases the precision is above the lower bound."""
READ_BY_US = "conllu"
"""The parser of parses that the user has: its signature names a file, which no two texts share."""
AGAIN = "make it again: challenge-sets lab quality"


@dataclass(frozen=True, slots=True)
class JudgedHits:
    """Hits of a phenomenon, and how many of them are right.

    Attributes:
        of: what they are: `judged by a large language model in news of WMT21`, `on treebanks (en_pud)`.
        gold: how many the treebanks have; None for hits in running text.
        never_shown: what the requests need, the treebanks have, and the parser never gives.
    """

    right: int
    found: int
    of: str
    gold: int | None = None
    never_shown: str | None = None

    @property
    def precision(self) -> float:
        return self.right / self.found

    @property
    def lower_bound(self) -> float:
        """One-sided, at 80 %, of the precision, by Wilson (JASA 1927)."""
        return self._bound(-1)

    @property
    def upper_bound(self) -> float:
        """The same above it."""
        return self._bound(1)

    def _bound(self, sign: int) -> float:
        share, n, z2 = self.precision, self.found, QUANTILE**2
        half = QUANTILE * math.sqrt(share * (1 - share) / n + z2 / (4 * n**2))
        return (share + z2 / (2 * n) + sign * half) / (1 + z2 / n)

    @property
    def text(self) -> str:
        """`86 % of 44 hits on treebanks (en_pud)`."""
        return f"{percent(self.precision)} of {self.found} hits {self.of}"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


@dataclass(frozen=True, kw_only=True)
class DetectionFigures:
    """What was measured of a parser.

    Attributes:
        parser: its signature.
        judged: by phenomenon and checksum of its definition, by BY_MODEL, RAW or WORDS, and by the confidence from
            which on hits are counted, ascending.
        path: of the table.
    """

    parser: str
    language: str
    judged: dict[tuple[str, str], dict[str, dict[float, JudgedHits]]]
    path: Path

    @property
    def model(self) -> str:
        """The parser's model, as signatures have it, without its checksum."""
        return self.parser.partition("/")[2].partition(":")[0] or self.parser

    def on_treebanks(self, name: str, definition: str | None, minimum: float = 0.0) -> JudgedHits | None:
        """Return the hits on treebanks from a confidence on, in parses of raw text where these were measured."""
        judged = self.judged.get((name, definition or ""), {})
        return from_confidence(judged.get(RAW, judged.get(WORDS, {})), minimum)

    def in_running_text(self, name: str, definition: str | None, minimum: float = 0.0) -> JudgedHits | None:
        """Return the hits from a confidence on that a large language model judged in running text."""
        return from_confidence(self.judged.get((name, definition or ""), {}).get(BY_MODEL, {}), minimum)

    def precision(self, name: str, definition: str | None, minimum: float = 0.0) -> JudgedHits | None:
        """Return the judged hits whose precision holds for a run that keeps hits from a confidence on, or None."""
        return next(iter(self._both(name, definition, minimum)), None)

    def _both(self, name: str, definition: str | None, minimum: float = 0.0) -> list[JudgedHits]:
        """Return the hits that were judged in running text and on treebanks, those of the lower precision first."""
        of = name, definition, minimum
        judged = (self.in_running_text(*of), self.on_treebanks(*of))
        enough = [hits for hits in judged if hits is not None and hits.found >= FEWEST_JUDGED]
        return sorted(enough, key=lambda hits: hits.precision)

    def recall(self, name: str, definition: str | None, minimum: float = 0.0) -> float | None:
        """Return the share of the gold hits of treebanks that is found; None if these are fewer than FEWEST_JUDGED."""
        hits = self.on_treebanks(name, definition, minimum)
        return None if hits is None or (hits.gold or 0) < FEWEST_JUDGED else hits.right / (hits.gold or 0)

    def text(self, name: str, definition: str | None, minimum: float = 0.0) -> str:
        """Say in words how well a phenomenon is found."""
        judged, recall = self._both(name, definition, minimum), self.recall(name, definition, minimum)
        words = f"precision {', '.join(hits.text for hits in judged)}" if judged else "precision not measured"
        if not judged and (hits := self.on_treebanks(name, definition, minimum)):
            words += f" ({hits.found} hits {hits.of})"
        return words if recall is None else f"{words}, recall {percent(recall)}"

    def why_imprecise(self, name: str, definition: str | None) -> str | None:
        """Say why a phenomenon is not run by default; None if it is.

        Of two precisions the lower decides, unless it is below LEAST_PRECISION by chance, as far as its hits can tell.
        """
        if judged := self._both(name, definition):
            lower = judged[0]
            is_unsure = judged[-1].precision >= LEAST_PRECISION and lower.upper_bound >= LEAST_PRECISION
            return self.text(name, definition) if lower.precision < LEAST_PRECISION and not is_unsure else None
        on_treebanks = self.on_treebanks(name, definition)
        if on_treebanks is None or on_treebanks.never_shown is None or on_treebanks.found:
            return _why_doubtful(name) if identity(self.parser) in shipped() else None
        lacking, gold = on_treebanks.never_shown, on_treebanks.gold
        return f"the parser never gives what it needs, {lacking}; {gold} gold hits, none found"

    def least_confidence(self, name: str, definition: str | None, precision: float) -> float | None:
        """Find the least confidence from which on the lower bound of the precision is as high as this, or None."""
        counted = self.judged.get((name, definition or ""), {}).values()
        for minimum in sorted({minimum for hits_from in counted for minimum in hits_from}):
            hits = self.precision(name, definition, minimum)
            if hits is not None and hits.lower_bound >= precision:
                return minimum
        return None


@cache
def _why_doubtful(name: str) -> str | None:
    """Say why a phenomenon of the shipped parser is not run where nothing is known of it: it is imprecise elsewhere."""
    judged = [
        hits.precision
        for figures in shipped().values()
        for other, definition in figures.judged
        if other == name and (hits := figures.precision(other, definition)) is not None
    ]
    imprecise = sum(precision < LEAST_PRECISION for precision in judged)
    if len(judged) < FEWEST_LANGUAGES or imprecise < max(FEWEST_IMPRECISE, DOUBTFUL * len(judged)):
        return None
    return f"not measured in this language, and below {percent(LEAST_PRECISION)} in {imprecise} of {len(judged)} others"


def from_confidence(counted: Mapping[float, JudgedHits], minimum: float) -> JudgedHits | None:
    """Return the counts of hits with at least this confidence; None where the table cannot tell.

    It cannot if `minimum` is not a multiple of STEP, or lies above the last count while hits remain.
    """
    last = max(counted, default=0.0)
    on_grid = math.isclose(minimum / STEP, round(minimum / STEP), abs_tol=1e-6)
    if not counted or not on_grid or (last + STEP / 2 < minimum and counted[last].found):
        return None
    # A row stands where the count changes.
    return [hits for least, hits in counted.items() if least < minimum + STEP / 2][-1]


def identity(signature: str) -> tuple[str, str]:
    """Return what the signatures of one parser with one model share, whatever the versions of its libraries."""
    backend, _, model = signature.partition(":")
    return backend, "" if backend == READ_BY_US else model.partition("/")[2]


def judged_hits(
    origin: Origin | None, definitions: Mapping[str, str | None], file: str | Path | None = None
) -> dict[str, JudgedHits]:
    """Return the judged hits whose precision holds for the hits of a run, by phenomenon, as far as it is known.

    Args:
        origin: of the hits of the run; None where it is not recorded.
        definitions: the checksum of each phenomenon's definition, as far as known.
        file: what `challenge-sets lab quality` wrote for the parser of the run; None for the shipped figures.
    """
    figures = None if origin is None else parser_figures(origin.parser, file)
    if origin is None or figures is None:
        return {}
    judged = {
        name: figures.precision(name, definition, origin.minimum_of(name)) for name, definition in definitions.items()
    }
    return {name: hits for name, hits in judged.items() if hits is not None}


def texts_of_run(
    origin: Origin | None, definitions: Mapping[str, str | None], file: str | Path | None = None
) -> dict[str, str]:
    """Say in words, by phenomenon, how well a run finds it, if known. Arguments and errors are as for `judged_hits`."""
    figures = None if origin is None else parser_figures(origin.parser, file)
    if origin is None or figures is None:
        return {}
    judged = [(name, checksum) for name, checksum in definitions.items() if (name, checksum) in figures.judged]
    return {name: figures.text(name, checksum, origin.minimum_of(name)) for name, checksum in judged}


def parser_figures(signature: str, file: str | Path | None = None) -> DetectionFigures | None:
    """Return the figures of the parser with this signature, from a file or the shipped ones; None without any."""
    if file is None:
        return shipped().get(identity(signature))
    figures = read_figures(file)
    if identity(figures.parser) != identity(signature):
        raise InputError(
            f"was measured with the parser {figures.parser}, but the parser of this run is {signature}",
            path=file,
            remedy="measure this parser with challenge-sets lab quality (docs/lab/detector-quality.md)",
        )
    return figures


def model_figures(parser: str, model: str | None, language: str) -> DetectionFigures | None:
    """Return the shipped figures of a parser that is not created yet; None without any, or if its model is not here."""
    path = installed.find_shipped(SHIPPED_PARSER) if model is None else installed.find(model)
    if parser != DEFAULT_PARSER or path is None or not path.is_dir():
        return None
    return parser_figures(
        f"{parser}:/{path.resolve().name}:{state(path)[:8]}/{language}/{styles_of(path).get(language)}"
    )


def read_figures(path: str | Path) -> DetectionFigures:
    """Read the figures of one parser that `challenge-sets lab quality` wrote; add its shipped hits in running text."""
    ((parser, figures),) = load(Path(path), one_parser=True).items()
    shipped_figures = shipped().get(parser)
    read = (
        {key: {BY_MODEL: judged[BY_MODEL]} for key, judged in shipped_figures.judged.items() if BY_MODEL in judged}
        if shipped_figures
        else {}
    )
    keys = dict.fromkeys([*figures.judged, *read])
    return replace(figures, judged={key: {**figures.judged.get(key, {}), **read.get(key, {})} for key in keys})


@cache
def shipped() -> Mapping[tuple[str, str], DetectionFigures]:
    """Load the shipped figures, by `identity` of the parser."""
    return load(TABLE)


def load(path: Path, *, one_parser: bool = False) -> dict[tuple[str, str], DetectionFigures]:
    """Read a table of figures, by `identity` of the parser."""
    by_parser: dict[tuple[str, str], DetectionFigures] = {}
    for line, row in csv_rows(path):
        parser, language = row["parser"], row["language"]
        if one_parser and by_parser and identity(parser) not in by_parser:
            raise _error(f"is of two parsers, and {parser} is the second", path, line)
        empty = DetectionFigures(parser=parser, language=language, judged={}, path=path)
        figures = by_parser.setdefault(identity(parser), empty)
        if figures.language != language:
            raise _error(f"is of two languages, {figures.language!r} and {language!r}", path, line)
        if row.get("distance_from", "0") != "0" or row.get("distance_below"):
            continue
        counted = figures.judged.setdefault((row["phenomenon"], row["definition"]), {}).setdefault(row["text"], {})
        minimum = _number(row["minimum_confidence"], path, line)
        if minimum in counted or (minimum and not counted):
            raise _error(f"has {row['phenomenon']} twice from a confidence, or not from 0 on", path, line)
        counted[minimum] = _judged(row, path, line)
    if not by_parser:
        raise _error("has no rows", path, None)
    return by_parser


def _judged(row: Mapping[str, str], path: Path, line: int) -> JudgedHits:
    hits, right = (int(_number(row[name], path, line)) for name in ("found", "right"))
    gold = None if row["text"] == BY_MODEL else int(_number(row["gold"], path, line))
    if right > min(hits, hits if gold is None else gold):
        raise _error(f"has {right} right hits of {hits} that were found and {gold} of the treebank", path, line)
    label = f"{JUDGED} in {row['data']}" if gold is None else f"on treebanks ({row['data']})"
    return JudgedHits(right, hits, label, gold, row["never_shown"] or None)


def csv_rows(path: Path) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Read the rows of a .csv or .tsv table, each with its line number."""
    if path.suffix not in (".csv", ".tsv"):
        raise _error("is neither .csv nor .tsv", path, None)
    dialect = "excel-tab" if path.suffix == ".tsv" else "excel"
    reader = csv.DictReader(read_text(path).splitlines(), dialect=dialect, strict=True)
    if missing := [name for name in COLUMNS if name not in (reader.fieldnames or ())]:
        raise _error(f"is not such a table: it has no column {missing[0]!r}", path, 1)
    try:
        for row in reader:
            if None in row or None in row.values():
                raise csv.Error("a row has another number of columns than the first line")
            yield reader.line_num, row
    except csv.Error as error:
        raise _error(f"cannot be read: {error}", path, reader.line_num) from None


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
