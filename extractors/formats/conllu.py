"""CoNLL-U, the format of parses: https://universaldependencies.org/format.html

`read` gives a Treebank; `write` takes parsed segments. Each sentence that we write carries
`# segment_id`; in a file from elsewhere, without it, every sentence is a segment of its own.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from extractors.core.arrays import Float32
from extractors.core.errors import InputError
from extractors.core.files import read_text, text_parts, write_blocks, write_text
from extractors.formats.treebank import Column, Sentence, Treebank

COLUMNS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
READ = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel")
WORDS_A_PART = 1 << 17
"""Words that are read at a time: enough to make what is done once a part small, few enough to bound the memory."""
SEGMENT_ID = "# segment_id = "
SEGMENT = re.compile(rf"^{SEGMENT_ID}(\d{{1,9}})$", re.MULTILINE)
SECOND_SENTENCE = re.compile(r"^# sent_id = \d+-2$", re.MULTILINE)
CONFIDENCE = "Confidence="
"""How MISC gives the probability that a word's head and relation are right."""


def write(path: str | Path, parses: Iterable[tuple[int, list[Sentence]]], *, generator: str = "unknown") -> int:
    """Write parsed segments as (segment_id, sentences), atomically; .gz is compressed.

    A word's confidence stands in MISC, as `Confidence=0.973`.
    A segment without words (an empty line) has no sentence and so is not in the file.

    Args:
        generator: what parsed them, kept in a comment of the first sentence.

    Returns:
        The number of sentences written.
    """
    with write_text(path) as out:
        return _write_sentences(out, parses, generator)


def write_in_blocks(
    path: str | Path, blocks: Iterable[Iterable[tuple[int, list[Sentence]]]], *, generator: str = "unknown"
) -> int:
    """As `write`, of segments that come in blocks: the first sentence of each block has the generator.

    The bytes of two such files, put together (`files.join`), are the file of the blocks of both.
    """
    written = 0
    with write_blocks(path) as add:
        for block in blocks:
            out = io.StringIO()
            written += _write_sentences(out, block, generator)
            add(out.getvalue())
    return written


def _write_sentences(out: IO[str], parses: Iterable[tuple[int, list[Sentence]]], generator: str) -> int:
    """Write the sentences of segments, the first with its generator, and count them."""
    written = 0
    for segment_id, sentences in parses:
        for number, sentence in enumerate(sentences, 1):
            if not written:
                out.write(f"# generator = {generator}\n")
            sent_id = f"{segment_id}" if len(sentences) == 1 else f"{segment_id}-{number}"
            out.write(f"# sent_id = {sent_id}\n# segment_id = {segment_id}\n# text = {sentence.text}\n")
            out.writelines(_lines(sentence))
            out.write("\n")
            written += 1
    return written


def count_of_several(path: str | Path) -> int:
    """How many segments of a file that `write` made have two sentences or more."""
    return sum(len(SECOND_SENTENCE.findall(text)) for text in text_parts(path))


def renumber(path: str | Path, output: str | Path, segments: Sequence[int]) -> None:
    """Write a CoNLL-U file again with other segments, atomically.

    Args:
        segments: the segment of each sentence of the file.

    Raises:
        InputError: the file has another number of sentences.
    """
    blocks = [block for block in read_text(path).replace("\r\n", "\n").split("\n\n") if block.strip("\n")]
    if len(blocks) != len(segments):
        raise InputError(
            f"has {len(blocks)} sentences, and numbers were given to {len(segments)}",
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
        if token := multiword.get(number):
            misc = "_" if token.space_after else "SpaceAfter=No"
            yield f"{token.first}-{token.last}\t{token.form}\t_\t_\t_\t_\t_\t_\t_\t{misc}\n"
            inside_until = token.last
        misc = "_" if word.space_after or number <= inside_until else "SpaceAfter=No"
        if word.confidence is not None:
            misc = f"{CONFIDENCE}{word.confidence:.3f}" + f"|{misc}" * (misc != "_")
        yield (
            f"{number}\t{word.form}\t{word.lemma or '_'}\t{word.upos or '_'}\t{word.xpos or '_'}"
            f"\t{word.feats or '_'}\t{word.head}\t{word.deprel}\t_\t{misc}\n"
        )


def read(path: str | Path) -> Treebank:
    """Read a CoNLL-U file (.gz too) and check that every sentence is a tree.

    Empty nodes (8.1) are skipped, as is the DEPS column that they belong to. Of MISC only `Confidence=`
    is read.

    Raises:
        InputError: with file, line and reason, for anything that is not CoNLL-U or not a tree.
    """
    return parse(read_text(path), source=str(path))


def read_parts(path: str | Path, *, words: int = WORDS_A_PART) -> Iterator[Treebank]:
    """As `read`, some segments at a time, so that memory does not grow with the file.

    What a comment says of the generator is known of the part that it stands in and of those that follow.

    Args:
        words: fewest of a part, save the last; a segment is in one part.
    """
    return _parse(text_parts(path), str(path), words)


def read_segments(path: str | Path, segments: range) -> Treebank:
    """As `read`, of some segments of a file in which every sentence has its segment_id; they may have no sentence.

    What stands before them is not read as parses, only looked through for where they begin; so the generator may stay
    unknown.
    """
    found: list[str] = []
    lines_before = 0
    for text in text_parts(path):
        # Most of what stands before them is known by its last segment.
        last = SEGMENT.match(text, text.rfind(SEGMENT_ID) if SEGMENT_ID in text else 0)
        if not found and last is not None and int(last[1]) < segments.start:
            lines_before += text.count("\n")
            continue
        places = [(int(match[1]), match.start()) for match in SEGMENT.finditer(text)]
        begin = 0 if found else next((start for segment, start in places if segment in segments), None)
        end = next((start for segment, start in places if segment >= segments.stop), None)
        if begin is None:
            lines_before += text.count("\n")
        else:
            if not found:
                lines_before += text.count("\n", 0, begin)
            found.append(text[begin:end])
        if end is not None:
            break
    if not found:
        return _without_sentences(str(path))
    return next(_parse(found, str(path), None, lines_before))


def _without_sentences(source: str) -> Treebank:
    """A treebank of segments without visible text."""
    nothing = Column(np.empty(0, dtype=np.int32), ())
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
        multiword=(),
        source=source,
        generator="unknown",
        confidence=None,
    )


