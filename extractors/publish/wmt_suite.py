"""Write a published set as a test suite of WMT's general task, and read what the systems return.

    {"doc_id": "SUITE_###_DOMAIN_###_SRC_###_TGT_###_DOCUMENT", "domain", "src_lang", "tgt_lang", "src_text",
     "prompt_instruction", "refs": {NAME: {"ref": text}}}

An object a document, a paragraph a segment: `<p>...</p>`, one a line; a document of one segment is plain text. All
segments of the set are in it, as controls come from the rest. Systems give back {"doc_id", "hypothesis"}.

Source: the README of wmt-conference/wmt26-general-mt names these fields of the test data, and calls ids of test suites
`set_id_###_domain_###_src_lang_###_tgt_lang_###_doc_id`. (The page of WMT26's test suites promises such a format; what
else it may ask for could not be read.)
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from extractors.core.errors import InputError
from extractors.core.files import write_text
from extractors.core.languages import UNDETERMINED, language_name
from extractors.core.names import check_name
from extractors.inputs.testsets import EvalSet, Line, compose
from extractors.publish.read import Published

SEPARATOR = "_###_"
DOMAIN = "challenge"
"""The domain of a set that has none."""
GENERAL = "WMT"
"""How the name of the general test set begins, which no suite may have."""


class SuiteDocument(NamedTuple):
    """A document and the segments of the set that are its paragraphs."""

    domain: str
    name: str
    segments: tuple[int, ...]


def documents_of(published: Published) -> list[SuiteDocument]:
    """List the documents of a set by their first segments; a segment without a document is one of its own."""
    columns = (published.covariates.column(name).to_pylist() for name in ("domain", "document"))
    segments_of: dict[tuple[str, str], list[int]] = {}
    for segment, (domain, name) in enumerate(zip(*columns, strict=True)):
        segments_of.setdefault((domain or DOMAIN, f"segment-{segment}" if name is None else name), []).append(segment)
    return [SuiteDocument(*key, tuple(segments)) for key, segments in segments_of.items()]


def write_suite(
    published: Published,
    path: Path,
    *,
    name: str,
    languages: tuple[str, str] | None = None,
    references: bool = False,
) -> int:
    """Write the suite as JSON Lines.

    Args:
        name: of the suite.
        languages: codes of source and target as WMT writes them (eng_Latn, deu_Latn); those of the set if not said.
        references: whether the references of the set go with it.

    Returns:
        How many documents there are.
    """
    check_name(name, "test suite")
    if name.startswith(GENERAL):
        raise InputError(
            f"{name!r} has a name like WMT's own test set", remedy=f"give it a name that does not begin with {GENERAL}"
        )
    described = published.description
    own = (described.source_language, described.target_language)
    if languages is None and UNDETERMINED in own:
        raise InputError(
            f"the {'source' if own[0] == UNDETERMINED else 'target'} language of the set is not named",
            remedy="name both languages: --languages eng_Latn-deu_Latn",
        )
    codes = languages or own
    spoken = [language_name(code) for code in codes]
    asked = f"Translate the following text from {spoken[0]} to {spoken[1]}. Keep <p> and </p> as they are."
    documents = documents_of(published)
    with write_text(path) as out:
        for document in documents:
            refs = {
                of: {"ref": _joined(texts, document, path)} for of, texts in published.references.items() if references
            }
            record: dict[str, Any] = {
                "doc_id": SEPARATOR.join(_part(part, path) for part in (name, document.domain, *codes, document.name)),
                "domain": document.domain,
                "src_lang": codes[0],
                "tgt_lang": codes[1],
                "src_text": _joined(published.source, document, path),
                "prompt_instruction": asked,
                "refs": refs,
            }
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    return len(documents)


def _part(text: str, path: Path) -> str:
    if not text or "###" in text or "\n" in text:
        raise InputError(f"{text!r} cannot be part of the id of a document", path=path, remedy="give it another name")
    return text


def _joined(texts: Sequence[str], document: SuiteDocument, path: Path) -> str:
    for segment in document.segments:
        if "<p>" in texts[segment] or "</p>" in texts[segment]:
            raise InputError(
                f"segment {segment} has <p> or </p>, which separate paragraphs in this format",
                path=path,
                remedy="publish the set from a corpus without these tags",
            )
    if len(document.segments) == 1:
        return texts[document.segments[0]]
    return "\n".join(f"<p>{texts[segment]}</p>" for segment in document.segments)


@dataclass(frozen=True, kw_only=True)
class Returned:
    """What came back.

    Attributes:
        kept: the segments that every system has, ascending.
        outputs: (kept,) of each system.
        left_out: documents that do not have them, where, and why.
    """

    kept: list[int]
    outputs: Mapping[str, list[str]]
    left_out: list[tuple[SuiteDocument, Line | None, str]]


def returned(published: Published, suite: EvalSet) -> Returned:
    """Assign the outputs of a suite to the segments of the set that it was made from, by document and paragraph.

    A document that a system lacks, or has with another number of paragraphs, is left out for all systems, as nobody
    knows which paragraph translates which segment; a document of a single segment is never in doubt.
    """
    if not suite.systems:
        raise InputError(
            "there is no output of any system",
            remedy="put NAME.jsonl for each system into systems/ in the folder of the suite",
        )
    places: dict[tuple[str | None, str | None], list[int]] = {}
    for number, segment in enumerate(suite.segments):
        places.setdefault((segment.domain, segment.document), []).append(number)
    kept: dict[int, dict[str, str]] = {}
    left_out: list[tuple[SuiteDocument, Line | None, str]] = []
    for document in documents_of(published):
        here = places.get((document.domain, document.name), [])
        line = suite.segments[here[0]].line if here else None
        problem = _problem(document, here, suite)
        if problem is not None:
            left_out.append((document, line, problem))
            continue
        for own, number in zip(document.segments, here, strict=True):
            _check_source(published.source[own], suite, number)
            kept[own] = {name: of.texts[number] or "" for name, of in suite.systems.items()}
    if not kept:
        raise InputError(
            f"none of the {len(left_out)} documents of the set came back from all systems",
            remedy=f"check the first document, {left_out[0][0].name}: {left_out[0][2]}",
        )
    order = sorted(kept)
    return Returned(
        kept=order,
        outputs={name: [kept[segment][name] for segment in order] for name in suite.systems},
        left_out=left_out,
    )


def _problem(document: SuiteDocument, here: Sequence[int], suite: EvalSet) -> str | None:
    """Say why the outputs of a document cannot be assigned to its segments; return None if they can."""
    if not here:
        return "is not in the suite"
    missing = [name for name, of in suite.systems.items() if any(of.texts[number] is None for number in here)]
    if missing:
        return f"has no output of {', '.join(missing)}"
    if len(here) == len(document.segments) and (len(here) == 1 or not suite.segments[here[0]].whole):
        return None
    others = [name for name, of in suite.translations.items() if here[0] in of.uncut]
    whose = f" in what {', '.join(others)} gave" if others else ""
    return f"has another number of paragraphs than its {len(document.segments)}{whose}"


def _check_source(text: str, suite: EvalSet, number: int) -> None:
    segment = suite.segments[number]
    # A document that stays whole has the marks of its paragraphs still.
    if segment.source is not None and not segment.whole and compose(segment.source).split() != compose(text).split():
        raise segment.line.error(
            f"the source of {segment.document} is another one than the set's: {segment.source[:40]!r}",
            "give the suite as it was written from this set",
        )
