"""Judge outputs or scores of systems on a test suite.

The verdicts in the suite's own file are kept beside them.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from challenge_sets_suites import judges
from challenge_sets_suites.commands._suites import add_suite, suite_of_arguments
from extractors.cli.commands._arguments import option_values, options, output, outputs, outputs_given
from extractors.cli.commands._json import json_option, print_json
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.inputs.places import parse

if TYPE_CHECKING:
    import pyarrow as pa

    from challenge_sets_suites.tables.items import Suite


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    outputs(parser)
    parser.add_argument(
        "--sources", type=parse, metavar="PLACE", help="their sources, where items are among other lines"
    )
    parser.add_argument("--judge", metavar="NAME", help=f"{', '.join(registry.names(judges))}")
    options(parser, "judge")
    output(parser, "the judgments (default: a folder with all tables)", required=False)
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    import pyarrow as pa

    from challenge_sets_suites.report.suite_summary import summary
    from challenge_sets_suites.suite_stage import judge_suite, own_judgments, suite_tables
    from challenge_sets_suites.tables.judgments import JUDGMENTS, OUTPUTS_FOUND
    from challenge_sets_suites.tables.suites import SUITE_ACCURACY
    from extractors.formats import tables

    folder = None if arguments.output else _folder_of(arguments.suite)
    suite = suite_of_arguments(arguments)
    systems = outputs_given(arguments.systems)
    own = own_judgments(suite, arguments.suite, systems)
    judged, outputs_found = judge_suite(
        suite,
        systems,
        judge=arguments.judge,
        options=option_values(arguments.option),
        sources=arguments.sources,
    )
    judgments = pa.concat_tables([own, judged])
    if arguments.output is not None:
        tables.write(judgments, arguments.output)
    if folder is None and not arguments.json:
        return
    made = suite_tables(suite, judgments, JUDGMENTS.file)
    if folder is not None:
        _write_all(suite, judgments, {OUTPUTS_FOUND.file: outputs_found, **made}, folder)
    if arguments.json:
        print_json(made[SUITE_ACCURACY.file].to_pylist())
    elif folder is not None:
        print(summary(folder), end="")


def _folder_of(suite: Path) -> Path:
    """Return the folder for the results of a suite, named after its file."""
    from challenge_sets_suites.tables.judgments import JUDGMENTS

    folder = Path(suite.resolve().name.partition(".")[0])
    if folder.exists() and not (folder / JUDGMENTS.file).is_file():
        raise InputError(
            "is there already, and holds no judgments of a suite",
            path=folder,
            remedy="rename it, or name a file for the judgments: -o judgments.parquet",
        )
    return folder


def _write_all(suite: Suite, judgments: pa.Table, made: Mapping[str, pa.Table], folder: Path) -> None:
    from challenge_sets_suites.tables.items import ITEMS
    from challenge_sets_suites.tables.judgments import JUDGMENTS
    from extractors.formats import tables

    tables.write(suite.table(), folder / ITEMS.file)
    for name, table in made.items():
        tables.write_with_csv(table, folder / name)
    tables.write(judgments, folder / JUDGMENTS.file)


EXAMPLE = (
    "challenge-sets suite judge mine.csv --systems outputs\n"
    "challenge-sets suite judge items.json --format dfki --systems outputs/ --sources all.en -o judgments.parquet"
)
