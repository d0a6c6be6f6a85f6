"""Parse: the source side of a corpus to CoNLL-U."""

import tempfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.escapes import without_invisible
from extractors.core.files import join, read_text
from extractors.core.logs import log, progress
from extractors.extract.shards import blocks
from extractors.formats import conllu
from extractors.formats.treebank import Sentence, Treebank
from extractors.models.parsers import Parser

MANY = 0.1
"""Where more than this share of the segments hold several sentences, it is said that they can be cut."""
ADVICE = (
    "distances and controls say more of sentences. `unit: sentence` in the corpus's config cuts them, alike in all"
    " texts"
)
PARAGRAPH = 60
"""Words from which a segment is hardly one sentence, as far as can be told before it is parsed."""


def parse_to_file(
    parser: Parser, segments: Sequence[str], path: str | Path, *, first: int = 0, suggest_units: bool = False
) -> None:
    """Parse segments and write them as CoNLL-U, atomically, block by block.

    Each has its number as `# segment_id`; a segment without visible text has no sentence in the file.

    Args:
        first: the number of the first segment in the corpus, of a shard.
        suggest_units: say so if many segments hold several sentences, which could be units of their own.
    """
    log.info("parsing %d segments with %s", len(segments), parser.signature)
    empty = sum(not segment.strip() for segment in segments)
    long = sum(len(segment.split()) >= PARAGRAPH for segment in segments)
    is_advised = suggest_units and long > MANY * len(segments)
    if is_advised:
        # Now, as parsing may take hours, and all of it again after the advice.
        log.warning("%d of %d segments have %d words or more: %s", long, len(segments), PARAGRAPH, ADVICE)
    parses = progress(_parsed(parser, segments), what="parse", total=len(segments))
    several = 0

    def numbered(block: range) -> Iterator[tuple[int, list[Sentence]]]:
        nonlocal several
        for segment, trees in zip(block, islice(parses, len(block)), strict=True):
            several += len(trees) > 1
            yield segment, trees

    def in_blocks() -> Iterator[Iterator[tuple[int, list[Sentence]]]]:
        yield from map(numbered, blocks(range(first, first + len(segments))))
        # Also where a parser says that it has parses of more segments.
        if next(parses, None) is not None:
            raise ValueError(f"{parser.signature} gave parses of more than {len(segments)} segments")

    sentences = conllu.write_in_blocks(path, in_blocks(), generator=parser.signature)
    log.info("parsed %d segments (%d of them empty) into %d sentences", len(segments), empty, sentences)
    if suggest_units and not is_advised:
        _suggest_units(several, len(segments))


def join_parses(shards: Sequence[str | Path], path: str | Path, *, segments: int, suggest_units: bool) -> None:
    """Join the parses of all shards of a corpus into the same bytes as `parse_to_file` writes for the whole corpus.

    Args:
        shards: the files of the shards, in order.
        segments: number of segments in the corpus.
        suggest_units: as for `parse_to_file`.
    """
    join(shards, path)
    log.info("joined %d shards of %d segments", len(shards), segments)
    if suggest_units:
        _suggest_units(conllu.count_of_several(path), segments)


def _parsed(parser: Parser, segments: Sequence[str]) -> Iterator[list[Sentence]]:
    """Parse segments block by block, whatever came before a block; all at once if the parser needs the whole."""
    if parser.needs_whole_corpus:
        yield from parser.parse(list(map(without_invisible, segments)))
        return
    for block in blocks(range(len(segments))):
        yield from parser.parse(list(map(without_invisible, segments[block.start : block.stop])))


def _suggest_units(several: int, segments: int) -> None:
    """Warn if many segments hold several sentences, and say how to cut them."""
    if several > MANY * segments:
        log.warning("%d of %d segments hold several sentences: %s", several, segments, ADVICE)


def parse_text(parser: Parser, segments: Sequence[str]) -> Treebank:
    """Parse segments in one batch; segment i has the number i."""
    if not any(segment.strip() for segment in segments):
        raise InputError("there is no text to parse", remedy="give at least one sentence")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.conllu"
        conllu.write(path, enumerate(_parsed(parser, segments)), generator=parser.signature)
        return conllu.parse(read_text(path))
