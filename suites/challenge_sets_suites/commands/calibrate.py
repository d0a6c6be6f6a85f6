"""Correct a judge's accuracies by a sample that people judged."""

import argparse
from pathlib import Path
from typing import Any

from challenge_sets_suites.commands._suites import read_judgments
from extractors.cli.commands._arguments import output, several
from extractors.cli.commands._json import json_option, tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("items", type=Path, help="the suite, as `suite items` writes it")
    parser.add_argument("judgments", type=Path, help="verdicts of one judge, without people's")
    several(parser, "--annotations", "PATH", "answers on a random sample", type=Path, required=True)
    output(parser, "the table, .csv, .tsv or .parquet", required=False)
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.answer_folders import read_annotations
    from challenge_sets_suites.judge_calibration import calibration_table
    from challenge_sets_suites.suite_stage import read_items

    items = read_items(arguments.items).items
    annotations = read_annotations(arguments.annotations, items={item.item for item in items})
    table = calibration_table(items, read_judgments([arguments.judgments]), annotations)
    tell(arguments, table, _shown(table.to_pylist()))


def _shown(rows: list[dict[str, Any]]) -> str:
    first = rows[0]
    text = f"sample: {first['sample']} outputs, {first['sample_right']} right by people\n"
    if first["note"]:
        text += f"{first['note']}\n"
    for row in rows:
        has_accuracy = row["accuracy"] is not None
        words = (
            f"{100 * row['accuracy']:.1f} [{100 * row['low']:.1f}, {100 * row['high']:.1f}]"
            if has_accuracy
            else "uncalibrated"
        )
        judged = f"{100 * (row['judged'] or 0):.1f} % of {row['n']}"
        text += f"{row['system']}: {words} % right; by the judge alone {judged}\n"
    return text


EXAMPLE = "challenge-sets suite calibrate items.parquet judged.parquet --annotations anna.xlsx -o calibration.csv"
