"""How many planted errors the verdicts on hits find.

    python benchmarks/planted_errors.py --data ../shared/data [--list 60]

A reference with an error made by rule is one more system: every negator deleted, the particle of separated verbs
deleted, every reflexive deleted. Recall is the share of omitted ones among the hits whose words of the reference were
changed. Test sets are TED, WMT21, WMT23 and WMT24. Of several references each is the reference in turn, and the others
are texts like those of systems. --list prints hits that were not found out, drawn at random, for reading.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from _common import arguments_of, known_phenomena, markdown_table

from extractors.extract.align import align_corpus, align_outputs
from extractors.extract.detect import detect
from extractors.extract.parse import parse_text
from extractors.formats.accuracy import OMITTED
from extractors.formats.segments import Corpus
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

ALIGNER = {"aligner": "simalign", "model": None, "options": {}}


@dataclass(frozen=True)
class Rated:
    """A test set with outputs."""

    name: str
    source: list[str]
    reference: list[str]
    outputs: dict[str, list[str]]
    languages: tuple[str, str]


SETS = {
    "TED": "mqm:{data}/mqm/mqm_ted_ende.tsv.gz#en-de",
    "WMT23 en-de": "wmt24:{data}/documents/wmt23-en-de#en-de",
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
    for reference in found.references:
        others = {f"reference {other}": texts[other] for other in found.references if other != reference}
        yield Rated(
            name=f"{name}, reference {reference}",
            source=[segment.source or "" for segment in found.segments],
            reference=texts[reference],
            outputs={system: texts[system] for system in found.systems} | others,
            languages=(found.languages[0][:2], found.languages[1][:2]),
        )


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
class Case:
    """A test set that is ready to be judged."""

    prepared: Prepared
    evidence_judge: EvidenceJudge
    judge: RenderingJudge
    outputs: dict[str, EvidenceText]
    lexicon: LemmaLexicon


def case_of(rated: Rated) -> Case:
    source, target = rated.languages
    treebank = parse_text(create_parser("biaffine", language=source, model=None, options={}), rated.source)
    corpus = Corpus(source, target, rated.source, {"A": rated.reference})
    links = align_corpus(corpus, treebank, references=["A"], **ALIGNER)
    learnt = lexicon_table(corpus.references, rated.outputs.values(), target, default_parser(target), kept=None)
    lexicon = LemmaLexicon.of(learnt)
    outputs = rated.outputs | planted(rated.reference, target, lexicon)
    output_links = align_outputs(corpus, treebank, outputs, **ALIGNER)
    chosen = [p for p in known_phenomena(source) if not p.measure and not p.id.endswith("_paper")]
    hits = pa.concat_tables(detect([treebank], chosen, language=source))
    references = {"A": EvidenceText.of(rated.reference, target)}
    of_outputs = {name: EvidenceText.of(texts, target) for name, texts in outputs.items()}
    prepared = prepare(
        treebank=treebank, hits=hits, links=links, references=references, ordered=[], settings=AccuracySettings()
    )
    evidence_judge = evidence_judge_of(
        treebank=treebank,
        references=references,
        links=links,
        outputs=of_outputs,
        output_links=output_links,
        lexicon=lexicon,
        order=["A"],
        one_in=ONE_IN,
        translations={},
        negators=catalogue.negators_of(DEFAULT_FILE, target),
    )
    judge = RenderingJudge(prepared.references, prepared.items, prepared.ordered, lexicon)
    return Case(prepared, evidence_judge, judge, of_outputs, lexicon)


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
    parser.add_argument("--list", type=int, default=0)
    given = parser.parse_args()
    found: list[tuple[Rated, Planted]] = []
    for name, place in SETS.items():
        for rated in rated_sets(name, place.format(data=given.data)):
            found += [(rated, row) for row in planted_of(case_of(rated))]
    print(recall_of_planted(found))
    missed = [(rated, row) for rated, row in found if row.finding.verdict != OMITTED]
    for n in np.random.default_rng(1).permutation(len(missed))[: given.list]:
        rated, row = missed[n]
        print(f"\n{rated.name} {row}\n  {rated.source[row.segment]}\n  {rated.reference[row.segment]}")


if __name__ == "__main__":
    main()
