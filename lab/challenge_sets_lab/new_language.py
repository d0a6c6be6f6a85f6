"""All steps to a new language: its requests, its parser, how well both work, and what a person has still to write."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import yaml

from challenge_sets_lab.quality import parser_measure, quality_page
from challenge_sets_lab.quality.character_hits import TreesWithHits
from challenge_sets_lab.quality.gold_parts import GoldPart
from challenge_sets_lab.quality.parse_scores import COLUMNS, of_raw_text
from extractors.core.files import write_text
from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.treebank import Treebank
from extractors.models.parsers import Parser
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon, Rule
from extractors.phenomena.catalogue_files import SHIPPED
from extractors.phenomena.detection import RAW, WORDS
from extractors.phenomena.grew.matcher import find_all

NO_BANK = re.compile(r"[-.\[]")
"""What ends the name of a treebank in that of a file: `sk_snk-ud-dev`, `de_pud[:100]`."""
OF_WORDS = re.compile(r"\b(form|lemma|xpos)\b")
"""What a request must not ask for to be of every language: words, and the tags of one treebank."""


@dataclass(frozen=True, kw_only=True)
class FoundRequests:
    """Which requests can find something in the treebanks of a language.

    Attributes:
        own: the phenomena that have requests for it, whose annotation is there.
        lacking: by phenomenon with a request, what the treebanks never have.
        candidates: by phenomenon without one, the requests of another language that ask for no word and find FEWEST
            hits or more; and how many hits.
    """

    own: list[str]
    lacking: dict[str, str]
    candidates: dict[str, tuple[tuple[Rule, ...], int]]


def find_requests(known: Mapping[str, Phenomenon], language: str, banks: Sequence[Treebank]) -> FoundRequests:
    """Try the requests of every phenomenon on the gold trees of a new language.

    Phenomena without requests for it are tried with requests of other languages that name no words.
    """
    own, lacking, candidates = [], {}, {}
    for phenomenon in known.values():
        if phenomenon.measure is not None or phenomenon.twin_of is not None:
            continue
        if rules := phenomenon.rules.get(language):
            lacks = [parser_measure.not_annotated(rules, bank) for bank in banks]
            if all(lacks):
                lacking[phenomenon.id] = str(lacks[0])
            else:
                own.append(phenomenon.id)
            continue
        found = [(_hits(rules, banks), rules) for rules in _of_every_language(phenomenon)]
        hits, rules = max(found, key=lambda one: one[0], default=(0, ()))
        if hits >= parser_measure.FEWEST:
            candidates[phenomenon.id] = (rules, hits)
    return FoundRequests(own=own, lacking=lacking, candidates=candidates)


def _of_every_language(phenomenon: Phenomenon) -> Iterator[tuple[Rule, ...]]:
    seen = set()
    for rules in phenomenon.rules.values():
        texts = tuple(rule.request.source.text for rule in rules)
        if texts not in seen and not any(OF_WORDS.search(text) or "." in _values(text) for text in texts):
            seen.add(texts)
            yield rules


def _values(text: str) -> str:
    """Remove agreements such as `S.Number = F.Number` from a request; dots that remain are lexicon look-ups."""
    return re.sub(r"\w+\.\w+ *(=|<>) *\w+\.\w+", "", text)


def _hits(rules: Sequence[Rule], banks: Sequence[Treebank]) -> int:
    pairs = 0
    for bank in banks:
        matches = find_all(bank, {str(n): rule.request for n, rule in enumerate(rules)})
        found = (matches[str(n)].pairs(rule.head, rule.dependent) for n, rule in enumerate(rules))
        pairs += len({(int(a), int(b)) for rows in found for a, b in rows})
    return pairs


def write_phenomena(path: Path, known: Mapping[str, Phenomenon], language: str, found: FoundRequests) -> None:
    """Write a phenomena.yaml that includes the shipped phenomena and adds the candidates as experimental ones."""
    entries = []
    for name, (rules, hits) in found.candidates.items():
        requests = [{"request": rule.request.source.text, "pair": [rule.head, rule.dependent]} for rule in rules]
        entry = {
            "id": f"{name}_{language}",
            "label": known[name].label,
            "roles": [*known[name].roles],
            "description": known[name].description,
            "source": f"the request of another language, {hits} hits in gold trees, not read",
            "pair": [rules[0].head, rules[0].dependent],
            "experimental": [language],
            "requests": {language: requests},
        }
        entries.append(entry)
    data = {"include": [SHIPPED], "phenomena": entries}
    with write_text(path) as out:
        out.write(
            f"# Requests for {language}. Read ten hits of each (challenge-sets try) before you remove `experimental`.\n"
        )
        yaml.safe_dump(data, out, allow_unicode=True, sort_keys=False, width=110)


def write_config(path: Path, language: str, parse: Mapping[str, Any], phenomena: Path) -> None:
    """Write a config whose file names and languages the user replaces."""
    corpus = {
        "source_language": language,
        "target_language": "en",
        "source": f"news.{language}",
        "references": {"A": "news.en"},
        "systems": "outputs",
    }
    with write_text(path) as out:
        data = {"corpora": {"news": corpus}, "parse": dict(parse), "phenomena_file": str(phenomena)}
        yaml.safe_dump(data, out, allow_unicode=True, sort_keys=False, width=110)


def measure(
    parser: Parser, golds: Sequence[GoldPart], chosen: Sequence[Phenomenon], language: str
) -> tuple[pa.Table, dict[str, float]]:
    """Measure a parser on gold treebanks, from raw text if they have it and from gold words otherwise.

    Returns the table QUALITY, and the score in percent of each of COLUMNS, averaged over the parts by their number of
    words.
    """
    raw = all(gold.texts is not None for gold in golds)
    parts = parser_measure.parse_parts(parser, golds, raw=raw)
    text = RAW if raw else WORDS
    trees = [(TreesWithHits.of(part.gold.treebank), TreesWithHits.of(part.parses[text])) for part in parts]
    weights = [len(gold.words) for gold, _ in trees]
    each = [of_raw_text(*pair) for pair in trees]
    means = [
        sum(w * v for w, v in zip(weights, of_one, strict=True)) / sum(weights) for of_one in zip(*each, strict=True)
    ]
    table = parser_measure.measure(parts, chosen, language=language, parser=parser.signature)
    return table, dict(zip(COLUMNS, means, strict=True))


def add(
    parser: Parser, language: str, parse: Mapping[str, Any], test: Sequence[str], folder: Path, phenomena_file: Path
) -> str:
    """Measure the parser of a language, write its files into a folder, and say what works how well.

    Args:
        parse: the config's block for this parser.
        test: parts of treebanks (`GoldPart.of`) that it has not seen; one that it learnt from is named in a warning.
    """
    golds = [GoldPart.of(spec) for spec in test]
    for bank in parser.learnt_from:
        if seen := [gold.name for gold in golds if NO_BANK.split(gold.name)[0] == bank]:
            log.warning(
                "%s: the parser learnt from parts of %s, as its model card says: on those the figures are too high",
                ", ".join(seen),
                bank,
            )
    banks = [gold.treebank for gold in golds]
    known = catalogue.load(phenomena_file)
    found = find_requests(known, language, banks)
    phenomena, quality = folder / f"phenomena-{language}.yaml", folder / f"quality-{language}.csv"
    write_phenomena(phenomena, known, language, found)
    chosen = [p for p in catalogue.load(phenomena).values() if language in p.rules and p.measure is None]
    table, scores = measure(parser, golds, chosen, language)
    tables.write(table, quality)
    config = folder / f"config-{language}.yaml"
    write_config(config, language, {**parse, "quality": str(quality)}, phenomena)
    log.info("%s, %s and %s are written", phenomena, quality, config)
    named = ("words", "UPOS", "UAS", "LAS")
    candidates = [f"{name} ({hits})" for name, (_, hits) in found.candidates.items()]
    rows = [
        ("parser", parser.signature),
        (f"{', '.join(named)} (F1 from text)", ", ".join(f"{scores[name]:.1f}" for name in named)),
        ("phenomena with requests", f"{len(found.own)} annotated, {len(found.lacking)} not"),
        ("requests of other languages to read (hits)", ", ".join(candidates) or "none"),
    ]
    steps = quality_page.markdown_table(("step", "result"), rows)
    hits = quality_page.section(table, experimental=[p.id for p in chosen if language in p.experimental])
    lacking = [f"- not annotated: `{name}` ({what})" for name, what in found.lacking.items()]
    return "\n\n".join([steps, hits, *(["\n".join(lacking)] if lacking else [])])
