"""Links between the words of a bitext, from a table of `challenge-sets stage align`."""

from collections.abc import Sequence
from pathlib import Path

from extractors.core.errors import InputError
from extractors.formats.alignment import Alignment, AlignmentParts

Links = dict[tuple[int, int], list[int]]
"""(segment, source token) -> reference tokens."""


def read_links(path: Path, source: Sequence[Sequence[str]], reference: Sequence[Sequence[str]]) -> Links:
    """The links of n segments, given as tokens.

    Of a table with several references, those of the first.
    """
    alignment = AlignmentParts(path, None).up_to()
    _check(alignment, source, reference, path)
    return alignment.targets


def _check(
    alignment: Alignment, source: Sequence[Sequence[str]], reference: Sequence[Sequence[str]], path: Path
) -> None:
    names = ("segment_id", "source", "source_form", "target", "target_form")
    rows = zip(*(alignment.links.column(name).to_pylist() for name in names), strict=True)
    for segment, i, source_form, j, target_form in rows:
        for side, texts, token, form in (("source", source, i, source_form), ("reference", reference, j, target_form)):
            tokens = texts[segment] if segment < len(texts) else []
            if token >= len(tokens) or tokens[token] != form:
                here = repr(tokens[token]) if token < len(tokens) else "nothing"
                raise InputError(
                    f"has {form!r} as {side} token {token} of segment {segment}, the {side} has {here}",
                    path=path,
                    remedy="align these very texts (challenge-sets stage align); with --parses, align the parses",
                )
