"""TMX 1.4, Translation Memory eXchange: a segment is the <seg> of one language in a translation unit <tu>.

Source: LISA/ETSI, TMX 1.4b Specification. Of the inline elements <bpt>, <ept>, <it>, <ph> and <ut> hold codes of
the program that the text came from, and are left out, with the text that a <sub> in them holds (a footnote or a
title, which is no part of the sentence); <hi> holds text.

Entities that the file defines are refused (extractors.core.xmlfile).
"""

from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.core.xmlfile import Element, XmlFile
from extractors.inputs.importers import FileImporter, Segments, column_needed

CODES = frozenset({"bpt", "ept", "it", "ph", "ut"})


class Tmx(FileImporter):
    """`memory.tmx#de`: the language is that of xml:lang, in any case, with its region or without."""

    suffixes, counted = (".tmx",), b"</tu>"

    def read(self, path: Path, column: str | None) -> Segments:
        wanted = None if column is None else _canonical(column)
        # The languages of the file as it writes them; by canonical form, as the segments by unit.
        written: dict[str, str] = {}
        found: dict[str, dict[int, tuple[int, str]]] = {}
        unit_lines: list[int] = []
        left_out = 0
        for unit in XmlFile(path, root="tmx", what="TMX", remedy="export it again, or correct it there").read("tu"):
            unit_lines.append(unit.line)
            for variant in unit.below("tuv"):
                name = variant.attributes.get("xml:lang", variant.attributes.get("lang"))
                if name is None:
                    raise variant.error("a <tuv> without its language", "give it xml:lang")
                language = _canonical(name)
                written.setdefault(language, name)
                if wanted is None or not (language == wanted or language.startswith(f"{wanted}-")):
                    continue
                segments = found.setdefault(language, {})
                if len(unit_lines) in segments:
                    raise variant.error(f"the unit {len(unit_lines)} has {name} twice", "leave one of them in the unit")
                segment = _segment(variant)
                segments[len(unit_lines)] = variant.line, segment.text(CODES)
                left_out += sum(1 for _ in segment.below("sub"))
        if wanted is None or not found:
            raise column_needed(path, sorted(written.values()), column)
        if wanted not in found and len(found) > 1:
            names = sorted(written[language] for language in found)
            raise InputError(
                f"{column!r} may be any of {', '.join(names)}",
                path=path,
                remedy=f"write {path}#{names[0]}, or another of them",
            )
        chosen = found[wanted if wanted in found else next(iter(found))]
        if lacking := [unit for unit in range(1, len(unit_lines) + 1) if unit not in chosen]:
            raise InputError(
                f"the unit {lacking[0]} has no {column}, nor have {len(lacking) - 1} others",
                path=path,
                line=unit_lines[lacking[0] - 1],
                remedy="export only the units that have both languages: a unit is a segment of every side",
            )
        if left_out:
            log.warning(
                "%s: %d texts inside codes (<sub>: footnotes, titles) left out, since they are not part of their"
                " sentences",
                path,
                left_out,
            )
        return list(chosen.values())


def _segment(variant: Element) -> Element:
    """The one <seg> of a <tuv>."""
    segments = list(variant.below("seg"))
    if not segments:
        raise variant.error("a <tuv> without <seg>", "give it one, <seg/> for an empty segment")
    if len(segments) > 1:
        raise segments[1].error("a <tuv> with two <seg>", "leave one of them, or make two units of it")
    return segments[0]


def _canonical(language: str) -> str:
    return language.strip().replace("_", "-").lower()
