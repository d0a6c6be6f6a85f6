"""Read XML of strangers as a stream (expat); errors name file and line, and entities defined by a file are refused.

Nothing that a file names outside itself is fetched. Five lines of entities can grow to gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from extractors.core.errors import InputError
from extractors.core.files import chunks

DEEPEST, MOST = 100, 1_000_000
"""Elements inside each other, and in one that is read at once: bounds on recursion and memory."""


@dataclass(slots=True)
class Element:
    """An element of a file, the 1-based line in which it begins, and the texts and elements in it."""

    path: Path
    line: int
    name: str
    attributes: dict[str, str]
    parts: list[str | Element] = field(default_factory=list)

    def error(self, problem: str, remedy: str) -> InputError:
        return InputError(problem, path=self.path, line=self.line, remedy=remedy)

    def below(self, *names: str) -> Iterator[Element]:
        """Yield the elements inside that have one of these names, at any depth, in the order in which they begin."""
        for part in self.parts:
            if isinstance(part, Element):
                if part.name in names:
                    yield part
                yield from part.below(*names)

    def text(self, without: frozenset[str] = frozenset()) -> str:
        """Return the text inside, but not that of elements named in `without`."""
        return "".join(
            part if isinstance(part, str) else "" if part.name in without else part.text(without) for part in self.parts
        )


class XmlFile:
    """A file that is read once.

    Args:
        root: the name of the element that holds all others.
        what: a file with this root is called so in messages.
        remedy: what to do about a file that is no well-formed XML.
    """

    def __init__(self, path: Path, *, root: str, what: str, remedy: str) -> None:
        self._path, self._root, self._what, self._remedy = path, root, what, remedy
        self._names: tuple[str, ...] = ()
        self._open: list[Element] = []
        self._whole: list[Element] = []
        self._depth = self._held = 0
        parser = self._parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        # Where a DOCTYPE names a DTD outside, expat passes over entities that it does not know.
        parser.SkippedEntityHandler = lambda name, _: self._entity(name)

    def read(self, *names: str) -> Iterator[Element]:
        """Yield the outermost elements with one of these names, one after the other."""
        self._names = names
        for chunk in chunks(self._path):
            self._parse(chunk)
            yield from self._whole
            self._whole = []
        self._parse(b"", final=True)

    def _parse(self, chunk: bytes, *, final: bool = False) -> None:
        try:
            self._parser.Parse(chunk, final)
        except expat.ExpatError as error:
            raise InputError(
                f"not well-formed XML: {expat.ErrorString(error.code)} at column {error.offset + 1}",
                path=self._path,
                line=error.lineno,
                remedy=self._remedy,
            ) from error
        except (LookupError, ValueError) as error:
            # What Python says where expat asks it for an encoding.
            raise InputError(
                f"has an encoding that cannot be read: {error}",
                path=self._path,
                line=1,
                remedy="export it as UTF-8, or convert it and correct the encoding in its first line",
            ) from error

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        element = Element(self._path, self._parser.CurrentLineNumber, name, attributes)
        if not self._depth and name != self._root:
            raise element.error(
                f"is not {self._what}: it begins with <{name}>", f"give a file that begins with <{self._root}>"
            )
        self._depth += 1
        if self._open:
            self._open[-1].parts.append(element)
        if self._open or name in self._names:
            self._open.append(element)
            self._held = self._held + 1 if len(self._open) > 1 else 0
        if len(self._open) > DEEPEST or self._held > MOST:
            raise element.error(f"<{name}> is nested deeper than {DEEPEST} elements, or one of {MOST:,}", self._remedy)

    def _characters(self, text: str) -> None:
        if self._open:
            self._open[-1].parts.append(text)

    def _end(self, _: str) -> None:
        self._depth -= 1
        if self._open:
            element = self._open.pop()
            if not self._open:
                self._whole.append(element)

    def _entity(self, name: str, *_: object) -> None:
        raise InputError(
            f"the entity {name!r} is defined by the file or unknown; neither is allowed",
            path=self._path,
            line=self._parser.CurrentLineNumber,
            remedy="write the characters themselves; for a file that you trust, xmllint --noent FILE does it",
        )
