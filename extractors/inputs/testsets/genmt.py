"""WMT25's and WMT26's general task: JSON Lines, an object a document, all language pairs of a system in one file.

    systems/NAME.jsonl            {"doc_id", "hypothesis", "source"?, ...}
    automatic_scores/NAME.jsonl   {"language_pair", "domain", "document_id",
                                   "metric_scores": {METRIC: [a number, ...]}}
    ANY.jsonl                     {"doc_id", "src_text", "refs"?: {NAME: {"ref": text} or text}}:
                                  the organisers' source

    doc_id = PAIR _#_ DOMAIN _#_ DOCUMENT  (WMT25), or SET _###_ DOMAIN _###_ SRC _###_ TGT _###_ DOCUMENT  (WMT26)

A test suite has the form of WMT26, with its own name for SET: documents of suites are left out, and `#PAIR:SUITE` reads
those of one, and nothing else.

A document becomes its paragraphs if all texts of it have as many (see _paragraphs); else it stays whole, a segment,
and the audit trail names the texts that differ. The source of a document, where no file of the organisers has it, is
that of any record, of another pair too, with the same source language, domain and document. So a pair of which there
are scores alone has the documents that are scored and whose source another pair gives.

Source: repositories wmt-conference/wmt25-general-mt and wmt26-general-mt.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any, Literal, NamedTuple

from extractors.core.errors import InputError
from extractors.core.names import WrittenNames, check_name
from extractors.inputs.places import stem
from extractors.inputs.testsets import EvalSet, GivenScores, Line, Remark, Score, Segment, SetReader, Translation
from extractors.inputs.testsets import _files as files
from extractors.inputs.testsets._doc_ids import DocumentId, document_of, other_spellings, wanted_pair
from extractors.inputs.testsets._files import Folder, json_lines
from extractors.inputs.testsets._paragraphs import cut
from extractors.inputs.testsets._scores import json_number, refuse_texts
from extractors.inputs.testsets._trees import languages_of

OUTPUTS, SCORES = "systems", "automatic_scores"
LANGUAGE_PAIR = re.compile(r'"language_pair" *: *"([^"\\]*)"')
"""That of scores, where it stands in a line."""
OF_SEGMENTS = re.compile(r'"(?:scores|item_id)" *:')
"""What a line of a file of segments has (see wmtitems)."""
VIDEO = "vid_"
"""Begins the ids of WMT25's speech documents, but those of their scores."""


class GenmtText(NamedTuple):
    """A text of a document and where it stands."""

    text: str
    line: Line


Texts = dict[tuple[str, str], GenmtText]
"""The texts of a source, a reference or a system by document."""


@dataclass
class GenmtContents:
    """What the files have of the wanted pair; filled as they are read.

    Attributes:
        suite: the test suite that is wanted; empty for the general test set.
        order: the documents in the order of the files.
        marked: whether they are WMT26's, in which paragraphs are marked.
    """

    pair: str
    suite: str = ""
    order: dict[tuple[str, str], DocumentId] = field(default_factory=dict)
    sources: Texts = field(default_factory=dict)
    references: dict[str, Texts] = field(default_factory=dict)
    systems: dict[str, Texts] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    marked: bool = False


class Genmt(SetReader):
    """`genmt:FOLDER#en-cs` or `#PAIR:SUITE`; the pair with or without region and script (`eng_Latn-deu_Latn`)."""

    def files(self) -> list[Path]:
        folder = Folder(self.path)
        names = [*_organisers(folder), *folder.jsonl(OUTPUTS), *folder.jsonl(SCORES)]
        return folder.read_from(names)

    def read(self, texts: EvalSet | None) -> EvalSet:
        refuse_texts(texts, self.path)
        folder = Folder(self.path)
        outputs = {system: _records(folder, name) for name, system in _systems(folder.jsonl(OUTPUTS), folder)}
        organisers = [_records(folder, name) for name in _organisers(folder)]
        if not outputs and not organisers:
            raise InputError(
                "has no .jsonl file, and neither does its folder systems/",
                path=self.path,
                remedy="give the folder data/ of WMT's repository",
            )
        every = list(chain(*organisers, *outputs.values()))
        pair, _, suite = (self.mark or "").partition(":")
        # WMT scores the general test set alone.
        names = [] if suite else folder.jsonl(SCORES)
        documents = [document for _, document, _, _ in every]
        documents += chain.from_iterable(_scored_pairs(folder, name) for name in names)
        contents = GenmtContents(pair=wanted_pair(documents, pair or None, self.path, suite=suite), suite=suite)
        contents.remarks += other_spellings(documents, contents.pair, self.path, suite=suite)
        files_of_systems = _systems(names, folder)
        scored = [*chain.from_iterable(_score_records(folder, *file, contents.pair) for file in files_of_systems)]
        for records in organisers:
            _read_sources(records, contents)
        contents.systems = {system: _read_outputs(records, contents) for system, records in outputs.items()}
        if not contents.order:
            _take_documents(every, {scores.document.key for scores in scored}, contents)
        _take_sources(every, contents)
        contents.systems = {name: texts_of for name, texts_of in contents.systems.items() if texts_of}
        return _set(contents, scored, self.path)


