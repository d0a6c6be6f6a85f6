"""Read what names a test set: `FORMAT:PATH#MARK + FORMAT:PATH`, with the plug-ins of extractors.inputs.testsets."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from extractors.core import registry
from extractors.core.errors import InputError, unknown
from extractors.core.files import state
from extractors.core.names import check_name, check_names
from extractors.inputs import testsets
from extractors.inputs.testset_settings import JOINED
from extractors.inputs.testsets import ErrorSpan, EvalSet, GivenScores, Ratings, Score, SetReader, Translation, compose

WMT, YEARS = "wmt", r"wmt2[1-6]|mteval"
"""The reader of WMT's layouts, and its other names."""
ERROR_FREE = "_error_free"
"""Ends the names of scores of 100 for an output without a marked error, and with a high score where there are scores.

A mean hides such outputs: two systems with the same mean differ in how many segments a reader can take as they are.
Source: WMT26, "Detection of Error-Free Segments" (subtask 3 of automated evaluation): no annotated span, and an ESA
score of 85 at least, a threshold that depends on the guidelines of the annotation.
"""


def readers_of(text: str) -> list[SetReader]:
    """Make the readers of the test set that a text names, the reader of the segments first."""
    return [
        registry.load(testsets, SetReader, WMT if re.fullmatch(YEARS, name) else name)(path, mark)
        for name, path, mark in _parts(text)
    ]


def with_paths(text: str, change: Callable[[str], str]) -> str:
    """Change the paths in a text that names a test set."""
    return JOINED.join(
        f"{name}:{change(str(path))}" + (f"#{mark}" if mark is not None else "") for name, path, mark in _parts(text)
    )


def _parts(text: str) -> list[tuple[str, Path, str | None]]:
    """Split the name of a test set into the format, path and mark of each part."""
    formats = registry.names(testsets)
    names = "|".join([*formats, YEARS])
    parts = []
    for part in re.split(rf"\s\+\s(?=(?:{names}):)", text):
        name, colon, rest = part.partition(":")
        if not colon or not rest:
            raise InputError(
                f"{part!r} is not of the form FORMAT:PATH",
                remedy=f"write FORMAT:PATH#PAIR, as in wmt24:FOLDER#en-de; formats: {', '.join(formats)}",
            )
        if name not in formats and not re.fullmatch(YEARS, name):
            raise unknown("format of test sets", name, formats)
        parts.append((name, *_path_and_mark(rest)))
    return parts


def _path_and_mark(text: str) -> tuple[Path, str | None]:
    """Split a path from its mark; a path that exists is that file or folder, whatever characters it has."""
    if Path(text).exists():
        return Path(text), None
    path, mark, rest = text.rpartition("#")
    return (Path(path), rest) if mark else (Path(text), None)


def files_of_set(text: str) -> list[Path]:
    """List the files that a test set is read from.

    They are looked for again where one of them, or a folder that is looked through, has changed: planning a run asks
    hundreds of times.
    """
    key = (text, Path.cwd())
    files, changed = _FILES.get(key, ([], {}))
    if not changed or changed != _changed(changed):
        readers = readers_of(text)
        files = list(dict.fromkeys(path for reader in readers for path in reader.files()))
        tops = [reader.path for reader in readers]
        changed = _changed([*files, *tops, *(Path(folder) for top in tops for folder, *_ in os.walk(top))])
        _FILES[key] = files, changed
    return [*files]


_FILES: dict[tuple[str, Path], tuple[list[Path], dict[Path, tuple[int, int] | None]]] = {}
"""By what names a test set, and the folder that its paths begin in: files, and when they and their folders changed."""


def _changed(paths: Iterable[Path]) -> dict[Path, tuple[int, int] | None]:
    """Get the time of the last change and the size of files and folders; None for what is not there any more."""
    states: dict[Path, tuple[int, int] | None] = {}
    for path in paths:
        try:
            status = path.stat()
            states[path] = status.st_mtime_ns, status.st_size
        except OSError:
            states[path] = None
    return states


