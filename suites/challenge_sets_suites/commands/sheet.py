"""Write an annotation sheet: anonymous outputs to judge."""

import argparse
import random
from pathlib import Path

from challenge_sets_suites.commands._suites import read_judgments
from extractors.cli.commands._arguments import output, several
from extractors.core.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from challenge_sets_suites.sheets import SEED

    parser.add_argument("items", type=Path, help="the suite, as `suite items` writes it")
    parser.add_argument("judgments", nargs="+", type=Path, help="judgments of the systems, for their outputs")
    parser.add_argument("--undecided", action="store_true", help="only undecided outputs, the most telling first")
    several(parser, "--annotations", "PATH", "leave out what is answered here", type=Path)
    parser.add_argument("--rules", action="store_true", help="show the judge's verdicts (annotators then depend on it)")
    parser.add_argument("--sample", type=int, metavar="N", help="N decided outputs at random, for `suite calibrate`")
    parser.add_argument("--seed", type=int, default=SEED, help="of the order of outputs (default: %(default)s)")
    output(parser, "the sheet, .xlsx or .csv")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.answer_folders import read_annotations, votes_of
    from challenge_sets_suites.sheets import key_of, sheet_rows, triage_rows, write_sheet
    from challenge_sets_suites.suite_stage import read_items
    from challenge_sets_suites.tables.judgments import RIGHT, WRONG

    items = read_items(arguments.items).items
    judgments = read_judgments(arguments.judgments)
    rows = triage_rows(items, judgments) if arguments.undecided else sheet_rows(items, judgments, rules=arguments.rules)
    if arguments.annotations:
        answered = votes_of(read_annotations(arguments.annotations))
        rows = [row for row in rows if key_of(row.item, row.output) not in answered]
    if arguments.sample is not None:
        if arguments.sample < 1 or arguments.undecided:
            raise InputError("--sample needs 1 output or more, and no --undecided", remedy="correct the options")
        decided = {
            key_of(row["item"], row["output"]) for row in judgments.to_pylist() if row["verdict"] in (RIGHT, WRONG)
        }
        rows = [row for row in rows if key_of(row.item, row.output) in decided]
        rows = random.Random(arguments.seed).sample(rows, min(arguments.sample, len(rows)))
    if not rows:
        raise InputError("no output is left for the sheet", remedy="leave out --undecided or --annotations")
    written = write_sheet(arguments.output, rows, None if arguments.undecided else arguments.seed)
    print(f"{arguments.output}: {written} outputs of {len({row.item for row in rows})} items, to be answered")


EXAMPLE = (
    "challenge-sets suite sheet items.parquet judgments.parquet -o anna.xlsx\n"
    "challenge-sets suite sheet items.parquet judgments.parquet --undecided --annotations annotations -o more.csv"
)
