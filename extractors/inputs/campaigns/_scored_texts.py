"""Files of metrics that repeat the texts which they score: the texts must be those of the set."""

from collections.abc import Sequence

from extractors.inputs.campaigns import EvalSet, Line


def check_same(scored: Sequence[tuple[Line, str, str]], texts: EvalSet, system: str) -> None:
    """Refuse scores of other texts than those of the set.

    Args:
        scored: (place, source, output) of each item, in the order of the segments.

    Raises:
        InputError: another number of items than segments, or another source or output, with its place.
    """
    if len(scored) != len(texts.segments):
        raise scored[-1][0].error(
            f"{len(scored)} items of {system}, but the set has {len(texts.segments)} segments",
            "score the whole output; a shorter file was cut",
        )
    outputs = texts.translations[system].texts
    for (line, source, output), segment, text in zip(scored, texts.segments, outputs, strict=True):
        if source.split() != (segment.source or "").split() or output.split() != (text or "").split():
            what = "source" if source.split() != (segment.source or "").split() else f"output of {system}"
            place = f"{segment.line.path}:{segment.line.number}"
            raise line.error(
                f"another {what} was scored than that of segment {segment.id} ({place})",
                "score the texts of this set, in their order",
            )
