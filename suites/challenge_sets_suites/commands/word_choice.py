"""Make items of an ambiguous word from a parallel corpus."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from challenge_sets_suites.word_choice import DEFAULT_FILE
from extractors.cli.commands._arguments import add_phenomena_file, output
from extractors.core.errors import InputError, check_known
from extractors.inputs import places
from extractors.inputs.beside_source import texts_beside
from extractors.inputs.reading import read_texts

if TYPE_CHECKING:
    from challenge_sets_suites.word_choice import choice_catalogue


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("choice", metavar="CHOICE", help="the id of a word choice, such as but")
    for side in ("source", "reference"):
        parser.add_argument(f"--{side}", type=places.parse, required=True, metavar="PLACE", help="one segment a line")
    parser.add_argument("--target-language", metavar="LANG", help="of the reference (default: the choice's only one)")
    parser.add_argument("--alignment", type=Path, metavar="FILE", help="links of source and reference")
    parser.add_argument("--parses", type=Path, metavar="FILE", help="the parsed source, for a choice with a request")
    parser.add_argument(
        "--choices-file", type=Path, default=DEFAULT_FILE, metavar="FILE", help="word choices (default: shipped)"
    )
    add_phenomena_file(parser)
    output(parser, "the items: .parquet, .tsv or .csv")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.word_choice import choice_catalogue
    from challenge_sets_suites.word_choice.build import Bitext, build, read_links
    from extractors.formats import conllu, tables
    from extractors.phenomena import catalogue as phenomena

    choices = choice_catalogue.load(arguments.choices_file)
    check_known("word choice", [arguments.choice], choices, path=arguments.choices_file)
    choice = choices[arguments.choice]
    target_language = arguments.target_language or _only_target(choice)
    alternatives = choice.alternatives(target_language)
    source = read_texts(arguments.source)
    reference = texts_beside(arguments.reference, source, source_name=arguments.source)
    treebank = conllu.read(arguments.parses) if arguments.parses else None
    bitext = Bitext.of(
        source, reference, (choice.language, target_language), place=str(arguments.source), treebank=treebank
    )
    if arguments.alignment:
        bitext = replace(bitext, links=read_links(arguments.alignment, bitext.source_tokens, bitext.reference_tokens))
    suite = build(
        choice, alternatives, bitext, phenomena=phenomena.load(arguments.phenomena_file) if choice.phenomenon else None
    )
    tables.write(suite.table(), arguments.output)


def _only_target(choice: choice_catalogue.WordChoice) -> str:
    if len(choice.targets) > 1:
        raise InputError(
            f"the word choice {choice.id!r} has translations into {', '.join(choice.targets)}",
            remedy="give --target-language",
        )
    return next(iter(choice.targets))


EXAMPLE = (
    "challenge-sets suite word-choice but --source news.en --reference news.de --target-language de -o items.parquet"
)
