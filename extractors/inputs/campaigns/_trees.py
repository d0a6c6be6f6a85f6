"""The tree of mt-metrics-eval and of WMT's repositories: sources, references, documents and outputs by language pair.

    sources/en-de.txt    references/en-de.refA.txt    documents/en-de.docs    system-outputs/en-de/NAME.txt

Source: README of google-research/mt-metrics-eval; WMT's repositories from WMT23 on have the same folders below txt/.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from extractors.core.errors import InputError
from extractors.core.names import check_name
from extractors.inputs.campaigns import EvalSet, Line, Remark, Segment, Translation
from extractors.inputs.campaigns._files import Folder, lines

CANARY = re.compile(r"\bcanary\b", re.IGNORECASE)
"""The word that a line has which says that a text is no data for training."""


def pairs(folder: Folder) -> list[str]:
    """The language pairs that the tree has sources of."""
    return [PurePosixPath(name).name.removesuffix(".gz").removesuffix(".txt") for name in folder.below("sources")]


def pair_of(folder: Folder, mark: str | None) -> str:
    """The language pair that is wanted.

    Raises:
        InputError: the tree does not have it, or has several and none is named.
    """
    known = pairs(folder)
    if mark in known:
        return str(mark)
    if mark is None and len(known) == 1:
        return known[0]
    problem = "names no language pair" if mark is None else f"has no language pair {mark!r}"
    listed = ", ".join(known) or "none: it has no folder sources/ with PAIR.txt"
    raise InputError(problem, path=folder.path, remedy=f"write PATH#PAIR with one of: {listed}")


def languages_of(pair: str, path: Path) -> tuple[str, str]:
    """`en-de` as (en, de)."""
    source, dash, target = pair.partition("-")
    if not (dash and source and target):
        raise InputError(f"{pair!r} is no language pair", path=path, remedy="write it as SOURCE-TARGET: en-de")
    return source, target


def text_names(folder: Folder, pair: str) -> tuple[str, dict[str, str], dict[str, str], str | None]:
    """The file of the source, those of references and of outputs by name, and that of documents if there is one."""
    source = next(name for name in folder.below("sources") if PurePosixPath(name).name.startswith(f"{pair}.txt"))
    references = {
        _stem(name).removeprefix(f"{pair}."): name
        for name in folder.below("references")
        if PurePosixPath(name).name.startswith(f"{pair}.")
    }
    # References are among the outputs, too, where people rated them.
    outputs = {_stem(name): name for name in folder.below(f"system-outputs/{pair}") if _stem(name) not in references}
    documents = next(iter(n for n in folder.below("documents") if PurePosixPath(n).name == f"{pair}.docs"), None)
    return source, references, outputs, documents


def _stem(name: str) -> str:
    return PurePosixPath(name).name.removesuffix(".gz").removesuffix(".txt")


def read_texts(
    folder: Folder,
    *,
    source: str,
    references: dict[str, str],
    outputs: dict[str, str],
    documents: str | None,
    languages: tuple[str, str],
) -> EvalSet:
    """The texts of files with a segment a line, without the line of a canary.

    Raises:
        InputError: a file with another number of lines than the source, with its line.
    """
    texts = folder.segments(source)
    origin = folder.file(source)
    named = _documents(folder, documents, len(texts), origin) if documents else [(None, None)] * len(texts)
    # Its string says what it is, and where documents are named, so does its document.
    canary = bool(CANARY.search(texts[0])) and (documents is None or bool(CANARY.search(named[0][1] or "")))
    kept = range(1, len(texts)) if canary else range(len(texts))
    segments = tuple(
        Segment(
            id=str(number),
            source=texts[i],
            domain=named[i][0],
            document=named[i][1],
            line=Line(origin, i + 1),
        )
        for number, i in enumerate(kept, 1)
    )
    return EvalSet(
        languages=languages,
        segments=segments,
        references={name: _translation(folder, file, len(texts), kept, origin) for name, file in references.items()},
        systems={name: _translation(folder, file, len(texts), kept, origin) for name, file in outputs.items()},
        remarks=(Remark(Line(origin, 1), "a canary and no segment: left out of every text"),) if canary else (),
    )


def _translation(folder: Folder, name: str, count: int, kept: Sequence[int], source: Path) -> Translation:
    path = folder.file(name)
    check_name(_stem(name), "system", path=path, remedy="rename the file")
    texts = folder.segments(name)
    _check_count(len(texts), count, path, source)
    return Translation(texts=tuple(texts[i] for i in kept), lines=tuple(Line(path, i + 1) for i in kept))


def _documents(folder: Folder, name: str, count: int, source: Path) -> list[tuple[str | None, str | None]]:
    """(domain, document) of each line."""
    path = folder.file(name)
    found: list[tuple[str | None, str | None]] = []
    domain_of: dict[str, str] = {}
    for number, line in enumerate(lines(folder.text(name), path), 1):
        domain, tab, document = line.partition("\t")
        if not tab or not document:
            raise InputError(
                f"{line!r} is not a domain, a tab and a document",
                path=path,
                line=number,
                remedy="write DOMAIN<tab>DOCUMENT",
            )
        if domain_of.setdefault(document, domain) != domain:
            raise InputError(
                f"the document {document} is of the domains {domain_of[document]} and {domain}",
                path=path,
                line=number,
                remedy="a document has one domain: correct it",
            )
        if found and found[-1][1] != document and any(document == other for _, other in found):
            raise InputError(
                f"the document {document} begins a second time",
                path=path,
                line=number,
                remedy="the segments of a document follow each other: correct the name, or the order of all files",
            )
        found.append((domain, document))
    _check_count(len(found), count, path, source)
    return found


def _check_count(count: int, expected: int, path: Path, source: Path) -> None:
    if count != expected:
        raise InputError(
            f"{count} lines, but the source {source} has {expected}",
            path=path,
            line=min(count, expected) + 1,
            remedy="give one line a segment, in the order of the source; a shorter file was cut",
        )
