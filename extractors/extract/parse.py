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


def parse_to_file(parser: Parser, segments: Sequence[str], path: str | Path) -> None:
    """Parse segments and write them as CoNLL-U, atomically.

    Segment i has `# segment_id = i`; a segment without visible text has no sentence in the file.
    """
    log.info("parsing %d segments with %s", len(segments), parser.signature)
    empty = sum(not segment.strip() for segment in segments)

    def numbered() -> Iterator[tuple[int, list[Sentence]]]:
        parses = progress(parser.parse(segments), what="parse", total=len(segments))
        return zip(range(len(segments)), parses, strict=True)

    sentences = conllu.write(path, numbered(), generator=parser.signature)
    log.info("parsed %d segments (%d of them empty) into %d sentences", len(segments), empty, sentences)


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
