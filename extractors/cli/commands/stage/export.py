"""Write texts of sets, or scores for other evaluation tools."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import written
from extractors.cli.commands._overwriting import refuse_there

FORMS = ("sets", "mteval", "subset2evaluate")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "form", choices=FORMS, help="plain text, a test set of mt-metrics-eval, or subset2evaluate's items"
    )
    parser.add_argument("results", type=Path, help="the results of a corpus; scored, but for sets")
    written(parser, "-o", "--output", required=True, metavar="PLACE", help="a new folder, or a .jsonl file of items")


def run(arguments: argparse.Namespace) -> None:
    if arguments.form != "subset2evaluate":
        refuse_there(arguments.output)
    if arguments.form == "sets":
        from extractors.config import results_config
        from extractors.extract.select import export_results

        systems = results_config.systems_of(arguments.results)
        print(f"{arguments.output}: {export_results(arguments.results, arguments.output, systems)} sets")
        return
    from extractors.publish.exchange import ScoredCorpus, write_items
    from extractors.publish.mteval_tree import write_mteval

    results = ScoredCorpus.of(arguments.results)
    if arguments.form == "mteval":
        for name in write_mteval(results, arguments.output):
            print(arguments.output / name)
    else:
        print(f"{arguments.output}: {write_items(results, arguments.output)} items")


EXAMPLE = (
    "challenge-sets stage export sets results/wmt24-en-de -o sets\n"
    "challenge-sets stage export mteval results/wmt24-en-de -o wmt24\n"
    "challenge-sets stage export subset2evaluate results/wmt24-en-de -o items.jsonl"
)
