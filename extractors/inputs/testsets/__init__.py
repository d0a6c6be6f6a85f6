"""Readers of test sets as their organisers give them: texts, systems, documents, scores. One format a file.

`FORMAT:PATH#MARK` names one, and ` + ` joins what belongs together, the texts first:
`wmt24:txt#en-de + esa:esa_wave2.csv`. What stands after the `#` of a format with texts is mostly the language pair;
of one with scores alone, `THEIRS=OURS,...` says what systems are called, and `THEIRS=` leaves one out.

The readers use the standard library and langcodes alone, since who plans a run asks them for the names of systems.
"""

from __future__ import annotations

import math
import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, NamedTuple

from extractors.core.errors import InputError

BREAK = re.compile("\r\n|\r")


def compose(text: str) -> str:
    """Bring a text into NFC, with \\n as its only line break, as the texts of a set are compared and handed on."""
    return unicodedata.normalize("NFC", BREAK.sub("\n", text))


class Line(NamedTuple):
    """Where something stands: the file, and its 1-based line; None for a file as a whole."""

    path: Path
    number: int | None

    @property
    def place(self) -> str:
        """In words: `FILE:LINE`, or `FILE`."""
        return str(self.path) if self.number is None else f"{self.path}:{self.number}"

    def error(self, problem: str, remedy: str) -> InputError:
        """Make an error that names this place."""
        return InputError(problem, path=self.path, line=self.number, remedy=remedy)


class Remark(NamedTuple):
    """A line of the audit trail: something that has no place in the set, or is not laid out as the rest."""

    line: Line
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A source segment.

    Attributes:
        id: its name in the file, unique in the set.
        source: its text; None where no file has it.
        document, domain: their names; None where no file says them.
        line: where it stands.
        whole: it is a document that was not cut into paragraphs, since not all texts have the same number of them.
    """

    id: str
    source: str | None
    document: str | None = None
    domain: str | None = None
    line: Line
    whole: bool = False


MadeBy = Literal["human", "post-edit", "machine"]
"""Who made a reference, in the words of the config's `kind`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """A reference, or the output of a system.

    Attributes:
        texts: (segments,) None where it has none.
        lines: (segments,) where each stands; the file alone where it has none.
        uncut: the segments, documents left whole, in which it has another number of paragraphs than the source.
        made_by: of a reference.
    """

    texts: tuple[str | None, ...]
    lines: tuple[Line, ...]
    uncut: frozenset[int] = frozenset()
    made_by: MadeBy = "human"


class Score(NamedTuple):
    """A score of a segment by its 0-based number; `rater` is None where nobody is named."""

    system: str
    segment: int
    value: float
    rater: str | None
    line: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenScores:
    """The segment scores of a metric, or of people on a scale.

    Attributes:
        human: whether people gave them.
        sees: what was seen besides the translation.
        error_free_from: the least score of an error-free segment; None where the marked errors alone decide.
    """

    name: str
    human: bool
    higher_is_better: bool
    values: tuple[Score, ...]
    sees: Literal["source", "reference"] = "source"
    error_free_from: float | None = None

    def mean_by_segment(self) -> dict[tuple[str, int], tuple[float, Line]]:
        """Return the mean over the raters of each output and the line of its first score, by system and segment."""
        values: dict[tuple[str, int], list[Score]] = {}
        for score in self.values:
            values.setdefault((score.system, score.segment), []).append(score)
        return {
            key: (math.fsum(s.value for s in scores) / len(scores), scores[0].line) for key, scores in values.items()
        }

    def system_mean(self, system: str) -> float | None:
        """Return a system's mean over rated segments of the means over raters; None where no segment is rated."""
        means = [value for (name, _), (value, _) in self.mean_by_segment().items() if name == system]
        return math.fsum(means) / len(means) if means else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorSpan:
    """An error that somebody marked.

    Attributes:
        start, end: 0-based characters of the output, or of the source if `in_source`; the end is exclusive. None where
            the error is no part of the text, as an omission is.
        score: the weight that the file gives it; None if it gives none.
    """

    start: int | None
    end: int | None
    severity: str
    category: str | None = None
    in_source: bool = False
    score: float | None = None


