"""Train a parser on treebanks of Universal Dependencies."""

import argparse
from pathlib import Path
from typing import Any

from extractors.cli.commands._arguments import add_phenomena_file, output_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    files: dict[str, Any] = {"nargs": "+", "metavar": "FILE"}
    parser.add_argument("--train", required=True, help="CoNLL-U, FILE[:550] or FILE*2 (docs/lab/models.md)", **files)
    parser.add_argument("--dev", required=True, help="CoNLL-U files for the scores", **files)
    parser.add_argument("--language", required=True, metavar="LANG", help="of the treebanks (ISO 639-1)")
    parser.add_argument("--silver", default=[], help="parses of one text; what they agree on counts", **files)
    parser.add_argument("--raw", type=Path, default=[], help="raw text (.gz too), to learn words from first", **files)
    parser.add_argument("--passes", type=int, default=4, help="over the raw text (default: 4)")
    parser.add_argument("--start", type=Path, metavar="FOLDER", help="a parser to train on, on these treebanks")
    parser.add_argument("--often", nargs="+", default=[], metavar="ID*N", help="repeat sentences with a phenomenon")
    add_phenomena_file(parser)
    parser.add_argument("--as-they-are", action="store_true", help="do not make the treebanks agree")
    parser.add_argument("--epochs", type=int, default=20, help="over the treebanks (default: 20; 0 with --start)")
    parser.add_argument("--rate", type=float, default=2.5e-3, help="highest learning rate (default: 0.0025)")
    parser.add_argument("--hidden", type=int, default=200, help="width of each layer (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random (default: 1)")
    parser.add_argument("--device", help="cpu or cuda (default: cuda where there is one)")
    parser.add_argument("--threads", type=int, help="default: 1, or OMP_NUM_THREADS")
    parser.add_argument("--licence", default="not stated", help="the treebanks' licence, for the model card")
    output_folder(parser, "the model, a new folder")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_lab.training.parser import parser_recipe
    from challenge_sets_lab.training.parser.parser_training import TrainingSettings
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