def state_of_set(text: str) -> str:
    """Return a short text that changes when a file of the test set does."""
    return ".".join(state(path)[:8] for path in files_of_set(text))


def read_set(text: str) -> EvalSet:
    """Read the test set that a text names; its texts become Unicode NFC, and spans of errors move with them."""
    return _read(text, state_of_set(text), texts_alone=False)


def read_texts_of_set(text: str) -> EvalSet:
    """Read a test set as `read_set` does, but perhaps without scores and ratings: faster where there are many."""
    return _read(text, state_of_set(text), texts_alone=True)


@cache
def _read(text: str, state: str, *, texts_alone: bool) -> EvalSet:
    del state
    test_set: EvalSet | None = None
    for reader in readers_of(text):
        test_set = reader.read_texts(test_set) if texts_alone else reader.read(test_set)
    assert test_set is not None
    check_names([*test_set.references, *test_set.systems], "system", path=text)
    for name in (*test_set.scores, *test_set.ratings):
        check_name(name, "metric", path=text, remedy="rename its file")
    return _composed(_with_error_free(test_set))


def _with_error_free(test_set: EvalSet) -> EvalSet:
    """Add scores `NAME_error_free` to a set, for each annotation or metric NAME that marks errors."""
    return test_set.adding(
        _error_free(ratings, test_set.scores.get(name))
        for name, ratings in test_set.ratings.items()
        if ratings.values and name + ERROR_FREE not in test_set.scores
    )


def _error_free(ratings: Ratings, scores: GivenScores | None) -> GivenScores:
    least = None if scores is None else scores.error_free_from
    score_of = {} if scores is None else {(s.system, s.segment, s.rater, s.line): s.value for s in scores.values}
    values = []
    for rating in ratings.values:
        score = score_of.get((rating.system, rating.segment, rating.rater, rating.line))
        is_high = least is None or (score is not None and score >= least)
        value = 100.0 if is_high and not any(map(_counts, rating.errors)) else 0.0
        values.append(Score(rating.system, rating.segment, value, rating.rater, rating.line))
    return GivenScores(name=ratings.name + ERROR_FREE, human=ratings.human, higher_is_better=True, values=tuple(values))


def _counts(error: ErrorSpan) -> bool:
    """Say whether a span counts as an error: one of weight 0 does not, such as MQM's "neutral"."""
    return error.score is None or error.score != 0


def _composed(test_set: EvalSet) -> EvalSet:
    """Bring all texts of a set into NFC, with \\n as the only line break, and move spans with them."""

    def composed(text: str | None) -> str | None:
        return None if text is None else compose(text)

    def each(translations: Mapping[str, Translation]) -> dict[str, Translation]:
        return {
            name: replace(translation, texts=tuple(map(composed, translation.texts)))
            for name, translation in translations.items()
        }

    return replace(
        test_set,
        segments=tuple(replace(segment, source=composed(segment.source)) for segment in test_set.segments),
        references=each(test_set.references),
        systems=each(test_set.systems),
        post_edits=each(test_set.post_edits),
        ratings={name: _moved(ratings, test_set) for name, ratings in test_set.ratings.items()},
    )


def _moved(ratings: Ratings, test_set: EvalSet) -> Ratings:
    """Move the span of each error to where its characters are in the composed text."""
    translations = test_set.translations
    values = []
    for rating in ratings.values:
        errors = []
        for error in rating.errors:
            text = (
                test_set.segments[rating.segment].source
                if error.in_source
                else translations[rating.system].texts[rating.segment]
            )
            if text is not None and error.start is not None and error.end is not None and compose(text) != text:
                # A span cannot begin inside a character that is composed of several.
                start, end = (len(compose(text[:at])) for at in (error.start, error.end))
                error = replace(error, start=start, end=end)
            errors.append(error)
        values.append(rating._replace(errors=tuple(errors)))
    return replace(ratings, values=tuple(values))
