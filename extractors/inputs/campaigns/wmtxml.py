"""WMT's XML of 2021 and later: documents with source, references and outputs as <seg> elements.

    <dataset id="wmttest2023"><collection id="general"><doc origlang="ru" id="championships-1" domain="manuals">
    <src lang="ru"><p><seg id="1">...</seg> ... <ref lang="en" translator="refA"> ... <hyp system="NAME" lang="en"> ...

`<collection>` came in 2022, and may be empty. Segments are matched by their ids, which are unique in a document;
paragraphs may differ between texts. A missing segment is none, whatever placeholder a tool prints for it. Documents
with `testsuite` are left out; `#PAIR:SUITE` reads those of a suite, and nothing else. Documents of other source
languages than the pair's stay, as they are part of the set.

Source: wmt-conference/wmt-format-tools. Entities that the file defines are refused (extractors.core.xmlfile).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.names import check_name
from extractors.core.xmlfile import XmlFile
from extractors.inputs.campaigns import EvalSet, Line, Remark, Segment, SetReader, Translation

TEXTS = ("src", "ref", "hyp")
DEFAULT_REFERENCE = "A"
"""The name of a reference without one."""


@dataclass
class XmlDocument:
    """A document as the file has it: the segments of each text by id."""

    name: str
    domain: str | None
    suite: str | None
    line: Line
    source: dict[str, tuple[str, Line]] = field(default_factory=dict)
    references: dict[str, dict[str, tuple[str, Line]]] = field(default_factory=dict)
    systems: dict[str, dict[str, tuple[str, Line]]] = field(default_factory=dict)


class Wmtxml(SetReader):
    """`wmtxml:newstest2021.de-fr.xml`; outputs in files of their own: `wmtxml:src-ref.xml + wmtxml:hyp.xml`."""

    def read(self, texts: EvalSet | None) -> EvalSet:
        reader = _XmlReader(self.path)
        reader.file.read()
        pair, _, suite = (self.mark or "").partition(":")
        languages = reader.languages()
        if pair and languages is not None and pair != "-".join(languages):
            raise InputError(
                f"is of the language pair {'-'.join(languages)}, not {pair}", path=self.path, remedy="correct the pair"
            )
        documents = [document for document in reader.documents if (document.suite or "") == suite]
        if not documents:
            suites = sorted({document.suite for document in reader.documents if document.suite})
            raise InputError(
                "no documents" + (f" of the test suite {suite!r}" if suite else " but those of test suites"),
                path=self.path,
                remedy=f"for a suite write {self.path}#PAIR:SUITE with one of: {', '.join(suites) or 'there is none'}",
            )
        remarks = tuple(
            Remark(document.line, f"a document of the test suite {document.suite}: left out")
            for document in reader.documents
            if document.suite and not suite
        )
        if texts is None:
            return _set(documents, languages, remarks, self.path)
        return _with_more(texts, documents, remarks, self.path)


class _XmlReader:
    """Collects the documents of a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.documents: list[XmlDocument] = []
        self.source_languages: set[str] = set()
        self.target_languages: set[str] = set()
        self.open: list[str] = []
        self.into: dict[str, tuple[str, Line]] | None = None
        self.segment: tuple[str, Line, list[str]] | None = None
        self.file = XmlFile(
            path,
            start=self._start,
            end=self._end,
            characters=self._characters,
            remedy="correct it there; a file that ends too early was cut",
        )

    def languages(self) -> tuple[str, str] | None:
        """Those of the texts; None if they are not one pair."""
        if len(self.source_languages) == len(self.target_languages) == 1:
            return next(iter(self.source_languages)), next(iter(self.target_languages))
        return None

    @property
    def line(self) -> Line:
        return Line(self.path, self.file.line)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self.open and name != "dataset":
            raise self.line.error(
                f"is not WMT's XML: it begins with <{name}>", "give a file that begins with <dataset>"
            )
        self.open.append(name)
        if name == "doc":
            self._begin_document(attributes)
        elif name in TEXTS:
            self._begin_text(name, attributes)
        elif name == "seg" and self.into is not None:
            if "id" not in attributes:
                raise self.line.error("a <seg> without its id", "give it one, unique in its document")
            if attributes["id"] in self.into:
                raise self.line.error(f"a second segment {attributes['id']!r} in this text", "leave one of them")
            self.segment = attributes["id"], self.line, []

    def _begin_document(self, attributes: dict[str, str]) -> None:
        if "id" not in attributes:
            raise self.line.error("a <doc> without its id", "give it one")
        name = attributes["id"]
        if any(document.name == name for document in self.documents):
            raise self.line.error(f"a second document {name!r}", "leave one of them, or give it another id")
        self.documents.append(XmlDocument(name, attributes.get("domain"), attributes.get("testsuite"), self.line))

    def _begin_text(self, name: str, attributes: dict[str, str]) -> None:
        if not self.documents or "doc" not in self.open:
            raise self.line.error(f"a <{name}> outside a document", "put it into a <doc>")
        document = self.documents[-1]
        languages = self.source_languages if name == "src" else self.target_languages
        if "lang" in attributes:
            languages.add(attributes["lang"])
        if name == "src":
            texts, label = {"": document.source}, ""
            if document.source:
                raise self.line.error("a second <src> in this document", "leave one of them")
        elif name == "ref":
            texts, label = document.references, attributes.get("translator", DEFAULT_REFERENCE)
        else:
            if "system" not in attributes:
                raise self.line.error("a <hyp> without its system", "give it `system`")
            texts, label = document.systems, attributes["system"]
        if name != "src":
            check_name(label, "system", path=self.path, line=self.line.number)
            if label in texts:
                raise self.line.error(f"a second text of {label!r} in this document", "leave one of them")
        self.into = texts.setdefault(label, {})

    def _characters(self, text: str) -> None:
        if self.segment is not None:
            self.segment[2].append(text)

    def _end(self, name: str) -> None:
        self.open.pop()
        if name == "seg" and self.segment is not None and self.into is not None:
            identifier, line, parts = self.segment
            self.into[identifier] = "".join(parts), line
            self.segment = None
        elif name in TEXTS:
            self.into = None