def _organisers(folder: Folder) -> list[str]:
    """Find the files with the sources; leave out files of segments, which have keys that no document has."""
    names = folder.jsonl(".")
    return [name for name in names if not OF_SEGMENTS.search(folder.text(name).partition("\n")[0])]


def _systems(names: list[str], folder: Folder) -> Iterator[tuple[str, str]]:
    """Yield each file with the name of its system; refuse two files of one system."""
    written, seen = WrittenNames("system", "rename the file"), set()
    for name in names:
        path = folder.file(name)
        system = written.name(stem(Path(PurePosixPath(name).name)), path=path)
        if system in seen:
            raise InputError(f"is a second file of the system {system}", path=path, remedy="rename the file")
        seen.add(system)
        yield name, system


Record = tuple[Line, DocumentId, bool, dict[str, Any]]
"""Its place, what its id says, whether it is WMT26's, and the object."""


def _records(folder: Folder, name: str) -> list[Record]:
    path = folder.file(name)
    return [(line, *document_of(record, line), record) for line, record in json_lines(folder.text(name), path)]


class GenmtScores(NamedTuple):
    """The scores of a system's document: their place, the system, the document, and the object."""

    line: Line
    system: str
    document: DocumentId
    record: dict[str, Any]


def _scored_pairs(folder: Folder, name: str) -> Iterator[DocumentId]:
    """Yield a nameless document for each language pair in a file of scores; broken lines are refused later."""
    for pair in dict.fromkeys(LANGUAGE_PAIR.findall(folder.text(name))):
        source, _, target = pair.partition("-")
        yield DocumentId(source, target, "", "")


def _score_records(folder: Folder, name: str, system: str, pair: str) -> Iterator[GenmtScores]:
    path = folder.file(name)
    source, _, target = pair.partition("-")
    # Of all pairs of a test set one is wanted: the lines of the others are not decoded.
    for line, record in json_lines(folder.text(name), path, lambda text: LANGUAGE_PAIR.findall(text) in ([], [pair])):
        if files.field(record, "language_pair", line) == pair:
            domain, document = files.field(record, "domain", line), files.field(record, "document_id", line)
            yield GenmtScores(line, system, DocumentId(source, target, domain, document), record)


def _wanted(records: list[Record], contents: GenmtContents) -> Iterator[tuple[Line, DocumentId, dict[str, Any]]]:
    for line, document, marked, record in records:
        if document.suite and not contents.suite:
            contents.remarks.append(Remark(line, "a document of a test suite: left out"))
        elif (document.pair, document.suite) == (contents.pair, contents.suite):
            contents.marked = marked
            contents.order.setdefault(document.key, document)
            yield line, document, record


def _read_sources(records: list[Record], contents: GenmtContents) -> None:
    """Read the sources and references of the organisers."""
    for line, document, record in _wanted(records, contents):
        _add(contents.sources, document, GenmtText(files.field(record, "src_text", line), line))
        references = record.get("refs") or {}
        if not isinstance(references, dict):
            raise line.error("`refs` must be an object", 'write {"refA": {"ref": "..."}}')
        for name, value in references.items():
            text = value.get("ref") if isinstance(value, dict) else value
            if not isinstance(text, str):
                raise line.error(f"the reference {name!r} must be a text", 'write {"refA": {"ref": "..."}}')
            check_name(name, "reference", path=line.path, line=line.number)
            _add(contents.references.setdefault(name, {}), document, GenmtText(text, line))