def generator_of(path: str | Path) -> str:
    """What parsed a file, as its beginning says; `unknown` where it says nothing."""
    return next(read_parts(path)).generator


def parse(text: str, *, source: str = "<text>") -> Treebank:
    """As `read`, from a string."""
    return next(_parse([text], source, None))


def _parse(texts: Iterable[str], source: str, words: int | None, lines_before: int = 0) -> Iterator[Treebank]:
    """The treebanks of a text that comes in parts of whole lines; one treebank of all if `words` is None."""
    for scan in _Reader(source).parts(texts, words, lines_before):
        yield _treebank(scan)


def _treebank(scan: _Scan) -> Treebank:
    columns = _split_columns(scan)
    sizes = np.array(scan.sentence_sizes, dtype=np.int64)
    head = _integers(columns["head"], scan, "HEAD")
    treebank = Treebank(
        form=_column(columns["form"]),
        lemma=_column(columns["lemma"]),
        upos=_column(columns["upos"]),
        xpos=_column(columns["xpos"]),
        feats=_column(columns["feats"]),
        deprel=_column(columns["deprel"]),
        head=head,
        sentence_start=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        segment=np.array(scan.segments, dtype=np.int32),
        multiword=tuple(scan.multiword),
        source=scan.source,
        generator=scan.generator,
        confidence=_confidence(columns["misc"], scan) if "misc" in columns else None,
    )
    _check_trees(treebank, _integers(columns["id"], scan, "ID"), scan)
    return treebank


@dataclass
class _Scan:
    """Some segments of a file, sorted into words and multiword tokens, with line numbers."""

    source: str
    generator: str
    word_lines: list[str] = field(default_factory=list)
    word_line_numbers: list[int] = field(default_factory=list)
    sentence_sizes: list[int] = field(default_factory=list)
    segments: list[int] = field(default_factory=list)
    multiword: list[tuple[int, int, str]] = field(default_factory=list)

    def cut(self) -> _Scan:
        """Take the last sentence away, as the first one of other segments."""
        start = len(self.word_lines) - self.sentence_sizes[-1]
        first = next((i for i, token in enumerate(self.multiword) if token[0] >= start), len(self.multiword))
        rest = _Scan(
            source=self.source,
            generator=self.generator,
            word_lines=self.word_lines[start:],
            word_line_numbers=self.word_line_numbers[start:],
            sentence_sizes=self.sentence_sizes[-1:],
            segments=self.segments[-1:],
            multiword=[(begin - start, end - start, form) for begin, end, form in self.multiword[first:]],
        )
        del self.word_lines[start:], self.word_line_numbers[start:], self.multiword[first:]
        del self.sentence_sizes[-1], self.segments[-1]
        return rest

    def error(self, problem: str, line: int, remedy: str) -> InputError:
        return InputError(problem, path=self.source, line=line, remedy=remedy)