def _set(
    documents: list[XmlDocument], languages: tuple[str, str] | None, remarks: tuple[Remark, ...], path: Path
) -> EvalSet:
    segments = tuple(
        Segment(
            id=f"{document.name}:{identifier}", source=text, document=document.name, domain=document.domain, line=line
        )
        for document in documents
        for identifier, (text, line) in document.source.items()
    )
    if not segments:
        raise InputError("has no source", path=path, remedy="name a file with <src> before it")
    found = EvalSet(languages=languages, segments=segments, references={}, systems={}, remarks=remarks)
    return _with_more(found, documents, (), path)


def _with_more(texts: EvalSet, documents: list[XmlDocument], remarks: tuple[Remark, ...], path: Path) -> EvalSet:
    """The set with the references and outputs of these documents."""
    more: list[Remark] = list(remarks)
    known = {segment.id: segment.source for segment in texts.segments}
    for document in documents:
        for identifier, (source, line) in document.source.items():
            name = f"{document.name}:{identifier}"
            if known.get(name, source) != source:
                raise line.error(f"another source of segment {name} than the set has", "give files of one test set")
    references = {d.name: d.references for d in documents}
    systems = {d.name: d.systems for d in documents}
    if not texts.references and not any(references.values()) and not any(systems.values()):
        return replace(texts, remarks=(*texts.remarks, *more))
    return replace(
        texts,
        references={**texts.references, **_translations(texts, references, path, more, new=texts.references)},
        systems={**texts.systems, **_translations(texts, systems, path, more, new=texts.systems)},
        remarks=(*texts.remarks, *more),
    )


def _translations(
    texts: EvalSet,
    by_document: Mapping[str, Mapping[str, Mapping[str, tuple[str, Line]]]],
    path: Path,
    remarks: list[Remark],
    *,
    new: Mapping[str, Translation],
) -> dict[str, Translation]:
    """The translations that the documents have and `new` has not, by name."""
    names = dict.fromkeys(name for of in by_document.values() for name in of if name not in new)
    made = {}
    for name in names:
        of_name = {
            f"{document}:{identifier}": value
            for document, of in by_document.items()
            for identifier, value in of.get(name, {}).items()
        }
        ids = {segment.id for segment in texts.segments}
        for identifier, (_, line) in of_name.items():
            if identifier not in ids:
                remarks.append(Remark(line, f"segment {identifier} of {name} has no source: left out"))
        lacking = [segment for segment in texts.segments if segment.id not in of_name]
        remarks += [Remark(segment.line, f"{name} has no segment {segment.id}") for segment in lacking]
        made[name] = Translation(
            texts=tuple(of_name[s.id][0] if s.id in of_name else None for s in texts.segments),
            lines=tuple(of_name[s.id][1] if s.id in of_name else Line(path, None) for s in texts.segments),
        )
    return made