def _read_outputs(records: list[Record], contents: GenmtContents) -> Texts:
    texts: Texts = {}
    for line, document, record in _wanted(records, contents):
        _add(texts, document, GenmtText(files.field(record, "hypothesis", line), line))
    return texts


def _add(texts: Texts, document: DocumentId, text: GenmtText) -> None:
    if document.key in texts:
        raise text.line.error(
            f"a second text of the document {document.name} ({document.domain}, {document.pair})",
            f"keep one of them; the first is in line {texts[document.key].line.number}",
        )
    texts[document.key] = text


def _take_documents(records: list[Record], scored: set[tuple[str, str]], contents: GenmtContents) -> None:
    """Take the documents of a pair without texts: the scored documents whose source stands with another pair."""
    source_language, _, target_language = contents.pair.partition("-")
    for _, document, marked, record in records:
        is_source = (document.source_language, document.suite) == (source_language, "") and "source" in record
        names = (document.name, document.name.removeprefix(VIDEO))
        if is_source and any((document.domain, name) in scored for name in names):
            contents.marked = marked
            wanted = document._replace(target_language=target_language)
            contents.order.setdefault(wanted.key, wanted)


def _take_sources(records: list[Record], contents: GenmtContents) -> None:
    """Take missing sources from outputs that repeat them, of any pair from the same language."""
    language = contents.pair.partition("-")[0]
    for line, document, _, record in records:
        source = record.get("source")
        if (document.source_language, document.suite) != (language, contents.suite) or not isinstance(source, str):
            continue
        if document.key not in contents.order:
            continue
        first = contents.sources.setdefault(document.key, GenmtText(source, line))
        if first.text != source:
            problem = f"another source of the document {document.name} than {first.line.path}:{first.line.number} has"
            contents.remarks.append(Remark(line, f"{problem}; that one is taken"))


@dataclass
class Laid:
    """The documents as segments; filled one by one.

    Attributes:
        texts, lines, uncut: of each reference and system.
        places: the segments of each document.
        counts: how many paragraphs a document has in a text by itself; None stands for the source.
    """

    segments: list[Segment]
    texts: dict[str, list[str | None]]
    lines: dict[str, list[Line]]
    uncut: dict[str, set[int]]
    places: dict[tuple[str, str], range]
    counts: dict[tuple[tuple[str, str], str | None], int]

    def translation(self, name: str) -> Translation:
        return Translation(
            texts=tuple(self.texts[name]), lines=tuple(self.lines[name]), uncut=frozenset(self.uncut[name])
        )


def _set(contents: GenmtContents, scored: list[GenmtScores], path: Path) -> EvalSet:
    names = [*contents.references, *contents.systems]
    laid = Laid([], {n: [] for n in names}, {n: [] for n in names}, {n: set() for n in names}, {}, {})
    for document in contents.order.values():
        _lay(document, contents, laid, path)
    scores = _scores(scored, contents, laid)
    nothing = Translation(
        texts=(None,) * len(laid.segments), lines=tuple(segment.line for segment in laid.segments), uncut=frozenset()
    )
    return EvalSet(
        languages=languages_of(contents.pair, path),
        segments=tuple(laid.segments),
        references={name: laid.translation(name) for name in contents.references},
        systems={name: laid.translation(name) for name in contents.systems}
        | {
            score.system: nothing
            for metric in scores.values()
            for score in metric.values
            if score.system not in contents.systems
        },
        scores=scores,
        remarks=tuple(contents.remarks),
    )