class Rating(NamedTuple):
    """The errors that a rater marked in an output of a segment; none for an output without errors."""

    system: str
    segment: int
    rater: str | None
    errors: tuple[ErrorSpan, ...]
    line: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """The ratings of one annotation, or of a metric that marks errors."""

    name: str
    human: bool
    values: tuple[Rating, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalSet:
    """A test set of one language pair: texts of n segments, and what is known of them.

    Attributes:
        languages: codes of source and target as the files write them; None where they do not.
        post_edits: what post-editors made of the outputs of some systems, by the name of the system.
        scores, ratings: by name.
        remarks: the audit trail; whatever it names is in none of the other attributes.
    """

    languages: tuple[str, str] | None
    segments: tuple[Segment, ...]
    references: Mapping[str, Translation]
    systems: Mapping[str, Translation]
    post_edits: Mapping[str, Translation] = field(default_factory=dict)
    scores: Mapping[str, GivenScores] = field(default_factory=dict)
    ratings: Mapping[str, Ratings] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()

    @property
    def translations(self) -> dict[str, Translation]:
        """References and outputs by name; both may be scored."""
        return {**self.references, **self.systems}

    def adding(
        self, scores: Iterable[GivenScores], ratings: Iterable[Ratings] = (), remarks: Iterable[Remark] = ()
    ) -> EvalSet:
        """Return the set with more remarks, scores and ratings, which replace others of the same name."""
        return replace(
            self,
            scores={**self.scores, **{item.name: item for item in scores}},
            ratings={**self.ratings, **{item.name: item for item in ratings}},
            remarks=(*self.remarks, *remarks),
        )

    def in_order(self, order: Sequence[int]) -> EvalSet:
        """Return the set with its segments in another order. `order`: the present number of each segment."""
        segment_of = {number: segment for segment, number in enumerate(order)}

        def texts(translations: Mapping[str, Translation]) -> dict[str, Translation]:
            return {
                name: replace(
                    item,
                    texts=tuple(item.texts[number] for number in order),
                    lines=tuple(item.lines[number] for number in order),
                    uncut=frozenset(segment_of[number] for number in item.uncut),
                )
                for name, item in translations.items()
            }

        return replace(
            self,
            segments=tuple(self.segments[number] for number in order),
            references=texts(self.references),
            systems=texts(self.systems),
            post_edits=texts(self.post_edits),
            scores={
                name: replace(item, values=tuple(v._replace(segment=segment_of[v.segment]) for v in item.values))
                for name, item in self.scores.items()
            },
            ratings={
                name: replace(item, values=tuple(v._replace(segment=segment_of[v.segment]) for v in item.values))
                for name, item in self.ratings.items()
            },
        )

    @property
    def documents(self) -> int:
        """How many documents there are."""
        return len({segment.document for segment in self.segments if segment.document is not None})


class SetReader(ABC):
    """Reads one format.

    Args:
        path: a file or a folder.
        mark: what stands after the `#`; None if there is none.
    """

    def __init__(self, path: Path, mark: str | None) -> None:
        self.path, self.mark = path, mark

    def files(self) -> list[Path]:
        """List the files that are read."""
        if not self.path.is_file():
            raise InputError(
                "no such file", path=self.path, remedy="check the path: it is relative to the folder you run in"
            )
        return [self.path]

    @abstractmethod
    def read(self, texts: EvalSet | None) -> EvalSet:
        """Read the set, or add what this file has to `texts`.

        Args:
            texts: the set that is named before this file; None if this is the first.
        """

    def read_texts(self, texts: EvalSet | None) -> EvalSet:
        """Read as `read` does, but perhaps without scores and ratings, where only the texts are wanted."""
        return self.read(texts)
