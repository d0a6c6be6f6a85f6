"""Write scores for mt-metrics-eval or subset2evaluate."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.cli.commands import Command
from extractors.core.errors import InputError

FORMS = ("mteval", "subset2evaluate")


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("form", choices=FORMS, help="score files of mt-metrics-eval, or items of subset2evaluate")
    parser.add_argument("results", type=Path, help="the results of a corpus that was scored")
    parser.add_argument("-o", "--output", type=Path, required=True, help="a new folder (mteval) or a .jsonl file")


def _run(arguments: argparse.Namespace) -> None:
    from extractors.publish.exchange import ScoredCorpus, write_items, write_mteval

    results = ScoredCorpus.of(arguments.results)
    if arguments.form == "mteval":
        if arguments.output.exists():
            raise InputError("is there already", path=arguments.output, remedy="name a new folder, or remove it")
        for name in write_mteval(results, arguments.output):
            print(arguments.output / name)
    else:
        print(f"{arguments.output}: {write_items(results, arguments.output)} items")


COMMAND = Command(
    example="challenge-sets stage export mteval results/wmt24-en-de -o scores\n"
    "challenge-sets stage export subset2evaluate results/wmt24-en-de -o items.jsonl",
    add_arguments=_arguments,
    run=_run,
)
