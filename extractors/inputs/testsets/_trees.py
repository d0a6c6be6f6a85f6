"""The tree of mt-metrics-eval and of WMT's repositories: sources, references, documents and outputs by language pair.

    sources/en-de.txt    references/en-de.refA.txt    documents/en-de.docs    system-outputs/en-de/NAME.txt
    sources/generaltest2022.de-en.src.de    references/generaltest2022.de-en.ref.A.en
    system-outputs/generaltest2022.de-en.hyp.NAME.en

The first are the names of WMT24 and mt-metrics-eval, the others those of WMT21 to WMT23; any name that has the pair
between two dots is read.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from extractors.core.errors import InputError
from extractors.core.names import check_name
from extractors.inputs.testsets import EvalSet, Line, Remark, Segment, Translation
from extractors.inputs.testsets._files import Folder, lines

CANARY = re.compile(r"\bcanary\b", re.IGNORECASE)
"""The word that a line has which says that a text is no data for training."""


PAIR = re.compile(r"[a-z]{2,3}(?:_[A-Za-z]+)?-[a-z]{2,3}(?:_[A-Za-z]+)?")
ROLES = ("src", "ref", "hyp")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextNames:
    """The files of a language pair.

    Attributes:
        references, outputs: by name.
        documents: the file with a domain and a document for each line; None if there is none.
    """

    source: str
    references: dict[str, str]
    outputs: dict[str, str]
    documents: str | None
    languages: tuple[str, str]

    def every(self) -> list[str]:
        """List all files."""
        more = [] if self.documents is None else [self.documents]
        return [self.source, *self.references.values(), *self.outputs.values(), *more]


def plain(name: str) -> str:
    """Return the name of a file without .gz."""
    return name.removesuffix(".gz")


def _named(file: str) -> tuple[str | None, str]:
    """Find the language pair in a file's name, and whose text it is: (de-en, UF) in `news.de-en.hyp.UF.en`."""
    parts = plain(PurePosixPath(file).name).split(".")
    at = next((index for index, part in enumerate(parts) if PAIR.fullmatch(part)), None)
    if at is None:
        return None, ""
    rest = parts[at + 1 : -1]
    return parts[at], ".".join(rest[1:] if len(rest) > 1 and rest[0] in ROLES else rest)


def _pair_files(folder: Folder, inside: str, pair: str) -> dict[str, str]:
    """Find the files of a pair in a folder, by the system or reference whose text each is."""
    files = {file: _named(file) for file in folder.below(inside)}
    return {name: file for file, (file_pair, name) in files.items() if file_pair == pair}


def pair_of(folder: Folder, mark: str | None) -> str:
    """Find the wanted language pair: the one named, or the only one."""
    pairs = list(dict.fromkeys(filter(None, (_named(file)[0] for file in folder.below("sources")))))
    if mark in pairs:
        return str(mark)
    if mark is None and len(pairs) == 1:
        return pairs[0]
    problem = "names no language pair" if mark is None else f"has no language pair {mark!r}"
    listed = ", ".join(pairs) or "none: its folder sources/ has no file whose name says a pair, such as en-de.txt"
    raise InputError(problem, path=folder.path, remedy=f"write PATH#PAIR with one of: {listed}")


def languages_of(pair: str, path: Path) -> tuple[str, str]:
    """Split a language pair: `en-de` into (en, de)."""
    source, dash, target = pair.partition("-")
    if not (dash and source and target):
        raise InputError(
            f"expected a language pair, got {pair!r}", path=path, remedy="write it as SOURCE-TARGET, such as en-de"
        )
    return source, target


def text_names(folder: Folder, pair: str) -> TextNames:
    """Find the files of a language pair in the tree."""
    references = _pair_files(folder, "references", pair)
    outputs = _pair_files(folder, "system-outputs", pair)
    for file in folder.below(f"system-outputs/{pair}"):
        outputs[plain(PurePosixPath(file).name).removesuffix(".txt")] = file
    return TextNames(
        source=next(iter(_pair_files(folder, "sources", pair).values())),
        references=references,
        # References are among the outputs, too, where people rated them.
        outputs={name: file for name, file in outputs.items() if name not in references},
        documents=next((file for file in _pair_files(folder, "documents", pair).values() if ".docs" in file), None),
        languages=languages_of(pair, folder.path),
    )


def read_texts(folder: Folder, names: TextNames) -> EvalSet:
    """Read the texts of files with a segment a line, without the line of a canary."""
    texts = folder.segments(names.source)
    origin = folder.file(names.source)
    has_documents = names.documents is not None
    named = _documents(folder, names.documents, len(texts), origin) if names.documents else [(None, None)] * len(texts)
    # Its string says what it is, and where documents are named, so does its document.
    canary = bool(CANARY.search(texts[0])) and (not has_documents or bool(CANARY.search(named[0][1] or "")))
    kept = range(1, len(texts)) if canary else range(len(texts))

    def each(files: dict[str, str]) -> dict[str, Translation]:
        return {name: _translation(folder, name, file, len(texts), kept, origin) for name, file in files.items()}

    return EvalSet(
        languages=names.languages,
        segments=tuple(
            Segment(id=str(number), source=texts[i], domain=named[i][0], document=named[i][1], line=Line(origin, i + 1))
            for number, i in enumerate(kept, 1)
        ),
        references=each(names.references),
        systems=each(names.outputs),
        remarks=(Remark(Line(origin, 1), "a canary and no segment: left out of every text"),) if canary else (),
    )


def _translation(folder: Folder, name: str, file: str, count: int, kept: Sequence[int], source: Path) -> Translation:
    path = folder.file(file)
    check_name(name, "system", path=path, remedy="rename the file")
    texts = folder.segments(file)
    _check_count(len(texts), count, path, source)
    return Translation(texts=tuple(texts[i] for i in kept), lines=tuple(Line(path, i + 1) for i in kept))


def _documents(folder: Folder, name: str, count: int, source: Path) -> list[tuple[str | None, str | None]]:
    """Read (domain, document) of each line."""
    path = folder.file(name)
    documents: list[tuple[str | None, str | None]] = []
    domain_of: dict[str, str] = {}
    for number, line in enumerate(lines(folder.text(name), path), 1):
        domain, tab, document = line.partition("\t")
        at = Line(path, number)
        if not tab or not document:
            raise at.error(f"{line!r} is not a domain, a tab and a document", "write DOMAIN<tab>DOCUMENT")
        if domain_of.setdefault(document, domain) != domain:
            problem = f"the document {document} is of the domains {domain_of[document]} and {domain}"
            raise at.error(problem, "a document has one domain: correct it")
        if documents and documents[-1][1] != document and any(document == other for _, other in documents):
            raise at.error(
                f"the document {document} begins a second time",
                "the segments of a document follow each other: correct the name, or the order of all files",
            )
        documents.append((domain, document))
    _check_count(len(documents), count, path, source)
    return documents


def _check_count(count: int, expected: int, path: Path, source: Path) -> None:
    if count != expected:
        raise Line(path, min(count, expected) + 1).error(
            f"{count} lines, but the source {source} has {expected}",
            "give one line a segment, in the order of the source; a shorter file was cut",
        )
