"""Go through all steps to a new language."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.cli.commands._arguments import add_phenomena_file, output_folder
from extractors.models.parsers import BY_LANGUAGE

if TYPE_CHECKING:
    from challenge_sets_lab.new_language import TreebankSplit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("language", metavar="LANG", help="ISO 639-1 code, as nl")
    parser.add_argument("--treebank", nargs="+", required=True, metavar="FILE", help="CoNLL-U files (.gz too)")
    parser.add_argument(
        "--test", nargs="+", default=[], metavar="FILE", help="to measure on (default: a fifth of each treebank)"
    )
    parser.add_argument("--stanza", nargs="?", const="", metavar="FOLDER", help="measure Stanza's model, train none")
    parser.add_argument("--epochs", type=int, default=20, help="passes over the treebanks (default: 20)")
    parser.add_argument("--hidden", type=int, default=200, help="width of each layer (default: 200)")
    add_phenomena_file(parser)
    output_folder(parser, "parser, figures, stubs and config")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_lab import new_language
    from extractors.models.parsers import create_parser

    language, folder = arguments.language, arguments.output
    split = new_language.TreebankSplit.of(arguments.treebank, arguments.test)
    folder.mkdir(parents=True, exist_ok=True)
    model = folder / f"parser-{language}"
    if arguments.stanza is not None:
        parse = {"parser": "stanza"} | ({"model": arguments.stanza} if arguments.stanza else {})
    else:
        parse = {"model": str(model)}
        if not model.exists():
            _train(model, language, split, arguments)
    parser = create_parser(parse.get("parser", BY_LANGUAGE), language=language, model=parse.get("model"), options={})
    print(new_language.add(parser, language, parse, split.test, folder, arguments.phenomena_file))


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
        settings=TrainingSettings(epochs=arguments.epochs),
        sizes=Sizes(hidden=arguments.hidden),
        phenomena_file=arguments.phenomena_file,
    )


EXAMPLE = (
    "challenge-sets lab add-language nl --treebank nl_alpino-ud-train.conllu --test nl_alpino-ud-test.conllu -o nl\n"
    "challenge-sets lab add-language nl --treebank nl_alpino-ud-test.conllu --stanza -o nl"
)
EXTRA = "torch"
