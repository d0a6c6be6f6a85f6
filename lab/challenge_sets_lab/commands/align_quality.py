"""Measure links against gold: F1, AER, reordering."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.cli.commands._arguments import languages, options, output, refuse
from extractors.cli.commands._json import json_option, print_json
from extractors.cli.commands._tools import aligner_of
from extractors.core.errors import InputError

if TYPE_CHECKING:
    from challenge_sets_lab.alignment_quality.gold_links import GoldLinks
    from extractors.models.aligners import Confidence, Links, Pair


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--gold", required=True, metavar="FILE", help="gold links (docs/models.md)")
    parser.add_argument("--text", metavar="FILE", help="the sentences, tokenised: SOURCE ||| TARGET a line")
    parser.add_argument("--source-tokens", metavar="FILE", help="instead of --text: the source, tokenised")
    parser.add_argument("--target-tokens", metavar="FILE", help="and the target")
    parser.add_argument("--first", type=int, choices=(0, 1), help="of tokens in --gold (default: found out)")
    made = parser.add_mutually_exclusive_group(required=True)
    made.add_argument("--links", metavar="FILE", help="the links to measure")
    made.add_argument("--aligner", metavar="NAME", help="or the aligner to make them with")
    parser.add_argument("--links-first", type=int, choices=(0, 1), help="of tokens in --links (default: found out)")
    parser.add_argument("--reverse", action="store_true", help="--links has the target first: TARGET-SOURCE")
    languages(parser, "of --aligner, or of gold in .json")
    parser.add_argument("--model", help="a folder, file or name (default: shipped)")
    options(parser, "aligner")
    output(parser, "the figures, .tsv, .csv or .parquet", required=False)
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_lab.alignment_quality import gold_links, link_measure, link_page
    from extractors.formats import tables

    languages = (arguments.source_language, arguments.target_language)
    given = gold_links.read(
        arguments.gold,
        tokens=_tokens(arguments),
        first=arguments.first,
        languages=languages if all(languages) else None,
    )
    name, linked = _aligned(arguments, given) if arguments.aligner else _read(arguments, given)
    table = link_measure.measure(linked, given, name=name)
    if arguments.output:
        tables.write(table, arguments.output)
    if arguments.json:
        print_json(table.to_pylist())
        return
    print(_summary(given))
    print(link_page.section(table))
    if not given.has_text:
        print("\nReordering is not measured: give the sentences with --text.")


def _summary(gold: GoldLinks) -> str:
    sure, possible = (sum(len(getattr(pair, kind)) for pair in gold.pairs) for kind in ("sure", "possible"))
    return (
        f"{gold.name}: {len(gold.pairs):,} pairs, {sure:,} sure gold links and {possible - sure:,} possible only,"
        f" tokens counted from {gold.first}. In percent; intervals: bootstrap over pairs.\n"
    )


def _tokens(arguments: argparse.Namespace) -> list[Pair] | None:
    from challenge_sets_lab.alignment_quality import gold_texts

    sides = (arguments.source_tokens, arguments.target_tokens)
    if (arguments.text and any(sides)) or any(sides) != all(sides):
        raise InputError(
            "the sentences are not given as a whole", remedy="give --text, or --source-tokens and --target-tokens"
        )
    if arguments.text:
        return gold_texts.read_pairs(arguments.text)
    return gold_texts.read_sides(*sides) if all(sides) else None


def _read(arguments: argparse.Namespace, gold: GoldLinks) -> tuple[str, list[tuple[Links, Confidence]]]:
    """Read the links of the file given by --links, and return its name and the links."""
    from challenge_sets_lab.alignment_quality.link_measure import read_links

    refuse(arguments, ("model", "option"), "is for --aligner", "leave it out with --links")
    linked, _ = read_links(arguments.links, gold, first=arguments.links_first, reverse=arguments.reverse)
    return Path(arguments.links).name, linked


def _aligned(arguments: argparse.Namespace, gold: GoldLinks) -> tuple[str, list[tuple[Links, Confidence]]]:
    """Align the gold sentences with the chosen aligner, and return its signature and the links."""
    if not gold.has_text:
        raise InputError("an aligner needs the sentences, and the gold has none", remedy="give --text FILE")
    if not (arguments.source_language and arguments.target_language):
        raise InputError("an aligner has two languages", remedy="give --source-language and --target-language")
    if arguments.links_first is not None or arguments.reverse:
        raise InputError("--links-first and --reverse are for --links", remedy="leave them out with --aligner")
    aligner = aligner_of(arguments)
    linked = list(aligner.align_with_confidence(gold.tokens))
    aligner.tell()
    return aligner.signature, linked


EXAMPLE = (
    "challenge-sets lab align-quality --gold enfr.gold --text enfr.src-tgt --links enfr.out -o quality.tsv\n"
    "challenge-sets lab align-quality --gold en-nl.test.tsv --aligner simalign --source-language en"
    " --target-language nl"
)
