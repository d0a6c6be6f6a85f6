"""Go through all steps to a new language."""

from __future__ import annotations

import argparse
from typing import Any

from extractors.cli.commands._arguments import add_phenomena_file, output
from extractors.models.parsers import DEFAULT_PARSER


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("language", metavar="LANG", help="ISO 639-1 code, as nl")
    parser.add_argument("--treebank", nargs="+", required=True, metavar="FILE", help="CoNLL-U files (.gz too)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--style", metavar="TREEBANK", help="that the multilingual parser takes, as cs_pud (a relative)")
    which.add_argument("--stanza", nargs="?", const="", metavar="FOLDER", help="measure Stanza's model instead")
    add_phenomena_file(parser)
    output(parser, "figures, stubs and config", metavar="FOLDER")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_lab import new_language
    from extractors.models.parsers import create_parser

    language, folder = arguments.language, arguments.output
    folder.mkdir(parents=True, exist_ok=True)
    parse: dict[str, Any] = {"parser": DEFAULT_PARSER}
    if arguments.stanza is not None:
        parse = {"parser": "stanza"} | ({"model": arguments.stanza} if arguments.stanza else {})
    elif arguments.style is not None:
        parse["options"] = {"treebank": arguments.style}
    options = parse.get("options", {})
    parser = create_parser(parse["parser"], language=language, model=parse.get("model"), options=options)
    print(new_language.add(parser, language, parse, arguments.treebank, folder, arguments.phenomena_file))


EXAMPLE = "challenge-sets lab add-language nl --treebank nl_alpino-ud-test.conllu -o nl"
