"""TMX 1.4, Translation Memory eXchange: a segment is the <seg> of one language in a translation unit <tu>.

Source: LISA/ETSI, TMX 1.4b Specification. Of the inline elements <bpt>, <ept>, <it>, <ph> and <ut> hold codes of
the program that the text came from, and are left out, with the text that a <sub> in them holds (a footnote or a
title, which is no part of the sentence); <hi> holds text.

Entities that the file defines are refused (extractors.core.xmlfile).
"""

from dataclasses import dataclass, field
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import chunks
from extractors.core.logs import log
from extractors.core.xmlfile import XmlFile
from extractors.inputs.importers import FileImporter, Segments, column_needed

CODES = frozenset({"bpt", "ept", "it", "ph", "ut"})


class Tmx(FileImporter):
    """`memory.tmx#de`: the language is that of xml:lang, in any case, with its region or without."""

    suffixes = (".tmx",)

    def roughly(self, name: str, column: str | None) -> int:
        """The ends of the units; one that two pieces of the file share is not counted."""
        return sum(data.count(b"</tu>") for data in chunks(self.file(name, column)))

    def segments(self, path: Path, column: str | None) -> Segments:
        reader = _TmxReader(path, column)
        reader.file.read()
        return reader.result()


@dataclass(slots=True)
class _Language:
    """One language of the file: the segments, and the number of the unit that each is of."""

    segments: Segments = field(default_factory=list)
    units: list[int] = field(default_factory=list)


class _TmxReader:
    """Collects the segments of the languages that a column may mean."""

    def __init__(self, path: Path, column: str | None) -> None:
        self.path, self.column = path, column
        self.wanted = None if column is None else _canonical(column)
        self.seen: dict[str, str] = {}
        """The languages of the file as it writes them, by their canonical form."""
        self.found: dict[str, _Language] = {}
        self.unit_lines: list[int] = []
        self.language: str | None = None
        self.text: list[str] | None = None
        self.has_segment = False
        self.codes = self.depth = self.left_out = 0
        self.file = XmlFile(
            path,
            start=self._start,
            end=self._end,
            characters=self._characters,
            remedy="export it again, or correct it there",
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self.depth and name != "tmx":
            raise self.file.error(f"is not TMX: it begins with <{name}>", "give a .tmx file, which begins with <tmx>")
        self.depth += 1
        if name == "tu":
            self.unit_lines.append(self.file.line)
        elif name == "tuv":
            self._variant(attributes)
        elif name == "seg" and self.language is not None:
            if self.has_segment:
                raise self.file.error("a <tuv> with two <seg>", "leave one of them, or make two units of it")
            self.text, self.codes, self.has_segment = [], 0, True
        elif self.text is not None:
            self.codes += name in CODES
            self.left_out += name == "sub" and self.codes == 1

    def _variant(self, attributes: dict[str, str]) -> None:
        written = attributes.get("xml:lang", attributes.get("lang"))
        if written is None:
            raise self.file.error("a <tuv> without its language", "give it xml:lang")
        language = _canonical(written)
        self.seen.setdefault(language, written)
        if self.wanted is None or not (language == self.wanted or language.startswith(f"{self.wanted}-")):
            return
        found = self.found.setdefault(language, _Language())
        unit = len(self.unit_lines)
        if found.units and found.units[-1] == unit:
            raise self.file.error(f"the unit {unit} has {written} twice", "leave one of them in the unit")
        found.units.append(unit)
        found.segments.append((self.file.line, ""))
        self.language, self.has_segment = language, False

    def _characters(self, text: str) -> None:
        if self.text is not None and not self.codes:
            self.text.append(text)

    def _end(self, name: str) -> None:
        self.depth -= 1
        if name == "tuv":
            if self.language is not None and not self.has_segment:
                raise self.file.error("a <tuv> without <seg>", "give it one, <seg/> for an empty segment")
            self.language = None
        elif name == "seg" and self.text is not None and self.language is not None:
            segments = self.found[self.language].segments
            segments[-1] = (segments[-1][0], "".join(self.text))
            self.text = None
        elif self.text is not None:
            self.codes -= name in CODES

    def result(self) -> Segments:
        """The segments of the language that the column names, one a unit."""
        if self.wanted is None or not self.found:
            raise column_needed(self.path, sorted(self.seen.values()), self.column)
        if self.wanted not in self.found and len(self.found) > 1:
            written = sorted(self.seen[language] for language in self.found)
            raise InputError(
                f"{self.column!r} may be any of {', '.join(written)}",
                path=self.path,
                remedy=f"write {self.path}#{written[0]}, or another of them",
            )
        chosen = self.found[self.wanted if self.wanted in self.found else next(iter(self.found))]
        if len(chosen.units) < len(self.unit_lines):
            having = set(chosen.units)
            unit = next(n for n in range(1, len(self.unit_lines) + 1) if n not in having)
            raise InputError(
                f"the unit {unit} has no {self.column}, nor have {len(self.unit_lines) - len(having) - 1} others",
                path=self.path,
                line=self.unit_lines[unit - 1],
                remedy="export only the units that have both languages: a unit is a segment of every side",
            )
        if self.left_out:
            log.warning(
                "%s: %d texts inside codes (<sub>: footnotes, titles), which are no part of their sentences, left out",
                self.path,
                self.left_out,
            )
        return chosen.segments


def _canonical(language: str) -> str:
    return language.strip().replace("_", "-").lower()
