"""Read filled sheets and yes-no campaigns into one table."""

import argparse
from collections import Counter
from pathlib import Path

from challenge_sets_suites.commands._suites import campaign_option, known_items
from extractors.cli.commands._arguments import output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sheets", nargs="+", type=Path, help="sheets, answers of Pearmut (.json), or folders of these")
    parser.add_argument("--annotator", metavar="NAME", help="who filled the sheets (default: the names of the files)")
    parser.add_argument("--items", type=Path, metavar="FILE", help="the suite, to see that it has the items")
    campaign_option(parser)
    output(parser, "the answers as a table, .csv, .tsv or .parquet")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.answer_folders import annotations_table, read_annotations
    from challenge_sets_suites.tables.judgments import ANSWERS
    from extractors.formats import tables

    item_ids = known_items(arguments)
    annotations = read_annotations(
        arguments.sheets, annotator=arguments.annotator, items=item_ids, campaign=arguments.campaign
    )
    tables.write(annotations_table(annotations), arguments.output)
    count = Counter((annotation.annotator, annotation.answer) for annotation in annotations)
    for name in sorted({annotation.annotator for annotation in annotations}):
        print(f"{name}: {', '.join(f'{count[name, answer]} {answer}' for answer in ANSWERS)}")


EXAMPLE = (
    "challenge-sets suite annotations anna.xlsx ben.csv --items items.parquet -o annotations.csv\n"
    "challenge-sets suite annotations pearmut/annotations.json --items items.parquet -o annotations.csv"
)
