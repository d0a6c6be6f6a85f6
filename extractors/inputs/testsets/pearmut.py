"""The answers of a campaign of Pearmut as scores and marked errors of a test set: `pearmut:annotations.json`.

An answer belongs to the segment with its source text whose output by its system is the one that was rated; so the
campaign may be of any order, or of anybody. Where several segments have both, the item's key `segment` (a 0-based
number) says which. The scale of 0 to 100 is the score `pearmut`, a slider of the campaign's own is `pearmut-SLIDER`;
the marked errors, if there are any, are the ratings `pearmut`. A campaign that marks the source is of our making, and
says which systems gave an output.

Source: extractors.inputs.pearmut.
"""

from collections.abc import Iterator
from pathlib import Path

from extractors.core.names import WrittenNames
from extractors.inputs.pearmut.answers import Answer, Span, read_answers
from extractors.inputs.testsets import (
    ErrorSpan,
    EvalSet,
    GivenScores,
    Line,
    Rating,
    Ratings,
    Remark,
    Score,
    compose,
)
from extractors.inputs.testsets._scores import ScoreReader, Systems, placed
from extractors.inputs.testsets.esa import ERROR_FREE_FROM

NAME = "pearmut"


class Pearmut(ScoreReader):
    """`pearmut:annotations.json#THEIRS=OURS`"""

    def add(self, texts: EvalSet, systems: Systems) -> EvalSet:
        places = _AnswerPlaces(texts)
        remarks: list[Remark] = []
        scores: dict[str, list[Score]] = {}
        ratings: list[Rating] = []
        sliders = WrittenNames("score", "rename the slider in the file")
        sliders.name(NAME)
        for answer, system, segment, shown in _placed(read_answers(self.path), systems, places, remarks, self.path):
            line = Line(self.path, answer.line)
            for name, value in _named(answer, sliders, line).items():
                scores.setdefault(name, []).append(Score(system, segment, value, answer.user, line))
            errors = tuple(_error(span, answer.output, shown) for span in answer.spans)
            ratings.append(Rating(system, segment, answer.user, errors, line))
        for name in scores.keys() & texts.scores.keys():
            scores[name] = [*texts.scores[name].values, *scores[name]]
        # Without any span nobody was asked for errors, and an output without is not one that was found right.
        marked = any(rating.errors for rating in ratings)
        before = texts.ratings[NAME].values if NAME in texts.ratings else ()
        together = Ratings(name=NAME, human=True, values=(*before, *placed(ratings, texts, remarks)))
        return texts.adding(
            [
                GivenScores(
                    name=name, human=True, higher_is_better=True, values=tuple(values), error_free_from=ERROR_FREE_FROM
                )
                for name, values in scores.items()
            ],
            [together] if marked else [],
            remarks,
        )


def _named(answer: Answer, names: WrittenNames, line: Line) -> dict[str, float]:
    """Return the numbers of an answer, by the names of their scores."""
    sliders = {
        names.name(f"{NAME}-{written}", path=line.path, line=line.number): value
        for written, value in answer.sliders.items()
    }
    return sliders if answer.score is None else {NAME: answer.score, **sliders}


class _AnswerPlaces:
    """Finds the segment that an answer is about."""

    def __init__(self, texts: EvalSet) -> None:
        self.outputs = {name: translation.texts for name, translation in texts.translations.items()}
        self.segments: dict[str, list[int]] = {}
        for number, segment in enumerate(texts.segments):
            if segment.source is not None:
                self.segments.setdefault(compose(segment.source), []).append(number)

    def find(self, answer: Answer, system: str) -> int | str:
        """Find the segment of an answer, by source and output, or say why there is none."""
        with_source = self.segments.get(compose(answer.source), [])
        if not with_source:
            return "a source that the set does not have"
        output = compose(answer.output)
        fits = [n for n in with_source if compose(self.outputs[system][n] or "") == output]
        if not fits:
            return f"another output than {system} has"
        if len(fits) == 1:
            return fits[0]
        return answer.segment if answer.segment in fits else "a source and an output that several segments have"


def _placed(
    answers: list[Answer], systems: Systems, places: _AnswerPlaces, remarks: list[Remark], path: Path
) -> Iterator[tuple[Answer, str, int, str]]:
    """Yield each answer with a system, the segment, and the text of its output in the set."""
    for answer in answers:
        line = Line(path, answer.line)
        for theirs in answer.systems:
            if (system := systems.find(theirs, line)) is None:
                continue
            segment = places.find(answer, system)
            if isinstance(segment, str):
                remarks.append(Remark(line, f"{segment}: left out"))
            else:
                yield answer, system, segment, places.outputs[system][segment] or ""


def _error(span: Span, rated: str, shown: str) -> ErrorSpan:
    """Place an error in the text of the set, which may be composed otherwise than the text that was rated."""
    start, end = span.start, span.end
    if start is not None and end is not None and rated != shown:
        start, end = (_same_place(rated, at, shown) for at in (start, end))
    return ErrorSpan(start=start, end=end, severity=span.severity, category=span.category)


def _same_place(rated: str, at: int, shown: str) -> int:
    """Find a place of one text in another that is the same when both are composed."""
    length = len(compose(rated[:at]))
    return next((n for n in range(len(shown) + 1) if len(compose(shown[:n])) >= length), len(shown))