def _lay(document: DocumentId, contents: GenmtContents, laid: Laid, path: Path) -> None:
    """Add the segments of a document: its paragraphs, or all of it."""
    key, translations = document.key, {**contents.references, **contents.systems}
    having = {name: texts[key] for name, texts in translations.items() if key in texts}
    source = contents.sources.get(key)
    if source is None and contents.sources:
        line = next(iter(having.values())).line
        contents.remarks.append(Remark(line, f"no file has the source of the document {document.name}: left out"))
        return
    # The first text is what the others are compared with.
    all_texts: dict[str | None, GenmtText] = {} if source is None else {None: source}
    for name, text in having.items():
        all_texts[name] = text
    first = next(iter(all_texts))
    pieces = cut([text.text for text in all_texts.values()], marked=contents.marked)
    parts = dict(zip(all_texts, pieces.texts, strict=True))
    begin, count = len(laid.segments), len(parts[first])
    laid.places[key] = range(begin, begin + count)
    laid.segments += [
        Segment(
            id=f"{document.domain}:{document.name}:{n + 1}",
            source=parts[None][n] if source else None,
            document=document.name,
            domain=document.domain,
            line=all_texts[first].line,
            whole=not pieces.are_cut,
        )
        for n in range(count)
    ]
    for name in translations:
        laid.texts[name] += parts.get(name, [None] * count)
        laid.lines[name] += [having[name].line if name in having else Line(path, None)] * count
        if name not in having:
            problem = f"{name} has no text of the document {document.name}: {count} segments without one"
            contents.remarks.append(Remark(all_texts[first].line, problem))
    for (owner, text), number, differs in zip(all_texts.items(), pieces.counts, pieces.differ, strict=True):
        laid.counts[key, owner] = number
        if owner is not None and differs:
            laid.uncut[owner].add(begin)
            than = "the source" if source else str(first)
            problem = _difference(document, number, pieces.counts[0], than)
            contents.remarks.append(Remark(text.line, f"{problem}: the document stays whole"))


def _difference(document: DocumentId, number: int, expected: int, than: str) -> str:
    if number == expected:
        return f"other keys in the document {document.name} than {than} has"
    return f"{number} paragraphs of the document {document.name}, where {than} has {expected}"


def _scores(scored: list[GenmtScores], contents: GenmtContents, laid: Laid) -> dict[str, GivenScores]:
    """Collect the scores of paragraphs by metric; WMT has negated MetricX, so that higher is better in all of them.

    A system without outputs counts where nothing else could score outputs: in a set without references.
    """
    values: dict[str, list[Score]] = {}
    left_out: set[str] = set()
    for item in scored:
        if item.system not in contents.systems and (contents.references or not contents.sources):
            if item.system not in left_out:
                left_out.add(item.system)
                problem = f"scores of {item.system}, whose outputs are not there: left out"
                contents.remarks.append(Remark(item.line, problem))
            continue
        for score, metric in _scores_of(item, contents, laid):
            values.setdefault(metric, []).append(score)
    return {
        name: GivenScores(
            name=name, human=False, higher_is_better=True, values=tuple(item), sees=_seen_by(name, contents)
        )
        for name, item in values.items()
    }


WITHOUT_REFERENCE = ("cometkiwi", "gemba")
"""How the names of metrics begin that see no reference."""


def _seen_by(metric: str, contents: GenmtContents) -> Literal["source", "reference"]:
    """Say what a metric sees besides the translation: the source alone if its name says so or there is no reference."""
    return "reference" if contents.references and not metric.lower().startswith(WITHOUT_REFERENCE) else "source"


def _scores_of(scores: GenmtScores, contents: GenmtContents, laid: Laid) -> Iterator[tuple[Score, str]]:
    """Yield the scores of a document's paragraphs with their metrics; none, but a remark, if it is whole or unknown."""
    line, system, (_, _, domain, document, _), record = scores
    # A system without outputs has the paragraphs of the source.
    text = system if system in contents.systems else None
    key = next((key for name in (document, VIDEO + document) if ((key := (domain, name)), text) in laid.counts), None)
    metrics = record.get("metric_scores")
    if not isinstance(metrics, dict):
        raise line.error("no object `metric_scores`", "give what WMT published")
    if key is None:
        contents.remarks.append(Remark(line, f"scores of the document {document}, which is not in the set: left out"))
        return
    segments, count = laid.places[key], laid.counts[key, text]
    if len(segments) == 1 < count:
        problem = f"scores of {count} paragraphs of the document {document}, which stays whole"
        contents.remarks.append(Remark(line, f"{problem}: left out"))
        return
    for metric, numbers in metrics.items():
        check_name(metric, "metric", path=line.path, line=line.number)
        if not isinstance(numbers, list) or len(numbers) != count:
            how_many = len(numbers) if isinstance(numbers, list) else "no"
            raise line.error(
                f"{how_many} scores by {metric}, but {system} has {count} paragraphs of {document}",
                "give scores and outputs of one version; a shorter list was cut",
            )
        for segment, value in zip(segments, numbers, strict=True):
            if value is not None:
                problem = f"{value!r} is not a finite number"
                number = json_number(value, line, problem, "write scores as numbers, null for none")
                yield Score(system, segment, number, None, line), metric
