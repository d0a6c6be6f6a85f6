"""Go through all steps to a new language."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from extractors.cli.commands._arguments import add_phenomena_file, output_folder, refuse
from extractors.models.tool_settings import DEFAULT_PARSER
from extractors.phenomena.detection import MULTILINGUAL

if TYPE_CHECKING:
    from challenge_sets_lab.new_language import TreebankSplit

EPOCHS, HIDDEN = 20, 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("language", metavar="LANG", help="ISO 639-1 code, as nl")
    parser.add_argument("--treebank", nargs="+", required=True, metavar="FILE", help="CoNLL-U files (.gz too)")
    parser.add_argument(
        "--test", nargs="+", default=[], metavar="FILE", help="with --train, to measure on (default: a fifth of each)"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--style", metavar="TREEBANK", help="that the multilingual parser takes, as cs_pud (a relative)")
    which.add_argument("--train", action="store_true", help="a parser of its own, instead of the multilingual one")
    which.add_argument("--stanza", nargs="?", const="", metavar="FOLDER", help="measure Stanza's model instead")
    parser.add_argument("--epochs", type=int, help=f"with --train, passes over the treebanks (default: {EPOCHS})")
    parser.add_argument("--hidden", type=int, help=f"with --train, width of each layer (default: {HIDDEN})")
    add_phenomena_file(parser)
    output_folder(parser, "parser, figures, stubs and config")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_lab import new_language
    from extractors.models.parsers import create_parser

    if not arguments.train:
        why = "is of a parser that is trained"
        refuse(arguments, ("test", "epochs", "hidden"), why, "add --train, or leave it out; --treebank is measured on")
    language, folder, test = arguments.language, arguments.output, arguments.treebank
    folder.mkdir(parents=True, exist_ok=True)
    parse: dict[str, Any] = {"parser": MULTILINGUAL}
    if arguments.stanza is not None:
        parse = {"parser": "stanza"} | ({"model": arguments.stanza} if arguments.stanza else {})
    elif arguments.train:
        split = new_language.TreebankSplit.of(arguments.treebank, arguments.test)
        model, test = folder / f"parser-{language}", split.test
        parse = {"parser": DEFAULT_PARSER, "model": str(model)}
        if not model.exists():
            _train(model, language, split, arguments)
    elif arguments.style is not None:
        parse["options"] = {"treebank": arguments.style}
    options = parse.get("options", {})
    parser = create_parser(parse["parser"], language=language, model=parse.get("model"), options=options)
    print(new_language.add(parser, language, parse, test, folder, arguments.phenomena_file))


def _train(model: Path, language: str, split: TreebankSplit, arguments: argparse.Namespace) -> None:
    from challenge_sets_lab.training.parser import parser_recipe
    from challenge_sets_lab.training.parser.parser_training import TrainingSettings
    from extractors.models.parsers._biaffine.scoring import Sizes

    parser_recipe.make(
        model,
        language=language,
        train_on=split.train,
        silver=[],
        development=split.development,
        settings=TrainingSettings(epochs=EPOCHS if arguments.epochs is None else arguments.epochs),
        sizes=Sizes(hidden=HIDDEN if arguments.hidden is None else arguments.hidden),
        phenomena_file=arguments.phenomena_file,
    )


EXAMPLE = (
    "challenge-sets lab add-language nl --treebank nl_alpino-ud-test.conllu -o nl\n"
    "challenge-sets lab add-language nl --treebank nl_alpino-ud-train.conllu --test nl_alpino-ud-test.conllu --train"
    " -o nl"
)
EXTRA = "torch"
