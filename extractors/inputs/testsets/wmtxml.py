"""WMT's XML of 2021 and later: documents with source, references and outputs as <seg> elements.

    <dataset id="wmttest2023"><collection id="general"><doc origlang="ru" id="championships-1" domain="manuals">
    <src lang="ru"><p><seg id="1">...</seg> ... <ref lang="en" translator="refA"> ... <hyp system="NAME" lang="en"> ...

`<collection>` came in 2022, and may be empty. Segments are matched by their ids, which are unique in a document;
paragraphs may differ between texts. A missing segment is none, whatever placeholder a tool prints for it. Documents
with `testsuite` are left out; `#PAIR:SUITE` reads those of a suite, and nothing else. Documents of other source
languages than the pair's stay, as they are part of the set.

Source: wmt-conference/wmt-format-tools. Entities that the file defines are refused (extractors.core.xmlfile).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.names import check_name
from extractors.core.xmlfile import Element, XmlFile
from extractors.inputs.testsets import EvalSet, Line, Remark, Segment, SetReader, Translation

TEXTS = ("src", "ref", "hyp")
DEFAULT_REFERENCE = "A"
"""The name of a reference without one."""


XmlTexts = dict[str, tuple[str, Line]]
"""The segments of a text by their ids, each with its line."""
TextsByDocument = Mapping[str, Mapping[str, XmlTexts]]
"""By document and the name of the reference or system."""


@dataclass
class XmlDocument:
    """A document as the file has it."""

    name: str
    domain: str | None
    suite: str | None
    line: Line
    source: XmlTexts = field(default_factory=dict)
    references: dict[str, XmlTexts] = field(default_factory=dict)
    systems: dict[str, XmlTexts] = field(default_factory=dict)


class Wmtxml(SetReader):
    """`wmtxml:newstest2021.de-fr.xml`; outputs in files of their own: `wmtxml:src-ref.xml + wmtxml:hyp.xml`."""

    def read(self, texts: EvalSet | None) -> EvalSet:
        read, languages = _documents(self.path)
        pair, _, suite = (self.mark or "").partition(":")
        if pair and languages is not None and pair != "-".join(languages):
            raise InputError(
                f"is of the language pair {'-'.join(languages)}, not {pair}",
                path=self.path,
                remedy=f"write {'-'.join(languages)} after #",
            )
        documents = [document for document in read if (document.suite or "") == suite]
        if not documents:
            suites = sorted({document.suite for document in read if document.suite})
            raise InputError(
                "has no documents" + (f" of the test suite {suite!r}" if suite else " except those of test suites"),
                path=self.path,
                remedy=f"for a suite, write {self.path}#PAIR:SUITE with one of: {', '.join(suites) or 'there is none'}",
            )
        remarks = [
            Remark(document.line, f"a document of the test suite {document.suite}: left out")
            for document in read
            if document.suite and not suite
        ]
        if texts is None:
            texts = _sources(documents, languages, self.path)
        return _with_more(texts, documents, remarks, self.path)


def _documents(path: Path) -> tuple[list[XmlDocument], tuple[str, str] | None]:
    """Read the documents of a file, and the languages of its texts; None if they are not one pair."""
    documents: dict[str, XmlDocument] = {}
    source_languages: set[str] = set()
    target_languages: set[str] = set()
    file = XmlFile(
        path, root="dataset", what="WMT's XML", remedy="correct it there; a file that ends too early was cut"
    )
    for element in file.read("doc", *TEXTS):
        if element.name != "doc":
            raise element.error(f"a <{element.name}> outside a document", "put it into a <doc>")
        if (name := element.attributes.get("id")) is None:
            raise element.error("a <doc> without its id", "give it one")
        if name in documents:
            raise element.error(f"a second document {name!r}", "leave one of them, or give it another id")
        attributes = element.attributes
        document = XmlDocument(name, attributes.get("domain"), attributes.get("testsuite"), Line(path, element.line))
        documents[name] = document
        for text in element.below(*TEXTS):
            if "lang" in text.attributes:
                (source_languages if text.name == "src" else target_languages).add(text.attributes["lang"])
            _add_text(document, text)
    if len(source_languages) != 1 or len(target_languages) != 1:
        return list(documents.values()), None
    return list(documents.values()), (source_languages.pop(), target_languages.pop())


def _add_text(document: XmlDocument, text: Element) -> None:
    """Add the segments of a <src>, <ref> or <hyp> to its document."""
    if text.name == "src":
        if document.source:
            raise text.error("a second <src> in this document", "leave one of them")
        document.source = _segments(text)
        return
    if text.name == "ref":
        texts, label = document.references, text.attributes.get("translator", DEFAULT_REFERENCE)
    elif "system" not in text.attributes:
        raise text.error("a <hyp> without its system", "give it `system`")
    else:
        texts, label = document.systems, text.attributes["system"]
    check_name(label, "system", path=text.path, line=text.line)
    if label in texts:
        raise text.error(f"a second text of {label!r} in this document", "leave one of them")
    texts[label] = _segments(text)


def _segments(text: Element) -> XmlTexts:
    segments: XmlTexts = {}
    for segment in text.below("seg"):
        if (name := segment.attributes.get("id")) is None:
            raise segment.error("a <seg> without its id", "give it one, unique in its document")
        if name in segments:
            raise segment.error(f"a second segment {name!r} in this text", "leave one of them")
        segments[name] = segment.text(), Line(segment.path, segment.line)
    return segments


def _sources(documents: list[XmlDocument], languages: tuple[str, str] | None, path: Path) -> EvalSet:
    segments = tuple(
        Segment(
            id=f"{document.name}:{identifier}", source=text, document=document.name, domain=document.domain, line=line
        )
        for document in documents
        for identifier, (text, line) in document.source.items()
    )
    if not segments:
        raise InputError("has no source", path=path, remedy="name a file that has <src> before it")
    return EvalSet(languages=languages, segments=segments, references={}, systems={})


def _with_more(texts: EvalSet, documents: list[XmlDocument], remarks: list[Remark], path: Path) -> EvalSet:
    """Add the references and outputs of these documents to a set."""
    sources = {segment.id: segment.source for segment in texts.segments}
    for document in documents:
        for identifier, (source, line) in document.source.items():
            name = f"{document.name}:{identifier}"
            if sources.get(name, source) != source:
                raise line.error(f"another source of segment {name} than the set has", "give files of one test set")

    def translations(here: Mapping[str, Translation], by_document: TextsByDocument) -> dict[str, Translation]:
        """Return the translations `here`, and the others that the documents have."""
        names = dict.fromkeys(
            name for texts_of_document in by_document.values() for name in texts_of_document if name not in here
        )
        return {**here, **{name: _translation(name, by_document, texts.segments, path, remarks) for name in names}}

    return replace(
        texts,
        references=translations(texts.references, {d.name: d.references for d in documents}),
        systems=translations(texts.systems, {d.name: d.systems for d in documents}),
        remarks=(*texts.remarks, *remarks),
    )


def _translation(
    name: str,
    by_document: TextsByDocument,
    segments: Sequence[Segment],
    path: Path,
    remarks: list[Remark],
) -> Translation:
    """Lay the text of a reference or system on the segments; remark on each segment that only one side has."""
    texts = {
        f"{document}:{identifier}": value
        for document, translations in by_document.items()
        for identifier, value in translations.get(name, {}).items()
    }
    ids = {segment.id for segment in segments}
    for identifier, (_, line) in texts.items():
        if identifier not in ids:
            remarks.append(Remark(line, f"segment {identifier} of {name} has no source: left out"))
    remarks += [Remark(s.line, f"{name} has no segment {s.id}") for s in segments if s.id not in texts]
    nothing: tuple[str | None, Line] = None, Line(path, None)
    laid = [texts.get(segment.id, nothing) for segment in segments]
    return Translation(texts=tuple(text for text, _ in laid), lines=tuple(line for _, line in laid))
