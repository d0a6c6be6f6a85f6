"""Verdicts on hits beside what professional translators marked, and planted errors.

    python benchmarks/verdicts_mqm.py --data ../shared/data [--part dev|test] [--planted] [--list 60]

The data are the errors with spans of TED (WMT21) and WMT23 English-German. For every hit in every output: does a span
cover a word that the hit is linked to? Printed are precision, recall and AUC of "omitted" and of "no reference match",
on the phenomena and on single control words. An omission leaves no word for
a span to cover, so of `omitted` the figures say little. Documents are in the part `dev` or `test` by a checksum of
their names; thresholds were chosen on `dev`.

With --planted the reference, with an error made by rule, is one more system: every negator deleted, the particle of
separated verbs deleted, every reflexive deleted. Recall is the share of omitted ones among the hits whose words of the
reference were changed. This takes WMT21, WMT23 and WMT24, too, in both directions where there are both. Of several
references each is the reference in turn, and the others are texts like those of systems. --list prints hits that are
omitted, drawn at random, for reading; with --planted, those that were not found out.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from _common import arguments_of, markdown_table
from scipy import stats

from extractors.extract.align import align_corpus, align_outputs
from extractors.extract.detect import detect
from extractors.extract.parse import parse_text
from extractors.formats.accuracy import OMITTED
from extractors.formats.segments import Corpus
from extractors.formats.treebank import Treebank
from extractors.inputs.evaluation_sets import read_set
from extractors.models.parsers import create_parser
from extractors.models.tokenizers import tokens
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.score.accuracy import roles
from extractors.score.accuracy.accuracy_settings import AccuracySettings
from extractors.score.accuracy.evidence import EvidenceText
from extractors.score.accuracy.hit_parts import AccuracyFinding
from extractors.score.accuracy.lexicon import LemmaLexicon, default_parser, lexicon_table
from extractors.score.accuracy.preparing import ONE_IN, Prepared, prepare
from extractors.score.accuracy.rendering_judge import RenderingJudge
from extractors.score.accuracy.verdicts import EvidenceJudge, evidence_judge_of

CONTROL = "control"
EVERY = 3
"""Of the control words one in so many is judged."""
ALIGNER = {"aligner": "simalign", "model": None, "options": {}}


class Span(NamedTuple):
    start: int
    end: int
    is_major: bool


@dataclass(frozen=True)
class Rated:
    """A test set with outputs and the spans that raters marked in them; None for a segment that was not rated."""

    name: str
    source: list[str]
    reference: list[str]
    outputs: dict[str, list[str]]
    spans: dict[str, list[list[Span] | None]]
    documents: list[str]
    languages: tuple[str, str]


MARKED = {
    "TED": "mqm:{data}/mqm/mqm_ted_ende.tsv.gz#en-de",
    "WMT23": "wmt24:{data}/documents/wmt23-en-de#en-de + "
    "segrating:{data}/mqm/wmt23_ende.mqm.merged.seg.rating.gz#synthetic_ref=",
}
UNMARKED = {
    "WMT21 en-de": "wmt24:{data}/wmt21/en-de#en-de",
    "WMT21 de-en": "wmt24:{data}/wmt21/de-en#de-en",
    "WMT23 de-en": "wmt24:{data}/documents/wmt23-de-en#de-en",
    "WMT24 en-de": "wmt24:{data}/documents/wmt24-en-de#en-de",
}


def rated_sets(name: str, place: str) -> Iterator[Rated]:
    """A test set with each reference in turn, the others among the outputs."""
    found = read_set(place)
    assert found.languages is not None
    texts = {k: [text or "" for text in of.texts] for k, of in {**found.systems, **found.references}.items()}
    spans: dict[str, list[list[Span] | None]] = {system: [None] * len(found.segments) for system in found.systems}
    for rating in (rating for of in found.ratings.values() for rating in of.values):
        if rating.system in spans:
            errors = [e for e in rating.errors if e.start is not None and e.end is not None and not e.in_source]
            marked = [Span(e.start, e.end, e.severity.casefold() == "major") for e in errors]
            spans[rating.system][rating.segment] = [*(spans[rating.system][rating.segment] or []), *marked]
    for reference in found.references:
        others = {f"reference {other}": texts[other] for other in found.references if other != reference}
        yield Rated(
            name=f"{name}, reference {reference}",
            source=[segment.source or "" for segment in found.segments],
            reference=texts[reference],
            outputs={system: texts[system] for system in found.systems} | others,
            spans=spans,
            documents=[str(segment.document) for segment in found.segments],
            languages=(found.languages[0][:2], found.languages[1][:2]),
        )


def is_dev(document: str) -> bool:
    return int(hashlib.sha256(document.encode()).hexdigest(), 16) % 2 == 0


def word_spans(text: str, language: str = "de") -> list[tuple[int, int]]:
    """The characters of each word."""
    spans, place = [], 0
    for token in tokens(text, language):
        start = max(text.find(token.form, place), place)
        place = start + len(token.form)
        spans.extend([(start, place)] * len(token.words))
    return spans


def without(text: str, language: str, drop: Callable[[int, str], bool]) -> str:
    """The text without the words that are to be dropped."""
    words = list(zip(word_spans(text, language), EvidenceText.of([text], language).words[0], strict=True))
    for place, ((start, end), word) in reversed(list(enumerate(words))):
        if drop(place, word):
            text = text[:start].rstrip() + text[end:]
    return text


def planted(reference: Sequence[str], language: str, lexicon: LemmaLexicon) -> dict[str, list[str]]:
    """The reference with errors, by their kind."""

    def bare(text: str) -> str:
        particles = {particle for _, particle, _ in lexicon.separated(EvidenceText.of([text], language).words[0])}
        return without(text, language, lambda place, _: place in particles)

    def is_reflexive(_: int, word: str) -> bool:
        return word.casefold() in roles.REFLEXIVES

    return {
        "negation deleted": [without(text, language, lambda _, word: roles.is_negator(word)) for text in reference],
        "particle deleted": [bare(text) for text in reference],
        "reflexive deleted": [without(text, language, is_reflexive) for text in reference],
    }


@dataclass(frozen=True)
class Inputs:
    """What the models make of a test set, which takes most of the time."""

    rated: Rated
    treebank: Treebank
    links: pa.Table
    lexicon: pa.Table
    outputs: dict[str, list[str]]
    output_links: pa.Table


@dataclass(frozen=True)
class Case:
    """A test set that is ready to be judged."""

    rated: Rated
    treebank: Treebank
    prepared: Prepared
    evidence_judge: EvidenceJudge
    judge: RenderingJudge
    outputs: dict[str, EvidenceText]
    lexicon: LemmaLexicon


def inputs_of(rated: Rated, *, with_planted: bool) -> Inputs:
    source, target = rated.languages
    treebank = parse_text(create_parser("biaffine", language=source, model=None, options={}), rated.source)
    corpus = Corpus(source, target, rated.source, {"A": rated.reference})
    links = align_corpus(corpus, treebank, references=["A"], **ALIGNER)
    lexicon = lexicon_table(corpus.references, rated.outputs.values(), target, default_parser(target), kept=None)
    outputs = dict(rated.outputs)
    if with_planted:
        outputs |= planted(rated.reference, target, LemmaLexicon.of(lexicon))
    output_links = align_outputs(corpus, treebank, outputs, **ALIGNER)
    return Inputs(rated, treebank, links, lexicon, outputs, output_links)


def case_of(given: Inputs) -> Case:
    rated, treebank = given.rated, given.treebank
    source, target = rated.languages
    known = catalogue.load(DEFAULT_FILE)
    chosen = [
        p
        for p in catalogue.select(known, None, source, path=DEFAULT_FILE)
        if not p.measure and not p.id.endswith("_paper")
    ]
    hits = pa.concat_tables(detect([treebank], chosen, language=source))
    lexicon = LemmaLexicon.of(given.lexicon)
    references = {"A": EvidenceText.of(rated.reference, target)}
    of_outputs = {name: EvidenceText.of(texts, target) for name, texts in given.outputs.items()}
    prepared = prepare(
        treebank=treebank, hits=hits, links=given.links, references=references, ordered=[], settings=AccuracySettings()
    )
    evidence_judge = evidence_judge_of(
        treebank=treebank,
        references=references,
        links=given.links,
        outputs=of_outputs,
        output_links=given.output_links,
        lexicon=lexicon,
        order=["A"],
        one_in=ONE_IN,
        translations={},
        negators=catalogue.negators_of(DEFAULT_FILE, target),
    )
    judge = RenderingJudge(prepared.references, prepared.items, prepared.ordered, lexicon)
    return Case(rated, treebank, prepared, evidence_judge, judge, of_outputs, lexicon)


class Row(NamedTuple):
    """A hit in an output, with its verdict and whether a span, or a major one, covers its words."""

    phenomenon: str
    system: str
    segment: int
    matched: bool
    finding: AccuracyFinding
    is_marked: bool
    is_major: bool


def rows_of(case: Case, part: str) -> list[Row]:
    rows = []
    phenomena = case.prepared.hits.column("phenomenon").to_pylist()
    for system, texts in case.rated.outputs.items():
        number = case.evidence_judge.number(system)
        verdicts = case.judge.judge(case.outputs[system].words)
        for k, (item, verdict) in enumerate(zip(case.prepared.items, verdicts, strict=True)):
            is_hit = k < len(phenomena)
            if not is_hit and (item.first != item.second or k % EVERY):
                continue
            spans = case.rated.spans[system][item.segment]
            if spans is None or is_dev(case.rated.documents[item.segment]) != (part == "dev"):
                continue
            finding = case.evidence_judge.judge_item(item, number, verdict)
            if finding is None:
                continue
            shown = [case.evidence_judge.texts.shown(p.thing)[number] for p in case.evidence_judge.parts.of(*item)]
            where = word_spans(texts[item.segment])
            words = [where[place] for of_part in shown for place in of_part.places]
            covering = [span for span in spans if any(a < span.end and span.start < b for a, b in words)]
            name = phenomena[k] if is_hit else CONTROL
            major = any(span.is_major for span in covering)
            rows.append(Row(name, system, item.segment, bool(verdict.right), finding, bool(covering), major))
    return rows


def auc(scores: Sequence[float], marked: Sequence[bool]) -> float:
    """The chance that a marked hit has a higher score than one that is not."""
    y = np.array(marked)
    ranks = stats.rankdata(scores)
    return float((ranks[y].sum() - y.sum() * (y.sum() + 1) / 2) / (y.sum() * (~y).sum()))


def figures(rows: Sequence[Row]) -> str:
    lines = []
    for name, of_kind in (
        ("phenomena", [r for r in rows if r.phenomenon != CONTROL]),
        ("control words", [r for r in rows if r.phenomenon == CONTROL]),
    ):
        for span in ("any", "major"):
            marked = [r.is_marked if span == "any" else r.is_major for r in of_kind]
            missed = [not r.matched for r in of_kind]
            wrong = [r.finding.verdict == OMITTED for r in of_kind]
            level = [2.0 if w else float(r.finding.verdict != "rendered") for r, w in zip(of_kind, wrong, strict=True)]
            for what, chosen, scores in (
                ("not found in the reference", missed, missed),
                ("omitted", wrong, level),
            ):
                both = sum(a and b for a, b in zip(chosen, marked, strict=True))
                precision, recall = both / max(sum(chosen), 1), both / max(sum(marked), 1)
                cells = (f"{100 * precision:.0f}", f"{100 * recall:.0f}", f"{auc(scores, marked):.2f}")
                base = f"{100 * np.mean(marked):.0f}"
                lines.append((f"{name}, {span} span: {what}", len(of_kind), base, sum(chosen), *cells))
    heading = ("what", "judged", "marked, %", "chosen", "precision", "recall", "AUC")
    return markdown_table(heading, lines)


class Planted(NamedTuple):
    """A hit whose words of the reference were changed, and what is said of the changed reference."""

    kind: str
    segment: int
    finding: AccuracyFinding


def planted_of(case: Case) -> list[Planted]:
    rows = []
    wanted = {"negation deleted": roles.NEGATOR, "particle deleted": None, "reflexive deleted": roles.REFLEXIVE}
    count = len(case.prepared.hits)
    reference = case.prepared.references[0]
    words_of_reference = case.evidence_judge.texts.texts[0]
    for kind, role in wanted.items():
        number = case.evidence_judge.number(kind)
        verdicts = case.judge.judge(case.outputs[kind].words)
        for item, verdict in list(zip(case.prepared.items, verdicts, strict=True))[:count]:
            words = reference.words[item.segment]
            touched = False
            for part in case.evidence_judge.parts.of(*item):
                places = words_of_reference.of_thing(part.thing).places
                if kind == "particle deleted":
                    pairs = [(v, p) for v, p, _ in case.lexicon.separated(words)] if part.role == roles.PARTICLE else []
                    touched |= any(v in places or p in places for v, p in pairs)
                elif part.role == role:
                    kinds = roles.NEGATORS if role == roles.NEGATOR else roles.REFLEXIVES
                    touched |= any(words[p].casefold() in kinds for p in places)
            finding = case.evidence_judge.judge_item(item, number, verdict) if touched else None
            if finding is not None:
                rows.append(Planted(kind, item.segment, finding))
    return rows


def recall_of_planted(found: Sequence[tuple[Rated, Planted]]) -> str:
    """For each kind of error and direction: the hits whose words were changed, and the share that is omitted."""
    lines = []
    for kind in dict.fromkeys(row.kind for _, row in found):
        by_direction = defaultdict(list)
        for rated, row in found:
            if row.kind == kind:
                by_direction["-".join(rated.languages)].append(row.finding.verdict)
        for direction, verdicts in [*by_direction.items(), ("all", list(chain.from_iterable(by_direction.values())))]:
            wrong = verdicts.count(OMITTED)
            unsure = verdicts.count("undecided")
            share = f"{100 * wrong / len(verdicts):.0f}"
            lines.append((f"{kind}, {direction}", len(verdicts), wrong, unsure, len(verdicts) - wrong - unsure, share))
    return markdown_table(("planted", "hits", "omitted", "undecided", "rendered", "omitted, %"), lines)


def main() -> None:
    parser = arguments_of(__doc__, data="mqm/, documents/, wmt21/")
    parser.add_argument("--part", choices=("dev", "test"), default="test")
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--list", type=int, default=0)
    arguments = parser.parse_args()
    places = {**MARKED, **UNMARKED} if arguments.planted else MARKED
    every = [one for name, place in places.items() for one in rated_sets(name, place.format(data=arguments.data))]
    if arguments.planted:
        changed: list[tuple[Rated, Planted]] = []
        for rated in every:
            changed += [(rated, row) for row in planted_of(case_of(inputs_of(rated, with_planted=True)))]
        print(recall_of_planted(changed))
        list_some([found for found in changed if found[1].finding.verdict != OMITTED], arguments.list)
        return
    rows: list[tuple[Rated, Row]] = []
    for rated in every:
        rows += [(rated, row) for row in rows_of(case_of(inputs_of(rated, with_planted=False)), arguments.part)]
    print(figures([row for _, row in rows]))
    wrong = [found for found in rows if found[1].finding.verdict == OMITTED and found[1].phenomenon != CONTROL]
    list_some(wrong, arguments.list)


def list_some(found: Sequence[tuple[Rated, Row | Planted]], count: int) -> None:
    """Print some of the hits, drawn at random, with their texts."""
    for n in np.random.default_rng(1).permutation(len(found))[:count]:
        rated, row = found[n]
        print(f"\n{rated.name} {row}\n  {rated.source[row.segment]}\n  {rated.reference[row.segment]}")
        if isinstance(row, Row):
            print(f"  {rated.outputs[row.system][row.segment]}")


if __name__ == "__main__":
    main()
