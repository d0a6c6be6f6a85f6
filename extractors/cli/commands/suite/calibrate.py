"""Correct a judge's accuracies by a sample that people judged."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output, several
from extractors.cli.commands._json import json_option, print_json
from extractors.cli.commands._suites import read_judgments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("items", type=Path, help="the suite, as `suite items` writes it")
    parser.add_argument("judgments", type=Path, help="verdicts of one judge, without people's")
    several(parser, "--annotations", "PATH", "answers on a random sample", type=Path, required=True)
    output(parser, "the table, .csv, .tsv or .parquet", required=False)
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from extractors.formats import tables
    from extractors.suites.answer_folders import read_annotations
    from extractors.suites.judge_calibration import calibration_table
    from extractors.suites.suite_stage import read_items

    items = read_items(arguments.items).items
    annotations = read_annotations(arguments.annotations, items={item.item for item in items})
    table = calibration_table(items, read_judgments([arguments.judgments]), annotations)
    if arguments.output is not None:
        tables.write(table, arguments.output)
    rows = table.to_pylist()
    if arguments.json:
        print_json(rows)
        return
    first = rows[0]
    print(f"sample: {first['sample']} outputs, {first['sample_right']} right by people")
    if first["note"]:
        print(first["note"])
    for row in rows:
        known = row["accuracy"] is not None
        words = (
            f"{100 * row['accuracy']:.1f} [{100 * row['low']:.1f}, {100 * row['high']:.1f}]"
            if known
            else "uncalibrated"
        )
        print(f"{row['system']}: {words} % right; by the judge alone {100 * (row['judged'] or 0):.1f} % of {row['n']}")


EXAMPLE = "challenge-sets suite calibrate items.parquet judged.parquet --annotations anna.xlsx -o calibration.csv"