class _Reader:
    """One pass over the lines of a file."""

    def __init__(self, source: str) -> None:
        self._scan = _Scan(source, "unknown")
        self._sentences = 0
        self._last: int | None = None
        self._segment: int | None = None
        self._numbered = False
        self._start = 0

    def parts(self, texts: Iterable[str], words: int | None, before: int) -> Iterator[_Scan]:
        """The segments, so many words at a time, or all at once; `before` are the lines above."""
        source, empty, number = self._scan.source, True, before
        for text in texts:
            empty = empty and not text.strip()
            lines = text.replace("\r\n", "\n").split("\n")
            if not lines[-1]:
                # What follows the last line end is the next text.
                lines.pop()
            # Spelt out here and not in a method: it is done for every word.
            word_lines, numbers = self._scan.word_lines, self._scan.word_line_numbers
            for number, line in enumerate(lines, before + 1):
                first = line[:1]
                if first == "#":
                    self._comment(line, number)
                elif first:
                    position = line[: line.find("\t")]
                    if position.isdecimal():
                        word_lines.append(line)
                        numbers.append(number)
                    else:
                        self._range(position, line, number)
                elif len(word_lines) > self._start:
                    self._end_sentence(number)
                    if words is not None and (part := self._full(words)):
                        yield part
                        word_lines, numbers = self._scan.word_lines, self._scan.word_line_numbers
            before = number
        if empty:
            raise InputError("the file is empty", path=source, remedy="give a CoNLL-U file with sentences")
        if len(self._scan.word_lines) > self._start:
            self._end_sentence(number)
            if words is not None and (part := self._full(words)):
                yield part
        if not self._scan.word_lines:
            raise InputError("no words in the file", path=source, remedy="give a CoNLL-U file with sentences")
        yield self._scan

    def _full(self, words: int) -> _Scan | None:
        """The segments before the last sentence if they are enough, and it is of another one."""
        scan = self._scan
        enough = len(scan.word_lines) - scan.sentence_sizes[-1] >= words
        if not enough or len(scan.segments) < 2 or scan.segments[-1] == scan.segments[-2]:
            return None
        self._scan = scan.cut()
        self._start = len(self._scan.word_lines)
        return scan

    def _comment(self, line: str, number: int) -> None:
        if line.startswith(SEGMENT_ID):
            value = line[15:].strip()
            if not _is_number(value):
                raise self._scan.error(
                    f"segment_id {value[:40]!r} is not a number",
                    number,
                    "give the 0-based line number of the segment",
                )
            self._segment = int(value)
        elif line.startswith("# generator = "):
            self._scan.generator = line[14:].strip()

    def _range(self, position: str, line: str, number: int) -> None:
        if "." in position and position.replace(".", "", 1).isdecimal():
            return
        first, dash, last = position.partition("-")
        if not (dash and _is_number(first) and _is_number(last)):
            raise self._scan.error(
                f"the line begins with {line[:20]!r}, not with a word number and a tab",
                number,
                "CoNLL-U has ten columns with tabs between them; spaces are not tabs",
            )
        fields = line.split("\t")
        if len(fields) != len(COLUMNS):
            raise self._scan.error(
                f"{len(fields)} columns, not 10", number, "CoNLL-U has ten columns with tabs between them"
            )
        if int(first) != len(self._scan.word_lines) - self._start + 1 or int(last) < int(first):
            raise self._scan.error(
                f"the multiword token {position} is out of place",
                number,
                "put it right before its first word",
            )
        if self._scan.multiword and self._scan.multiword[-1][1] >= self._start + int(first) - 1:
            raise self._scan.error(
                f"the multiword token {position} overlaps the one before it", number, "give each word to one token"
            )
        self._scan.multiword.append((self._start + int(first) - 1, self._start + int(last) - 1, fields[1]))

    def _end_sentence(self, number: int) -> None:
        scan = self._scan
        end = len(scan.word_lines)
        if scan.multiword and scan.multiword[-1][1] >= end:
            raise scan.error("a multiword token reaches over the end of its sentence", number, "correct its range")
        if self._sentences and (self._segment is None) == self._numbered:
            raise scan.error("some sentences have a segment_id and some have none", number, "give it to all or to none")
        self._numbered = self._segment is not None
        segment = self._sentences if self._segment is None else self._segment
        if self._last is not None and segment < self._last:
            raise scan.error(f"segment_id {segment} comes after {self._last}", number, "keep segments in order")
        scan.segments.append(segment)
        scan.sentence_sizes.append(end - self._start)
        self._sentences, self._last = self._sentences + 1, segment
        self._start, self._segment = end, None


