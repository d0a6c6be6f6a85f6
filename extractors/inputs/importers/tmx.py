"""TMX 1.4, Translation Memory eXchange: a segment is the <seg> of one language in a translation unit <tu>.

Source: LISA/ETSI, TMX 1.4b Specification. Of the inline elements <bpt>, <ept>, <it>, <ph> and <ut> hold codes of
the program that the text came from, and are left out, with the text that a <sub> in them holds (a footnote or a
title, which is no part of the sentence); <hi> holds text.

Entities that the file defines are refused (extractors.core.xmlfile).
"""

import re
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.core.xmlfile import Element, XmlFile
from extractors.inputs.importers import FileImporter, Segments, column_needed

LAYOUT = re.compile(r"[ \t]*[\t\r\n][ \t\r\n]*")
CODES = frozenset({"bpt", "ept", "it", "ph", "ut"})


class Tmx(FileImporter):
    """`memory.tmx#de`: the language is that of xml:lang, in any case, with its region or without."""

    suffixes, counted = (".tmx",), b"</tu>"

    def segments(self) -> Segments:
        path, column = self.path, self.column
        wanted = None if column is None else _canonical(column)
        # The languages of the file as it writes them; of each unit its line and the wanted texts, by language.
        written: dict[str, str] = {}
        units: list[tuple[int, dict[str, Element]]] = []
        for unit in XmlFile(path, root="tmx", what="TMX", remedy="export it again, or correct it there").read("tu"):
            variants: dict[str, Element] = {}
            for variant in unit.below("tuv"):
                name = variant.attributes.get("xml:lang", variant.attributes.get("lang"))
                if name is None:
                    raise variant.error("a <tuv> without its language", "give it xml:lang")
                language = _canonical(name)
                written.setdefault(language, name)
                if wanted is None or not (language == wanted or language.startswith(f"{wanted}-")):
                    continue
                if language in variants:
                    raise variant.error(f"the unit {len(units) + 1} has {name} twice", "leave one of them in the unit")
                variants[language] = variant
            units.append((unit.line, variants))
        if wanted is None or not any(variants for _, variants in units):
            raise column_needed(path, sorted(written.values()), column)
        return _texts(path, str(column), units, written)


def _texts(path: Path, column: str, units: list[tuple[int, dict[str, Element]]], written: dict[str, str]) -> Segments:
    """Read the text of each unit in the language of a column: for `de`, in de, or else in its only region."""
    wanted, segments, left_out = _canonical(column), [], 0
    lacking = [number for number, (_, variants) in enumerate(units, 1) if not variants]
    if lacking:
        general = wanted.partition("-")[0]
        is_narrower = general in written and general != wanted
        advice = f"; {path}#{general} takes {column} and {written[general]}" if is_narrower else ""
        raise InputError(
            f"unit {lacking[0]} has no {column}{_others(len(lacking) - 1)}",
            path=path,
            line=units[lacking[0] - 1][0],
            remedy=f"export only units that have both languages, since a unit is one segment on each side{advice}",
        )
    for line, variants in units:
        if wanted not in variants and len(variants) > 1:
            names = sorted(written[language] for language in variants)
            raise InputError(
                f"{column!r} may mean any of {', '.join(names)}",
                path=path,
                line=line,
                remedy=f"write {path}#{names[0]}, or another of them",
            )
        variant = variants[wanted] if wanted in variants else next(iter(variants.values()))
        segment = _segment(variant)
        segments.append((variant.line, _on_one_line(segment.text(CODES))))
        left_out += sum(1 for _ in segment.below("sub"))
    if left_out:
        log.warning(
            "%s: %d texts inside codes (<sub>: footnotes, titles) left out, since they are not part of their sentences",
            path,
            left_out,
        )
    return segments


def _others(count: int) -> str:
    """Write how many other units lack the language, too."""
    if not count:
        return ""
    return ", nor does 1 other" if count == 1 else f", and neither do {count} others"


def _segment(variant: Element) -> Element:
    """Get the only <seg> of a <tuv>; refuse none or several."""
    segments = list(variant.below("seg"))
    if not segments:
        raise variant.error("a <tuv> without <seg>", "give it one, <seg/> for an empty segment")
    if len(segments) > 1:
        raise segments[1].error("a <tuv> with two <seg>", "leave one of them, or make two units of it")
    return segments[0]


def _on_one_line(text: str) -> str:
    """Replace line breaks and indentation by single blanks: the layout of a file is not part of its sentences."""
    return LAYOUT.sub(" ", text).strip()


def _canonical(language: str) -> str:
    return language.strip().replace("_", "-").lower()
