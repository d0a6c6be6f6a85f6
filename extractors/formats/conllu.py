"""CoNLL-U, the format of parses: https://universaldependencies.org/format.html

`read` gives a Treebank; `write` takes parsed segments. Each sentence that we write carries
`# segment_id`; in a file from elsewhere, without it, every sentence is a segment of its own. Reading has two steps:
extractors.formats.conllu_lines sorts the lines into words and sentences, extractors.formats.conllu_columns makes
columns of the words and checks them.
"""

import io
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from extractors.core.errors import InputError
from extractors.core.files import read_text, text_parts, write_blocks, write_text
from extractors.formats.conllu_columns import CONFIDENCE, treebank_of
from extractors.formats.conllu_lines import SEGMENT_ID, ConlluReader
from extractors.formats.treebank import Sentence, TextColumn, Treebank

WORDS_A_PART = 1 << 17
"""Words that are read at a time: enough to make what is done once a part small, few enough to bound the memory."""
SEGMENT = re.compile(rf"^{SEGMENT_ID}(\d{{1,9}})$", re.MULTILINE)
SECOND_SENTENCE = re.compile(r"^# sent_id = \d+-2$", re.MULTILINE)


def write(path: str | Path, parses: Iterable[tuple[int, list[Sentence]]], *, generator: str = "unknown") -> None:
    """Write parsed segments as (segment_id, sentences), atomically; .gz is compressed.

    A word's confidence stands in MISC, as `Confidence=0.973`.
    A segment without words (an empty line) has no sentence and so is not in the file.

    Args:
        generator: what parsed them, kept in a comment of the first sentence.
    """
    with write_blocks(path) as add:
        add(written(parses, generator=generator))


def written(parses: Iterable[tuple[int, list[Sentence]]], *, generator: str) -> str:
    """Return the text that `write` writes.

    Such texts, one after another, are the text of the segments of all.
    """
    out = io.StringIO()
    for segment_id, sentences in parses:
        for number, sentence in enumerate(sentences, 1):
            if not out.tell():
                out.write(f"# generator = {generator}\n")
            sent_id = f"{segment_id}" if len(sentences) == 1 else f"{segment_id}-{number}"
            out.write(f"# sent_id = {sent_id}\n# segment_id = {segment_id}\n# text = {sentence.text}\n")
            out.writelines(_lines(sentence))
            out.write("\n")
    return out.getvalue()


def counts(text: str) -> tuple[int, int]:
    """Count the sentences of a text that `written` gave, and its segments of two sentences or more."""
    return text.count("\n\n"), len(SECOND_SENTENCE.findall(text))


def count_of_several(path: str | Path) -> int:
    """Count the segments with two sentences or more in a file that `write` made."""
    return sum(counts(text)[1] for text in text_parts(path))


def renumber(path: str | Path, output: str | Path, segments: Sequence[int]) -> None:
    """Write a CoNLL-U file again with other segments, atomically.

    Args:
        segments: the segment of each sentence of the file.
    """
    blocks = [block for block in read_text(path).replace("\r\n", "\n").split("\n\n") if block.strip("\n")]
    if len(blocks) != len(segments):
        raise InputError(
            f"has {len(blocks)} sentences, but {len(segments)} were numbered",
            path=path,
            remedy="parse it again",
        )
    with write_text(output) as out:
        for block, segment in zip(blocks, segments, strict=True):
            kept = [line for line in block.strip("\n").split("\n") if not line.startswith("# segment_id = ")]
            comments = sum(line.startswith("#") for line in kept)
            kept.insert(comments, f"# segment_id = {segment}")
            out.write("\n".join(kept) + "\n\n")