def _split_columns(scan: _Scan) -> dict[str, pa.DictionaryArray]:
    """The word lines cut at their tabs, by Arrow: each column as codes and distinct values.

    MISC is cut out only where it may hold a confidence: often it has more distinct values than all others.
    """

    def refuse(row: pacsv.InvalidRow) -> str:
        # Arrow calls this from C, where an exception would be lost: it is kept and raised below.
        bad.append((row.number - 1, row.actual_columns))
        return "skip"

    bad: list[tuple[int, int]] = []
    data = "\n".join(scan.word_lines).encode()
    wanted = (*READ, "misc") if CONFIDENCE.encode() in data else READ
    table = pacsv.read_csv(
        io.BytesIO(data),
        read_options=pacsv.ReadOptions(column_names=COLUMNS, use_threads=False, block_size=max(len(data), 1)),
        parse_options=pacsv.ParseOptions(
            delimiter="\t", quote_char=False, escape_char=False, invalid_row_handler=refuse
        ),
        convert_options=pacsv.ConvertOptions(
            column_types={name: pa.dictionary(pa.int32(), pa.string()) for name in wanted},
            include_columns=wanted,
            strings_can_be_null=False,
        ),
    )
    if bad:
        row, count = bad[0]
        raise scan.error(
            f"{count} columns, not 10",
            scan.word_line_numbers[row],
            "CoNLL-U has ten columns with tabs between them",
        )
    columns = {name: table.column(name).unify_dictionaries().combine_chunks() for name in wanted}
    for name in READ:
        column = columns[name]
        empty = pc.index(column.dictionary, "").as_py()
        if empty >= 0:
            row = int(np.flatnonzero(column.indices.to_numpy() == empty)[0])
            raise scan.error(f"the column {name.upper()} is empty", scan.word_line_numbers[row], "write _ for no value")
    return columns


def _is_number(text: str) -> bool:
    """Whether a text is a number as CoNLL-U has them; none has ten digits, which 32 bits may not hold."""
    return text.isdecimal() and len(text) < 10


def _column(array: pa.DictionaryArray) -> Column:
    return Column(codes=array.indices.to_numpy(), values=tuple(array.dictionary.to_pylist()))


def _integers(array: pa.DictionaryArray, scan: _Scan, name: str) -> npt.NDArray[np.int32]:
    codes, values = array.indices.to_numpy(), array.dictionary.to_pylist()
    for code, value in enumerate(values):
        if not _is_number(value):
            line = scan.word_line_numbers[int(np.flatnonzero(codes == code)[0])]
            remedy = "every word needs a head: the number of a word of its sentence, or 0 for the root"
            raise scan.error(f"{name} is {value[:40]!r}, not a number", line, remedy)
    return np.asarray(np.array([int(v) for v in values], dtype=np.int32)[codes])


def _confidence(misc: pa.DictionaryArray, scan: _Scan) -> Float32 | None:
    """(W,) the confidences in a column MISC, NaN for a word without; None if there is none."""
    codes, values = misc.indices.to_numpy(), misc.dictionary.to_pylist()
    by_code = np.full(len(values), np.nan, dtype=np.float32)
    for code, value in enumerate(values):
        given = [item.removeprefix(CONFIDENCE) for item in value.split("|") if item.startswith(CONFIDENCE)]
        if not given:
            continue
        if len(given) > 1 or not re.fullmatch(r"[0-9]+(\.[0-9]+)?(e-[0-9]+)?", given[0]) or float(given[0]) > 1:
            line = scan.word_line_numbers[int(np.flatnonzero(codes == code)[0])]
            remedy = f"give a number from 0 to 1 as in {CONFIDENCE}0.973, or none"
            raise scan.error(f"{CONFIDENCE}{'|'.join(given)} in MISC is no probability", line, remedy)
        by_code[code] = float(given[0])
    return None if np.isnan(by_code).all() else by_code[codes]


def _check_trees(treebank: Treebank, ids: npt.NDArray[np.int32], scan: _Scan) -> None:
    """Refuse ids out of order, heads outside the sentence, no root, two roots, and cycles."""

    def fail(words: npt.NDArray[np.bool_], problem: str, remedy: str) -> None:
        if words.any():
            word = int(np.flatnonzero(words)[0])
            raise scan.error(problem.format(head=treebank.head[word]), scan.word_line_numbers[word], remedy)

    sentence, start = treebank.sentence, treebank.sentence_start
    size = np.diff(start)[sentence]
    number = np.arange(len(treebank)) - start[sentence] + 1
    fail(ids != number, "word numbers are out of order", "number the words of each sentence 1, 2, 3, ...")
    fail(treebank.head > size, "the head {head} is not in the sentence", "correct HEAD")
    is_root = treebank.head == 0
    roots = np.bincount(sentence[is_root], minlength=len(treebank.segment))
    fail((roots == 0)[sentence], "the sentence has no root", "give exactly one word the head 0")
    fail(
        is_root & (roots > 1)[sentence],
        "the sentence has two roots or more",
        "give exactly one word the head 0",
    )
    ancestor = treebank.head_word
    for _ in range(int(size.max()).bit_length()):
        ancestor = np.where(ancestor >= 0, ancestor[ancestor], -1)
    fail(ancestor >= 0, "the heads run in a cycle", "correct HEAD so that every word leads to the root")
