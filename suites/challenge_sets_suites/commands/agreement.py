"""Measure how far annotators agree: kappa, alpha."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.cli.commands._arguments import output
from extractors.cli.commands._json import json_option, tell

if TYPE_CHECKING:
    import pyarrow as pa


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("annotations", nargs="+", type=Path, help="filled sheets, annotations.csv, or folders of these")
    parser.add_argument("--items", type=Path, metavar="FILE", help="the suite, for agreement by category")
    output(parser, "the table of agreement, .csv, .tsv or .parquet", required=False)
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.annotator_agreement import agreement
    from challenge_sets_suites.answer_folders import read_annotations
    from challenge_sets_suites.suite_stage import read_items

    categories = None
    if arguments.items is not None:
        categories = {item.item: item.category for item in read_items(arguments.items).items}
    table = agreement(read_annotations(arguments.annotations, items=categories), categories)
    tell(arguments, table, _shown(table))


def _shown(table: pa.Table) -> str:
    from extractors.core.terminal import columns

    shown = []
    for row in table.to_pylist():
        value = row["note"] if row["value"] is None else f"{row['value']:.3f}"
        shown.append([row["category"] or "all", row["measure"], ", ".join(row["annotators"]), str(row["n"]), value])
    return columns(["category", "measure", "annotators", "n", "value"], shown, texts=3)


EXAMPLE = "challenge-sets suite agreement annotations --items items.parquet -o agreement.csv"
