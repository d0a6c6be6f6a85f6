"""Read people's scores (DA, ESA, MQM) as judgments."""

import argparse
from pathlib import Path

from challenge_sets_suites.commands._suites import campaign_option, known_items
from extractors.cli.commands._arguments import output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("answers", nargs="+", type=Path, help="of Pearmut's dashboard (.json), or its logs (.jsonl)")
    parser.add_argument("--items", type=Path, metavar="FILE", help="the suite, to see that it has the items")
    campaign_option(parser)
    output(parser, "judgments with the mean score of each output, .csv, .tsv or .parquet")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.campaigns import score_judgments
    from extractors.formats import tables

    item_ids = known_items(arguments)
    judgments = score_judgments(arguments.answers, item_ids, arguments.campaign)
    tables.write(judgments, arguments.output)
    by_system: dict[str, list[float]] = {}
    for row in judgments.select(["system", "score"]).to_pylist():
        by_system.setdefault(row["system"], []).append(row["score"])
    for system, scores in by_system.items():
        print(f"{system}: {len(scores)} outputs, mean {sum(scores) / len(scores):.1f}")


EXAMPLE = (
    "challenge-sets suite human-scores pearmut/annotations.json --items items.parquet -o scores.parquet\n"
    "challenge-sets suite meta resolved.parquet scores.parquet --items items.parquet -o meta.csv"
)
