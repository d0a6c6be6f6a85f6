"""Write tables of human judgments, as Isabelle et al. (2017)."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.cli.commands import Command
from extractors.cli.commands._suites import read_judgments


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("items", type=Path, help="the suite, as `challenge-sets suite items` writes it")
    parser.add_argument("judgments", nargs="+", type=Path, help="judgments of the systems, for their outputs")
    parser.add_argument(
        "--annotations",
        action="append",
        type=Path,
        default=[],
        metavar="PATH",
        help="the single answers: a filled sheet, annotations.csv, or a folder of these; may be repeated",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER", help="where to write them")


def _run(arguments: argparse.Namespace) -> None:
    from extractors.report import human_tables
    from extractors.suites.annotations import read_annotations, resolve
    from extractors.suites.stage import read_items

    items = read_items(arguments.items).items
    judgments = read_judgments(arguments.judgments)
    annotations = None
    if arguments.annotations:
        annotations = read_annotations(arguments.annotations, items={item.item for item in items})
        judgments = resolve(judgments, annotations).judgments
    names = human_tables.write(items, judgments, arguments.output, annotations)
    print(f"{arguments.output}: {', '.join(names)}, each as .csv, .md and .tex; human_tables.tex has both")


COMMAND = Command(
    example="challenge-sets suite human-tables items.parquet judgments.parquet --annotations annotations -o tables",
    add_arguments=_arguments,
    run=_run,
)
