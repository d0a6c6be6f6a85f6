"""Read what stands beside a source, a text, name or number for each segment, and put it in the source's order.

A place that knows its own source (a test set, a library's) is compared with it, and put in its order.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.inputs.places import Place, parse
from extractors.inputs.reading import own_places, read_numbers, read_segments, read_texts
from extractors.inputs.testsets import EvalSet
from extractors.inputs.text_order import SHOWN, TextOrder, same_text, text_order

Value = TypeVar("Value", bound=Hashable)
LEAST_DISTINCT = 0.1
"""A column `source` with fewer different values names where rows are from, and has no source texts."""
PLACEHOLDER_SHARE = 0.5
"""A hypothesis that makes up more than this share of an output is taken for a placeholder."""


def texts_beside(place: Place, source: Sequence[str], *, source_name: object) -> list[str]:
    """Read the texts at a place, and put them in the order of the source: one for each of its n segments.

    Args:
        source: the texts of the segments.
        source_name: what the source is called in messages.
    """
    return beside(read_texts(place), place, source, source_name=source_name)


def numbers_beside(place: Place, source: Sequence[str], *, source_name: object) -> list[float]:
    """Read the numbers at a place, as `texts_beside` reads texts."""
    return beside(read_numbers(place), place, source, source_name=source_name, each="number")


def beside(
    values: Sequence[Value], place: Place, source: Sequence[str], *, source_name: object, each: str = "segment"
) -> list[Value]:
    """Put values that were read from a place in the order of the source's segments; otherwise as `texts_beside`."""
    same_length(len(values), place, len(source), source_name, each=each)
    if (places := own_places(place)) is None:
        return list(values)
    own, documents = (None if at is None else read_segments(at) for at in places)
    assert own is not None
    if len({text for _, text in own}) < LEAST_DISTINCT * len(own):
        return list(values)
    order = source_order(
        tuple(text for _, text in own),
        tuple(source),
        None if documents is None else tuple(text for _, text in documents),
        path=place.path,
        lines=tuple(line for line, _ in own),
        source_name=str(source_name),
    )
    warn_of_doubt(order.ambiguous(values), place)
    return order.of(values)


def warn_of_doubt(segments: Sequence[int], place: object) -> None:
    """Say which segments may have the value of another one."""
    if segments:
        log.warning(
            "%s: %d segments have texts that stand there more than once, with different values, which are taken in"
            " their order (the first is segment_id %d)",
            place,
            len(segments),
            segments[0],
        )


def texts_together(places: Mapping[str, Place]) -> tuple[dict[str, list[str]], list[str]]:
    """Read texts at places, by name, in one order, and the source if a place knows it, otherwise n empty texts."""
    first = next(iter(places.values()))
    with_source = ((place, own) for place in places.values() if (own := own_source(place)) is not None)
    source_place, source = next(with_source, (first, []))
    source = source or [""] * len(read_texts(first))
    return {name: texts_beside(place, source, source_name=source_place) for name, place in places.items()}, source


def own_source(place: Place) -> list[str] | None:
    """Read the source that belongs to the text of a place; None if the place does not know it."""
    places = own_places(place)
    return None if places is None else read_texts(places[0])


def set_beside(test_set: EvalSet, source: Sequence[str], *, name: str, source_name: object) -> EvalSet:
    """Put the segments of a test set, and all that is numbered by them, in the order of a source of n segments."""
    segments = test_set.segments
    same_length(len(segments), parse(f"testset:{name}#source"), len(source), source_name)
    order = source_order(
        tuple(segment.source or "" for segment in segments),
        tuple(source),
        tuple(segment.document for segment in segments),
        path=Path(name),
        lines=tuple(segment.line.number for segment in segments),
        source_name=str(source_name),
    )
    warn_of_doubt(order.ambiguous(range(len(segments))), name)
    return test_set if order.is_same else test_set.in_order(order.lines)


@lru_cache(maxsize=4)
def source_order(
    own: tuple[str, ...],
    source: tuple[str, ...],
    documents: tuple[str | None, ...] | None = None,
    *,
    path: Path,
    lines: tuple[int | None, ...],
    source_name: str,
) -> TextOrder:
    """Find the order that brings lines with their own sources to n segments, and warn if lines have to move.

    The result is cached, so that the warning comes once for all texts of a place.

    Args:
        own: the source of each line.
        source: the texts of the segments.
        documents: as of `text_order`.
        path, lines: where the lines are from.
        source_name: what the source is called in messages.
    """

    def differs(line: int, segment: int) -> InputError:
        return InputError(
            f"belongs to another text: its source {own[line][:SHOWN]!r} is not in {source_name}, whose line"
            f" {segment + 1}, {source[segment][:SHOWN]!r}, is not here",
            path=path,
            line=lines[line],
            remedy="give the file for these texts, or the source that it belongs to; the order does not matter",
        )

    order = text_order([same_text(text) for text in own], [same_text(text) for text in source], differs, documents)
    if not order.is_same:
        log.warning(
            "%s: has the texts of %s in another order, and is put in that order (%d of %d lines move)",
            path,
            source_name,
            order.moved,
            len(source),
        )
    return order


def same_length(count: int, place: Place, expected: int, source_name: object, *, each: str = "segment") -> None:
    """Refuse a file that has more or fewer segments than the source. `each`: what a line of the file has."""
    if count != expected:
        raise InputError(
            f"{count} {each}s, but the source {source_name} has {expected}{'' if each == 'segment' else ' segments'}",
            path=place.path,
            line=min(count, expected) + 1,
            remedy="give one line for each segment, in the order of the source, empty where there is no text"
            if each == "segment"
            else f"give one {each} for each segment, in the order of the source",
        )


def read_output(place: Place, source: Sequence[str], *, source_name: object) -> list[str]:
    """Read the output of a system, one hypothesis for each of the n segments of the corpus, in their order.

    Warn of an output that is mostly one line, as in test sets where a system submitted nothing.

    Args:
        place: where it is, see extractors.inputs.importers.
        source: (n,) the corpus's source; empty texts where it is not known.
        source_name: what the source is called in messages.
    """
    hypotheses, segments = texts_beside(place, source, source_name=source_name), len(source)
    if not any(hypotheses):
        log.warning("%s: no text in any of %d segments; only imported scores say something of it", place, segments)
        return hypotheses
    warn_of_empty(hypotheses, str(place))
    text, count = Counter(hypotheses).most_common(1)[0]
    if segments > 1 and count / segments > PLACEHOLDER_SHARE:
        log.warning(
            "%s: %d of %d hypotheses are %r: a placeholder, not a translation? Its scores say nothing.",
            place,
            count,
            segments,
            text[:60],
        )
    return hypotheses


def warn_of_empty(texts: Sequence[str], what: str, *, missing: bool = False) -> None:
    """Log how many segments have no text.

    Args:
        what: the name of the texts in the message.
        missing: the texts are one of several references; scoring skips its empty ones.
    """
    empty = [i for i, text in enumerate(texts) if not text.strip()]
    if empty:
        how = "missing where another reference has text" if missing else "kept"
        log.warning("%s: %d empty segments, %s (the first is segment_id %d)", what, len(empty), how, empty[0])
