"""Sort the lines of CoNLL-U into words, multiword tokens, sentences and segments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from extractors.core.errors import InputError

COLUMNS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
SEGMENT_ID = "# segment_id = "


@dataclass
class Scan:
    """Some segments of a file, sorted into words and multiword tokens, with line numbers."""

    source: str
    generator: str
    word_lines: list[str] = field(default_factory=list)
    word_line_numbers: list[int] = field(default_factory=list)
    sentence_sizes: list[int] = field(default_factory=list)
    segments: list[int] = field(default_factory=list)
    multiword: list[tuple[int, int, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    def cut(self) -> Scan:
        """Cut off the last sentence, and return it as the first one of a new scan."""
        start = len(self.word_lines) - self.sentence_sizes[-1]
        first = next((i for i, token in enumerate(self.multiword) if token[0] >= start), len(self.multiword))
        rest = Scan(
            source=self.source,
            generator=self.generator,
            word_lines=self.word_lines[start:],
            word_line_numbers=self.word_line_numbers[start:],
            sentence_sizes=self.sentence_sizes[-1:],
            segments=self.segments[-1:],
            multiword=[(begin - start, end - start, form) for begin, end, form in self.multiword[first:]],
            comments=self.comments[-1:],
        )
        del self.word_lines[start:], self.word_line_numbers[start:], self.multiword[first:]
        del self.sentence_sizes[-1], self.segments[-1], self.comments[-1]
        return rest

    def error(self, problem: str, line: int, remedy: str) -> InputError:
        return InputError(problem, path=self.source, line=line, remedy=remedy)


def is_number(text: str) -> bool:
    """Return whether a text is a number as CoNLL-U has them, of at most nine digits, so that it fits 32 bits."""
    return text.isdecimal() and len(text) < 10


class ConlluReader:
    """One pass over the lines of a file, which is named in messages."""

    def __init__(self, source: str) -> None:
        self._scan = Scan(source, "unknown")
        self._sentences = 0
        self._last: int | None = None
        self._segment: int | None = None
        self._numbered = False
        self._start = 0
        self._comments: list[str] = []

    def parts(self, texts: Iterable[str], words: int | None, before: int) -> Iterator[Scan]:
        """Yield the segments of a text that comes in parts of whole lines.

        Args:
            words: fewest of a part, save the last; None for one part of all.
            before: lines of the file above the text, for messages.
        """
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
            raise InputError("the file has no words", path=source, remedy="give a CoNLL-U file with sentences")
        yield self._scan

    def _full(self, words: int) -> Scan | None:
        """Return the segments before the last sentence if they are enough and it begins another one; else None."""
        scan = self._scan
        enough = len(scan.word_lines) - scan.sentence_sizes[-1] >= words
        if not enough or len(scan.segments) < 2 or scan.segments[-1] == scan.segments[-2]:
            return None
        self._scan = scan.cut()
        self._start = len(self._scan.word_lines)
        return scan

    def _comment(self, line: str, number: int) -> None:
        self._comments.append(line)
        if line.startswith(SEGMENT_ID):
            value = line[15:].strip()
            if not is_number(value):
                raise self._scan.error(
                    f"segment_id {value[:40]!r} is not a number", number, "give the 0-based line number of the segment"
                )
            self._segment = int(value)
        elif line.startswith("# generator = "):
            self._scan.generator = line[14:].strip()

    def _range(self, position: str, line: str, number: int) -> None:
        if "." in position and position.replace(".", "", 1).isdecimal():
            return
        first, dash, last = position.partition("-")
        if not (dash and is_number(first) and is_number(last)):
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
                f"the multiword token {position} is out of place", number, "put it right before its first word"
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
        scan.comments.append("\n".join(self._comments))
        self._comments = []
        self._sentences, self._last = self._sentences + 1, segment
        self._start, self._segment = end, None
