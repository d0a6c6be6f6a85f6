"""Train an encoder for SimAlign on parallel text."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import written
from extractors.lab.alignment_quality.gold_links import read_gold
from extractors.lab.training.aligner import bitext
from extractors.lab.training.aligner.training_settings import AlignerTraining


def add_arguments(parser: argparse.ArgumentParser) -> None:
    default = AlignerTraining()
    parser.add_argument("--source", nargs="+", required=True, metavar="PLACE", help="source sides, a segment a line")
    parser.add_argument("--target", nargs="+", required=True, metavar="PLACE", help="their translations, line by line")
    parser.add_argument("--source-language", required=True, metavar="LANG")
    parser.add_argument("--target-language", required=True, metavar="LANG")
    written(
        parser,
        "-o",
        "--output",
        required=True,
        metavar="FOLDER",
        help="the encoder, a new folder; a stopped run resumes from FOLDER.training next to it",
    )
    parser.add_argument("--gold", type=Path, metavar="FILE", help="gold links (JSON) to measure the result on")
    for name, meaning in (
        ("vocabulary", "the most subwords of both languages together"),
        ("epochs-static", "passes over the bitext for the static embeddings"),
        ("epochs", "passes for each of the two rounds with layers"),
        ("seed", "of everything random but eflomal, which takes none"),
    ):
        value = getattr(default, name.replace("-", "_"))
        parser.add_argument(f"--{name}", type=int, default=value, metavar="N", help=f"{meaning} (default: {value})")
    parser.add_argument(
        "--half",
        action=argparse.BooleanOptionalAction,
        default=default.half,
        help="compute layers in bfloat16: faster where the processor has instructions for it",
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), help="where to train (default: cuda if there is one)")


def run(arguments: argparse.Namespace) -> None:
    settings = AlignerTraining(
        vocabulary=arguments.vocabulary,
        epochs_static=arguments.epochs_static,
        epochs=arguments.epochs,
        half=arguments.half,
        seed=arguments.seed,
    )
    languages = {"source_language": arguments.source_language, "target_language": arguments.target_language}
    gold = read_gold(arguments.gold, **languages) if arguments.gold else None
    texts = bitext.read(arguments.source, arguments.target)
    # Loading these takes seconds, which every other command would pay for.
    from extractors.lab.training.aligner import aligner_recipe
    from extractors.models.devices import device

    aligner_recipe.train(
        texts, arguments.output, settings=settings, device=device(arguments.device), gold=gold, **languages
    )


EXAMPLE = (
    "challenge-sets lab train-aligner --source a.de b.de.gz --target a.en b.en.gz"
    " --source-language de --target-language en -o aligner-de-en\n"
    "challenge-sets lab train-aligner --source bitext.tsv#de --target bitext.tsv#en"
    " --source-language de --target-language en --gold gold.json --epochs 3 -o aligner-de-en"
)
EXTRA = "torch"
