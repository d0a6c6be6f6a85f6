"""Train an encoder for SimAlign on parallel text."""

import argparse
from pathlib import Path

from challenge_sets_lab.alignment_quality.gold_links import read_gold
from challenge_sets_lab.training.aligner import bitext
from challenge_sets_lab.training.aligner.training_settings import AlignerTraining
from extractors.cli.commands._arguments import languages, output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    default = AlignerTraining()
    parser.add_argument("--source", nargs="+", required=True, metavar="PLACE", help="source sides, a segment a line")
    parser.add_argument("--target", nargs="+", required=True, metavar="PLACE", help="their translations, line by line")
    languages(parser, required=True)
    output(parser, "the encoder, a new folder; FOLDER.training resumes", metavar="FOLDER")
    parser.add_argument("--gold", type=Path, metavar="FILE", help="gold links (JSON) to measure the result on")
    for name, meaning in (
        ("vocabulary", "most subwords of both languages"),
        ("epochs-static", "passes for the static embeddings"),
        ("epochs", "passes for each round with layers"),
        ("seed", "of everything random but eflomal"),
    ):
        value = getattr(default, name.replace("-", "_"))
        parser.add_argument(f"--{name}", type=int, default=value, metavar="N", help=f"{meaning} (default: {value})")
    parser.add_argument("--half", action=argparse.BooleanOptionalAction, default=default.half, help="train in bfloat16")
    parser.add_argument("--device", choices=("cpu", "cuda"), help="default: cuda if there is one")


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
    from challenge_sets_lab.training.aligner import aligner_recipe
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
