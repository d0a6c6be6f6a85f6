"""Parse: the source side of a corpus to CoNLL-U."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.core.logs import log, progress
from extractors.formats import conllu
from extractors.formats.treebank import Sentence, Treebank
from extractors.parsers import Parser

MANY = 0.1
"""Where more than this share of the segments hold several sentences, it is said that they can be cut."""


def parse_to_file(parser: Parser, segments: Sequence[str], path: str | Path, *, suggest_units: bool = False) -> None:
    """Parse segments and write them as CoNLL-U, atomically.

    Segment i has `# segment_id = i`; a segment without visible text has no sentence in the file.

    Args:
        suggest_units: say so if many segments hold several sentences, which could be units of their own.
    """
    log.info("parsing %d segments with %s", len(segments), parser.signature)
    empty = sum(not segment.strip() for segment in segments)
    several = 0

    def numbered() -> Iterator[tuple[int, list[Sentence]]]:
        nonlocal several
        parses = progress(parser.parse(segments), what="parse", total=len(segments))
        for segment, of_segment in zip(range(len(segments)), parses, strict=True):
            several += len(of_segment) > 1
            yield segment, of_segment

    sentences = conllu.write(path, numbered(), generator=parser.signature)
    log.info("parsed %d segments (%d of them empty) into %d sentences", len(segments), empty, sentences)
    if suggest_units and several > MANY * len(segments):
        log.warning(
            "%d of %d segments hold several sentences: distances and controls say more of sentences. `unit: sentence`"
            " in the corpus's config cuts them, alike in all texts",
            several,
            len(segments),
        )


def parse_text(parser: Parser, segments: Sequence[str]) -> Treebank:
    """Parse segments in one batch; segment i has the number i.

    Raises:
        InputError: there is no visible character in them.
    """
    if not any(segment.strip() for segment in segments):
        raise InputError("there is no text to parse", remedy="give a sentence or more")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.conllu"
        conllu.write(path, enumerate(parser.parse(segments)), generator=parser.signature)
        return conllu.parse(read_text(path))
