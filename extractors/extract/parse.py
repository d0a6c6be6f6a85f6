"""Parse: the source side of a corpus to CoNLL-U."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from extractors import models
from extractors.core.errors import InputError
from extractors.core.escapes import without_invisible
from extractors.core.files import join, read_text, write_blocks
from extractors.core.kept import digest, folder, kept, shrink
from extractors.core.logs import Meter, log
from extractors.core.version import RESULTS_VERSION
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
CODE = Path(models.__file__).parent
KEPT = "parses"
"""The folder of the user's cache with the parses of blocks."""
MOST_KEPT = 500_000_000
"""Bytes of that folder: a million segments or so."""


def parse_to_file(
    parser: Parser,
    segments: Sequence[str],
    path: str | Path,
    *,
    first: int = 0,
    suggest_units: bool = False,
    keep: Mapping[str, Any] | None = None,
) -> None:
    """Parse segments and write them as CoNLL-U, atomically, block by block.

    Each has its number as `# segment_id`; a segment without visible text has no sentence in the file.

    Args:
        first: the number of the first segment in the corpus, of a shard.
        suggest_units: say so if many segments hold several sentences, which could be units of their own.
        keep: the language and the options of the parser. A block that a parser with these and the same signature
            parsed before is then taken from the user's cache, and another one kept there. Default: no cache.
    """
    log.info("parsing %d segments with %s", len(segments), parser.signature)
    empty = sum(not segment.strip() for segment in segments)
    long = sum(len(segment.split()) >= PARAGRAPH for segment in segments)
    is_advised = suggest_units and long > MANY * len(segments)
    if is_advised:
        # Now, as parsing may take hours, and all of it again after the advice.
        log.warning("%d of %d segments have %d words or more: %s", long, len(segments), PARAGRAPH, ADVICE)
    if parser.needs_whole_corpus:
        keep = None
    work = _Parsing(parser, segments, first)
    sentences = several = 0
    with write_blocks(path) as add:
        for block in blocks(range(first, first + len(segments))):
            text = work.text(block) if keep is None else work.kept_text(block, keep)
            add(text)
            of_block = conllu.counts(text)
            sentences += of_block[0]
            several += of_block[1]
        work.check_end()
    if keep is not None:
        shrink(KEPT, MOST_KEPT)
    if known := len(segments) - work.parsed:
        log.info("%d segments had been parsed before: %s", known, folder() / KEPT)
    log.info("parsed %d segments (%d of them empty) into %d sentences", len(segments), empty, sentences)
    if suggest_units and not is_advised:
        _suggest_units(several, len(segments))


class _Parsing:
    """The parse of a corpus or a shard, block by block.

    Attributes:
        parsed: how many segments this process has parsed.
    """

    def __init__(self, parser: Parser, segments: Sequence[str], first: int) -> None:
        self._parser, self._first = parser, first
        self._segments = list(map(without_invisible, segments))
        self._whole = parser.parse(self._segments) if parser.needs_whole_corpus else None
        self._meter = Meter("parse", len(segments))
        self.parsed = 0

    def kept_text(self, block: range, options: Mapping[str, Any]) -> str:
        """Return a block as `text` does; take it from the user's cache if it is there."""
        known = self.parsed
        by = {
            "version": RESULTS_VERSION["parse"],
            "code": _code(),
            "parser": self._parser.signature,
            "options": options,
        }
        name = digest(by | {"first": block.start, "segments": self._of(block)})
        text = kept(f"{KEPT}/{name}", partial(self.text, block))
        if self.parsed == known:
            self._meter.skip(len(block))
        return text

    def text(self, block: range) -> str:
        """Parse a block, and return it as CoNLL-U."""
        return conllu.written(self._parses(block), generator=self._parser.signature)

    def check_end(self) -> None:
        """Refuse a parser that has parses of more segments than it was given."""
        if self._whole is not None and next(self._whole, None) is not None:
            raise ValueError(f"{self._parser.signature} gave parses of more than {len(self._segments)} segments")

    def _of(self, block: range) -> Sequence[str]:
        return self._segments[block.start - self._first : block.stop - self._first]

    def _parses(self, block: range) -> Iterator[tuple[int, list[Sentence]]]:
        parses = self._parser.parse(self._of(block)) if self._whole is None else islice(self._whole, len(block))
        for segment, trees in zip(block, parses, strict=True):
            self._meter.count()
            self.parsed += 1
            yield segment, trees


@cache
def _code() -> str:
    """Return a checksum of the programs of models, so that who changes one gets no parses of the older one."""
    return digest({str(path.relative_to(CODE)): path.read_text(encoding="utf-8") for path in CODE.rglob("*.py")})


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