def _lines(sentence: Sentence) -> Iterator[str]:
    multiword = {token.first: token for token in sentence.multiword}
    inside_until = 0
    for number, word in enumerate(sentence.words, 1):
        form, lemma, upos, xpos, feats, head, deprel, space_after, confidence = word
        if multiword and (token := multiword.get(number)):
            misc = "_" if token.space_after else "SpaceAfter=No"
            yield f"{token.first}-{token.last}\t{token.form}\t_\t_\t_\t_\t_\t_\t_\t{misc}\n"
            inside_until = token.last
        misc = "_" if space_after or number <= inside_until else "SpaceAfter=No"
        if confidence is not None:
            misc = f"{CONFIDENCE}{confidence:.3f}" + ("" if misc == "_" else f"|{misc}")
        yield (
            f"{number}\t{form}\t{lemma or '_'}\t{upos or '_'}\t{xpos or '_'}\t{feats or '_'}\t{head}\t{deprel}"
            f"\t_\t{misc}\n"
        )


def read(path: str | Path) -> Treebank:
    """Read a CoNLL-U file (.gz too) and check that every sentence is a tree.

    Empty nodes (8.1) are skipped, as is the DEPS column that they belong to. Of MISC only `Confidence=`
    is read.
    """
    return next(read_parts(path, words=None))


def read_parts(path: str | Path, *, words: int | None = WORDS_A_PART) -> Iterator[Treebank]:
    """Yield the treebank that `read` gives, some segments at a time, so that memory does not grow with the file.

    What a comment says of the generator is known of the part that it stands in and of those that follow.

    Args:
        words: fewest of a part, save the last; a segment is in one part. None for one part of all.
    """
    return _parse(text_parts(path), str(path), words)


def read_some(path: str | Path, segments: Collection[int]) -> Treebank:
    """Read some segments of a file whose segments ascend and whose sentences all have their segment_id.

    Only they are held in memory. They may have no sentence, and the generator may stay unknown. Lines in errors are
    those of the file where the segments follow one another.
    """
    if isinstance(segments, range):
        begin, end = segments.start, segments.stop
    else:
        begin, end = min(segments, default=0), max(segments, default=-1) + 1
    found: list[str] = []
    lines_before = 0
    for segment, sentence, lines in _sentences_from(begin, path):
        if segment >= end:
            break
        if segment in segments:
            lines_before = lines_before if found else lines
            found.append(f"{sentence}\n\n")
    return next(_parse(found, str(path), None, lines_before)) if found else _without_sentences(str(path))


def _sentences_from(first: int, path: str | Path) -> Iterator[tuple[int, str, int]]:
    """Yield the sentences from segment `first` on, perhaps after earlier ones: segment, text, lines before it."""
    rest, lines_before = "", 0
    for part in chain(text_parts(path), ["\n\n"]):
        text = rest + part
        # Most of what stands before the segment is known by its last one.
        last = SEGMENT.match(text, text.rfind(SEGMENT_ID)) if SEGMENT_ID in text else None
        if last is not None and int(last[1]) < first:
            rest, lines_before = "", lines_before + text.count("\n")
            continue
        *sentences, rest = text.split("\n\n")
        for sentence in sentences:
            if match := SEGMENT.search(sentence):
                yield int(match[1]), sentence, lines_before
            lines_before += sentence.count("\n") + 2


def _without_sentences(source: str) -> Treebank:
    """Make a treebank without sentences, for segments without visible text."""
    nothing = TextColumn(np.empty(0, dtype=np.int32), ())
    return Treebank(
        form=nothing,
        lemma=nothing,
        upos=nothing,
        xpos=nothing,
        feats=nothing,
        deprel=nothing,
        head=np.empty(0, dtype=np.int32),
        sentence_start=np.zeros(1, dtype=np.int64),
        segment=np.empty(0, dtype=np.int32),
        source=source,
    )


def generator_of(path: str | Path) -> str:
    """Return what parsed a file, as its beginning says; `unknown` where it says nothing."""
    return next(read_parts(path)).generator


def parse(text: str, *, source: str = "<text>") -> Treebank:
    """Parse a string of CoNLL-U, as `read` does with a file."""
    return next(_parse([text], source, None))


def _parse(texts: Iterable[str], source: str, words: int | None, lines_before: int = 0) -> Iterator[Treebank]:
    """Yield the treebanks of a text that comes in parts of whole lines; one treebank of all if `words` is None."""
    return map(treebank_of, ConlluReader(source).parts(texts, words, lines_before))
