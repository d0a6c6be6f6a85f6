"""Rebuild the full folder of a set of which only ids are published, from your own copy of the corpus."""

import html
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path

import pyarrow as pa

from extractors.core.errors import InputError, nearest
from extractors.core.escapes import without_invisible
from extractors.core.files import read_text
from extractors.extract.units.unit_stage import cut_texts
from extractors.formats import checksums, conllu, tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.published import PUBLISHED_IDS
from extractors.formats.segments import Corpus
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.units import UNITS
from extractors.inputs.places import Place
from extractors.inputs.reading import read_texts
from extractors.publish import description, layout, read, write
from extractors.publish.description import Description
from extractors.publish.write import Contents

MENDED: Mapping[str, Callable[[str], str]] = {
    "white space at the ends of lines is taken away": str.strip,
    "white space between words is made one blank": lambda text: " ".join(text.split()),
    "entities such as &amp; are replaced by their characters": html.unescape,
    "characters are brought to Unicode NFKC": lambda text: unicodedata.normalize("NFKC", text),
    "soft hyphens and zero-width characters are taken away": without_invisible,
}
"""Ways in which copies of a corpus differ, each tried alone to tell the user what to mend; by what mends it."""


def rebuild(
    folder: Path, *, source: Place, references: Mapping[str, Place], output: Path, parses: Path | None = None
) -> None:
    """Write the folder that would have been published with texts.

    Args:
        folder: a published set of ids.
        source: the place of the source.
        references: the places of the references by name.
        parses: the parses of the source by the same parser, as CoNLL-U; without them there is no `conllu` in the
            folder, and nothing else is missing.
    """
    described = description.read(folder)
    if not described.publish.ids_only:
        raise InputError("has its texts already", path=folder, remedy="score with it as it is: challenge-sets score")
    scores = [name for name in layout.SCORES if (folder / layout.SCORING / name).is_file()]
    needed = [
        layout.DESCRIPTION,
        layout.SETS_FILE,
        layout.CONTROLS,
        layout.COVARIATES,
        layout.REQUESTS,
        *([layout.CONTROL_WORDS] if (folder / layout.CONTROL_WORDS).is_file() else []),
        *([layout.UNITS] if described.unit == "sentence" else []),
        *read.hit_files(folder),
        *(f"{layout.SCORING}/{name}" for name in scores),
    ]
    if changed := checksums.changed(folder, needed):
        raise InputError(f"has changed since it was published: {', '.join(changed)}", path=folder, remedy=read.AGAIN)
    units = tables.read(UNITS, folder / layout.UNITS) if described.unit == "sentence" else None
    corpus = _corpus(described, source, references, units)
    if parses is not None and (generator := conllu.read(parses).generator) != described.parser:
        raise InputError(
            f"has parses by {generator}, but the set was made with {described.parser}",
            path=parses,
            remedy="parse the source with that parser and model, or leave out --parses",
        )
    write.write(
        Contents(
            description=described.model_copy(
                update={"publish": described.publish.model_copy(update={"ids_only": False})}
            ),
            hits=read.of_folder(folder) if read.hit_files(folder) else PUBLISHED_IDS.table([]),
            sets=tables.read(SETS, folder / layout.SETS_FILE),
            controls=tables.read(CONTROLS, folder / layout.CONTROLS),
            covariates=tables.read(COVARIATES, folder / layout.COVARIATES),
            corpus=corpus,
            control_words=read.control_words(folder),
            units=units,
            parses=parses,
            requests=read_text(folder / layout.REQUESTS),
            scores={name: folder / layout.SCORING / name for name in scores},
        ),
        output,
    )


def _corpus(described: Description, source: Place, references: Mapping[str, Place], units: pa.Table | None) -> Corpus:
    """Read the user's copy of the corpus, cut into sentences if the set was; refuse a copy of any other corpus."""
    for name in references:
        if name not in described.references:
            raise InputError(
                f"the set has no reference {name!r}", remedy=f"{nearest(name, described.references)}; write NAME=PLACE"
            )
    if lacking := [name for name in described.references if name not in references]:
        raise InputError(
            f"the reference {lacking[0]!r} of the set is not given",
            remedy="give " + " ".join(f"--reference {name}=PLACE" for name in lacking),
        )
    expected = {"": described.source_sha256, **described.references}
    places = {"": source, **references}
    texts = {name: read_texts(places[name]) for name in expected}
    if units is not None:
        whole = max(units.column("whole").to_pylist()) + 1
        for name, text in texts.items():
            if len(text) != whole:
                raise InputError(
                    f"has {len(text)} segments; the sentences of {described.name} were cut from {whole}",
                    path=places[name].text,
                    remedy="give the corpus as it is before it is cut into sentences",
                )
        texts = cut_texts(texts, units)
    problems = [
        f"the {f'reference {name}' if name else 'source'} {places[name]} {problem}"
        for name in expected
        if (problem := _difference(texts[name], expected[name], described.segments, expected))
    ]
    if problems:
        raise InputError(
            f"these are not the texts that {described.name} was made from: {'; '.join(problems)}",
            remedy="download the corpus again from where the README.md of the set says, and leave it unchanged",
        )
    return Corpus(
        source_language=described.source_language,
        target_language=described.target_language,
        source=texts[""],
        references={name: texts[name] for name in described.references},
    )


def _difference(segments: list[str], wanted: str, count: int, all_texts: Mapping[str, str]) -> str | None:
    """Say how a text differs from the published one; return None if they are the same."""
    checksum = description.checksum(segments)
    if checksum == wanted:
        return None
    for name, other in all_texts.items():
        if checksum == other:
            return (
                f"is the {f'reference {name}' if name else 'source'} of the set: do they stand in each other's place?"
            )
    if len(segments) != count:
        empty = sum(not text.strip() for text in segments)
        note = f" ({empty} of them empty)" if empty else ""
        return f"has {len(segments)} segments{note}, and should have {count}"
    for what, mend in MENDED.items():
        if description.checksum([mend(text) for text in segments]) == wanted:
            return f"is the right one if {what}: do that first"
    return (
        f"has {count} segments as it should, but another checksum: another version of it, or its text was normalised,"
        " tokenised, lower-cased or cut at other places"
    )
