"""Train a parser on treebanks of Universal Dependencies."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import add_phenomena_file, written


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--train",
        nargs="+",
        required=True,
        metavar="FILE[*N]",
        help="CoNLL-U files (.gz too), the first in the style that the parser shall have; FILE*2 is gone through"
        " twice an epoch, FILE[:550] are its first 550 sentences, FILE[550:] the others",
    )
    parser.add_argument("--dev", nargs="+", required=True, metavar="FILE", help="CoNLL-U files for the scores")
    parser.add_argument("--language", required=True, metavar="LANG", help="language of the treebanks (ISO 639-1)")
    parser.add_argument(
        "--silver",
        nargs="*",
        default=[],
        metavar="FILE",
        help="parses of one raw text by two parsers or more: the sentences they agree on are trained on as well",
    )
    parser.add_argument(
        "--raw",
        nargs="*",
        type=Path,
        default=[],
        metavar="FILE",
        help="raw text (.gz too), a sentence or a paragraph on each line: before the network learns to parse, it"
        " guesses hidden words of it",
    )
    parser.add_argument("--passes", type=int, default=4, help="passes over the raw text (default: 4)")
    parser.add_argument(
        "--start",
        type=Path,
        metavar="FOLDER",
        help="a parser whose training goes on, on these treebanks (named as those that it was trained on)",
    )
    parser.add_argument(
        "--often",
        nargs="+",
        default=[],
        metavar="PHENOMENON*N",
        help="go through the sentences with a hit of a phenomenon N times more an epoch",
    )
    add_phenomena_file(parser)
    parser.add_argument("--as-they-are", action="store_true", help="do not make the treebanks agree with the first")
    parser.add_argument(
        "--epochs",
        type=int,
        default=20,
        help="passes over the treebanks (default: 20); with --start, 0 learns anew only the lexicon, the calibration"
        " and the agreement of phrases",
    )
    parser.add_argument(
        "--rate", type=float, default=2.5e-3, help="highest learning rate (default: 0.0025; less after --start)"
    )
    parser.add_argument("--hidden", type=int, default=200, help="width of each layer, a direction (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random (default: 1)")
    parser.add_argument("--device", help="cpu or cuda (default: cuda where there is one)")
    parser.add_argument("--threads", type=int, help="processor threads (default: 1, or OMP_NUM_THREADS)")
    parser.add_argument("--licence", default="not stated", help="the treebanks' licence, for the model card")
    written(parser, "-o", "--output", required=True, metavar="FOLDER", help="the model, a new folder")


def run(arguments: argparse.Namespace) -> None:
    from extractors.lab.training.parser import parser_recipe
    from extractors.lab.training.parser.parser_training import TrainingSettings
    from extractors.models.parsers._biaffine.scoring import Sizes

    parser_recipe.make(
        arguments.output,
        language=arguments.language,
        train_on=arguments.train,
        silver=arguments.silver,
        development=arguments.dev,
        settings=TrainingSettings(epochs=arguments.epochs, rate=arguments.rate, seed=arguments.seed),
        sizes=Sizes(hidden=arguments.hidden),
        device=arguments.device,
        threads=arguments.threads,
        harmonised=not arguments.as_they_are,
        licence=arguments.licence,
        start=arguments.start,
        raw=arguments.raw,
        passes=arguments.passes,
        often=arguments.often,
        phenomena_file=arguments.phenomena_file,
    )


EXAMPLE = (
    "challenge-sets lab train-parser --language nl --train nl_alpino-train.conllu --dev nl_alpino-dev.conllu"
    " -o parser-nl"
)
EXTRA = "torch"
