"""Measure a parser: the hits in its parses of a treebank's sentences beside those in the treebank."""

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from challenge_sets_lab.quality.character_hits import Hit, TreesWithHits
from challenge_sets_lab.quality.gold_parts import GoldPart, surface
from challenge_sets_lab.tables.quality import QUALITY
from extractors.core.errors import InputError
from extractors.core.logs import progress
from extractors.formats import conllu
from extractors.formats.treebank import Sentence, Treebank
from extractors.models.parsers import Parser
from extractors.phenomena.catalogue import Phenomenon, Rule, definitions_checksum
from extractors.phenomena.detection import RAW, STEP, WORDS
from extractors.phenomena.grew import Request
from extractors.phenomena.grew.portability import missing
from extractors.phenomena.grew.regexes import limits
from extractors.phenomena.grew.request_vocabulary import Vocabulary, attribute_of
from extractors.phenomena.grew.syntax import Dependency, Label, Test

FEWEST = 5
"""Gold hits below which no percentages are given."""
DISTANCES: tuple[tuple[int, int | None], ...] = ((0, None), (1, None), (2, None), (3, None), (0, 1), (1, 2), (2, 3))
"""The ranges of distance whose hits are counted: those of a run's sets by default."""
CONFIDENCES = tuple(round(number * STEP, 2) for number in range(1, 20))
"""The confidences from which on hits are counted."""

