"""`challenge-sets pool`"""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.commands import Command
from extractors.commands._arguments import output
from extractors.score.pooled import pool_to_file
from extractors.settings.statistics import ALPHA

EFFECTS = "phenomenon_effects.csv"


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", nargs="+", type=Path, help="folders of corpora of one language pair, scored")
    parser.add_argument("--alpha", type=float, default=ALPHA, help=f"level of the findings (default: {ALPHA})")
    output(parser, "the effects over these corpora, .csv, .tsv or .parquet")


def _run(arguments: argparse.Namespace) -> None:
    effects = {folder.resolve().name: folder / EFFECTS for folder in arguments.results}
    pool_to_file(effects, arguments.output, alpha=arguments.alpha)


COMMAND = Command(
    summary="Average the effects of phenomena over several corpora of a language pair.",
    example="challenge-sets pool results/wmt21-en-de results/wmt22-en-de -o en-de.csv",
    add_arguments=_arguments,
    run=_run,
)
