"""What stands beside a source: a text, a name or a number for each of its segments, in its order.

A place that knows its own source (a test set, a library's) is compared with it, and put in its order.
"""

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


def texts_beside(place: Place, source: Sequence[str], *, of: object) -> list[str]:
    """Read the texts at a place, and put them in the order of the source: one for each of its n segments.

    Args:
        source: the texts of the segments.
        of: what they are called in messages.
    """
    return beside(read_texts(place), place, source, of=of)


def numbers_beside(place: Place, source: Sequence[str], *, of: object) -> list[float]:
    """Read the numbers at a place, as `texts_beside` reads texts."""
    return beside(read_numbers(place), place, source, of=of, each="number")


def beside(
    values: Sequence[Value], place: Place, source: Sequence[str], *, of: object, each: str = "segment"
) -> list[Value]:
    """Put values that were read from a place in the order of the source's segments; otherwise as `texts_beside`."""
    same_length(len(values), place, len(source), of, each=each)
    if (places := own_places(place)) is None:
        return list(values)
    own, documents = (None if at is None else read_segments(at) for at in places)
    assert own is not None
    order = source_order(
        tuple(text for _, text in own),
        tuple(source),
        None if documents is None else tuple(text for _, text in documents),
        path=place.path,
        lines=tuple(line for line, _ in own),
        of=str(of),
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
    known = ((place, own) for place in places.values() if (own := own_source(place)) is not None)
    of, source = next(known, (first, []))
    source = source or [""] * len(read_texts(first))
    return {name: texts_beside(place, source, of=of) for name, place in places.items()}, source


def own_source(place: Place) -> list[str] | None:
    """Read the source that belongs to the text of a place; None if the place does not know it."""
    places = own_places(place)
    return None if places is None else read_texts(places[0])


def set_beside(found: EvalSet, source: Sequence[str], *, name: str, of: object) -> EvalSet:
    """Put the segments of a test set, and all that is numbered by them, in the order of a source of n segments."""
    segments = found.segments
    same_length(len(segments), parse(f"testset:{name}#source"), len(source), of)
    order = source_order(
        tuple(segment.source or "" for segment in segments),
        tuple(source),
        tuple(segment.document for segment in segments),
        path=Path(name),
        lines=tuple(segment.line.number for segment in segments),
        of=str(of),
    )
    warn_of_doubt(order.ambiguous(range(len(segments))), name)
    return found if order.is_same else found.in_order(order.lines)


@lru_cache(maxsize=4)
def source_order(
    own: tuple[str, ...],
    source: tuple[str, ...],
    documents: tuple[str | None, ...] | None = None,
    *,
    path: Path,
    lines: tuple[int | None, ...],
    of: str,
) -> TextOrder:
    """Find the order that brings lines with their own sources to n segments, and warn if lines have to move.

    The result is cached, so that the warning comes once for all texts of a place.

    Args:
        own: the source of each line.
        source: the texts of the segments.
        documents: as of `text_order`.
        path, lines: where the lines are from.
        of: what the segments are called in messages.
    """

    def differs(line: int, segment: int) -> InputError:
        return InputError(
            f"is of another text: its source {own[line][:SHOWN]!r} is not in {of}, whose line {segment + 1},"
            f" {source[segment][:SHOWN]!r}, is not here",
            path=path,
            line=lines[line],
            remedy="give what belongs to these texts, or the source that it belongs to; the order does not matter",
        )

    order = text_order([same_text(text) for text in own], [same_text(text) for text in source], differs, documents)
    if not order.is_same:
        log.warning(
            "%s: has the texts of %s in another order, and is put in that order (%d of %d lines move)",
            path,
            of,
            order.moved,
            len(source),
        )
    return order


def same_length(count: int, place: Place, expected: int, source: object, *, each: str = "segment") -> None:
    """Refuse a file that has more or fewer segments than the source. `each`: what a line of the file has."""
    if count != expected:
        raise InputError(
            f"{count} {each}s, but the source {source} has {expected}{'' if each == 'segment' else ' segments'}",
            path=place.path,
            line=min(count, expected) + 1,
            remedy="give one line a segment, empty where there is no text, in the order of the source"
            if each == "segment"
            else f"give one {each} a segment, in the order of the source",
        )