COUNTED, SCORES = ("gold", "found", "right"), ("precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class HitCounts:
    """Hits in a treebank, hits in parses of its text, and those of the latter that are right."""

    gold: int
    found: int
    right: int

    @property
    def precision(self) -> float | None:
        """The share of the found that are right; None if nothing was found."""
        return self.right / self.found if self.found else None

    @property
    def recall(self) -> float | None:
        """The share of the gold that was found; None if there is none."""
        return self.right / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of the two; None where there are no hits at all."""
        return 2 * self.right / (self.gold + self.found) if self.gold + self.found else None

    @property
    def percent(self) -> str:
        """`P / R / F1` in percent, 0 for what is not defined; `-` where there are too few gold hits to say."""
        if self.gold < FEWEST:
            return "-"
        return " / ".join(f"{100 * (value or 0):.0f}" for value in (self.precision, self.recall, self.f1))


@dataclass(frozen=True)
class MeasuredPart:
    """A part of the treebanks, with its parses from raw text and from gold words, as far as there are any."""

    gold: GoldPart
    parses: Mapping[str, Treebank]


@dataclass(frozen=True)
class FoundHits:
    """Hits of a phenomenon: those of the treebanks, and those of the parses with their confidences.

    Attributes:
        skipped: the parts that do not annotate it, which are not counted.
        never: what it needs and the parser was never seen to give.
    """

    gold: set[Hit]
    hits: dict[Hit, float | None]
    skipped: tuple[str, ...]
    never: str | None

    def rows(self) -> Iterator[tuple[Hit, float, bool]]:
        """Yield each hit that has a confidence, the confidence, and whether the gold trees have the hit."""
        right = {hit[:3] for hit in self.gold}
        for hit, sure in self.hits.items():
            if sure is not None:
                yield hit, sure, hit[:3] in right


def parse_parts(parser: Parser, golds: Sequence[GoldPart], *, raw: bool = True) -> list[MeasuredPart]:
    """Parse the parts of the treebanks, from the words of each sentence where the parser takes words.

    Args:
        raw: also from the text of each sentence, where the treebanks have it.
    """
    raw = raw and all(gold.texts is not None for gold in golds)
    if not (raw or parser.takes_words):
        raise InputError(
            f"nothing to measure: {parser.signature} takes no words, and a treebank has no text",
            remedy="give treebanks with `# text = ` before each sentence",
        )
    parses: dict[str, Iterable[list[Sentence]]] = {}
    if raw:
        parses[RAW] = parser.parse([text for gold in golds for text in gold.texts or ()])
    if parser.takes_words:
        tokens = [sentence for gold in golds for sentence in surface(gold.treebank)]
        parses[WORDS] = ([sentence] for sentence in parser.parse_words(tokens))
    banks = {text: list(_read(parser, parsed, golds, text)) for text, parsed in parses.items()}
    return [MeasuredPart(gold, {text: banks[text][n] for text in banks}) for n, gold in enumerate(golds)]


def _read(parser: Parser, parsed: Iterable[list[Sentence]], golds: Sequence[GoldPart], text: str) -> Iterator[Treebank]:
    """Write the parses of each part to a CoNLL-U file, and yield them read back as a treebank."""
    sentences = iter(progress(parsed, what=f"parse {text}", total=sum(gold.sentences for gold in golds)))
    with tempfile.TemporaryDirectory() as folder:
        for gold in golds:
            path = Path(folder, "parses.conllu")
            conllu.write(path, enumerate(islice(sentences, gold.sentences)), generator=parser.signature)
            yield conllu.read(path)
    # A parser that reads the user's parses says now if there are more of them.
    next(sentences, None)


def find(
    parts: Sequence[MeasuredPart], phenomena: Sequence[Phenomenon], language: str, text: str
) -> dict[str, FoundHits]:
    """Find the hits of each phenomenon in the gold treebanks and in the parses.

    Args:
        text: of the parses, RAW or WORDS.
    """
    found: dict[str, FoundHits] = {}
    for phenomenon in phenomena:
        rules = phenomenon.rules[language]
        skipped = tuple(part.gold.name for part in parts if not_annotated(rules, part.gold.treebank) is not None)
        counted = [part for part in parts if part.gold.name not in skipped]
        banks = [part.parses[text] for part in counted]
        never = never_shown(rules, banks, [part.gold.treebank for part in counted])
        found[phenomenon.id] = FoundHits(set(), {}, skipped, never)
    for part in parts:
        name = part.gold.name
        for of, hit, _ in TreesWithHits.of(part.gold.treebank).hits(name, phenomena, language):
            if name not in found[of].skipped:
                found[of].gold.add(hit)
        for of, hit, sure in TreesWithHits.of(part.parses[text]).hits(name, phenomena, language):
            if name not in found[of].skipped:
                found[of].hits[hit] = sure
    return found


def measure(parts: Sequence[MeasuredPart], phenomena: Sequence[Phenomenon], *, language: str, parser: str) -> pa.Table:
    """Compare the hits in parses with the hits in gold trees, and return the table QUALITY.

    Args:
        parser: its signature.
    """
    about = {
        "parser": parser,
        "language": language,
        "data": ", ".join(part.gold.name for part in parts),
        "sentences": sum(part.gold.sentences for part in parts),
        "words": sum(len(part.gold.treebank) for part in parts),
    }
    rows: list[dict[str, Any]] = []
    for text in parts[0].parses:
        found = find(parts, phenomena, language, text)
        for phenomenon in phenomena:
            of_it = found[phenomenon.id]
            own = {
                **about,
                "text": text,
                "phenomenon": phenomenon.id,
                "definition": definitions_checksum([phenomenon.definition(language)]),
                "never_shown": of_it.never,
                "not_annotated": ", ".join(of_it.skipped) or None,
            }
            rows += (own | counted for counted in _rows(of_it, by_confidence=text == RAW or len(parts[0].parses) == 1))
    return QUALITY.table(rows)


def _rows(found: FoundHits, *, by_confidence: bool) -> Iterator[dict[str, Any]]:
    """Yield a row for each range of distance, and for each minimum confidence that removes hits."""
    for start, below in DISTANCES:
        row = _row(found, start, below, 0.0)
        if (start, below) == DISTANCES[0] or row["gold"] or row["found"]:
            yield row
    if not by_confidence or any(sure is None for sure in found.hits.values()):
        return
    last = len(found.hits)
    for minimum in CONFIDENCES:
        row = _row(found, 0, None, minimum)
        if last and (row["found"] != last or minimum == CONFIDENCES[-1]):
            yield row
        last = row["found"]


def _row(found: FoundHits, start: int, below: int | None, minimum: float) -> dict[str, Any]:
    def within(hits: Iterable[Hit]) -> list[Hit]:
        return [hit for hit in hits if start <= hit.distance and (below is None or hit.distance < below)]

    gold = within(found.gold)
    # Compared as the table of hits has it: 0.9 as a float32 is less than 0.9.
    least = float(np.float32(minimum))
    hits = within(hit for hit, sure in found.hits.items() if not minimum or (sure is not None and sure >= least))
    both = _counts({hit[:3] for hit in gold}, {hit[:3] for hit in hits})
    dependents = _counts({(hit.segment, hit.dependent) for hit in gold}, {(hit.segment, hit.dependent) for hit in hits})
    return {
        "distance_from": start,
        "distance_below": below,
        "minimum_confidence": minimum,
        **{name: getattr(both, name) for name in (*COUNTED, *SCORES)},
        **{f"{name}_dependents": getattr(dependents, name) for name in COUNTED},
        **{f"dependent_{name}": getattr(dependents, name) for name in SCORES},
    }


def _counts(gold: set[Any], found: set[Any]) -> HitCounts:
    return HitCounts(len(gold), len(found), len(gold & found))


OF_TEXTS = {"form", "lemma"}
"""What a text may lack, which says nothing of what a treebank does not annotate."""


def not_annotated(rules: Sequence[Rule], treebank: Treebank) -> str | None:
    """Return what the request needs and the treebank never annotates; None if some rule could find a hit."""
    lacking = [_lacking(rule.request, treebank) for rule in rules]
    return str(lacking[0][0]) if lacking and all(lacking) else None


def never_shown(rules: Sequence[Rule], parses: Sequence[Treebank], gold: Sequence[Treebank]) -> str | None:
    """Return what the request needs and no parse contains, though the gold trees have it FEWEST times or more.

    None if one rule could find something, or the gold trees have it too seldom to tell.
    """
    never: list[Dependency] = []
    for rule in rules:
        per_parse = [set(_lacking(rule.request, parse)) for parse in parses]
        lacking = [d for d in rule.request.depends_on if all(d in found for found in per_parse)]
        shown = [d for d in lacking if sum(_words_with(d, rule.request, bank) for bank in gold) >= FEWEST]
        if not shown:
            return None
        never.append(shown[0])
    return str(never[0]) if never else None


def _words_with(dependency: Dependency, request: Request, treebank: Treebank) -> int:
    """Count the words of a treebank that have what a dependency of a request asks for."""
    vocabulary = Vocabulary(treebank)
    having = np.zeros(len(treebank), dtype=np.bool_)
    with limits(request.source):
        for test in dependency.alternatives:
            having |= vocabulary.table(test)[vocabulary.column(attribute_of(test)).codes]
    return int(having.sum())


def _lacking(request: Request, treebank: Treebank) -> list[Dependency]:
    def is_annotation(needed: Test | Label) -> bool:
        return isinstance(needed, Label) or needed.attribute not in OF_TEXTS

    return [d for d in missing(request, treebank) if all(map(is_annotation, d.alternatives))]
