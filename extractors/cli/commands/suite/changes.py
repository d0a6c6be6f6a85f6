"""Compare two runs of a suite: repaired and broken items."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output
from extractors.cli.commands._suites import add_suite, suite_of_arguments
from extractors.core.errors import InputError, unknown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    parser.add_argument("old", help="judgments of the earlier run")
    parser.add_argument("new", help="judgments of the later run")
    parser.add_argument(
        "--system",
        action="append",
        default=[],
        metavar="NEW[=OLD]",
        help="a system, with its name in the earlier run where that is another; may be repeated (default: all of both)",
    )
    output(parser, "the changes by category and phenomenon, .csv, .tsv or .parquet")
    parser.add_argument("--by-item", type=Path, metavar="FILE", help="every item whose verdict changed")


def run(arguments: argparse.Namespace) -> None:
    from extractors.formats import tables
    from extractors.formats.judgments import JUDGMENTS
    from extractors.suites.changes import change_table, changed_items
    from extractors.suites.groups import verdicts_of

    suite = suite_of_arguments(arguments)
    old, new = (tables.read(JUDGMENTS, path) for path in (arguments.old, arguments.new))
    before, after = (
        verdicts_of(suite.items, table, path) for table, path in ((old, arguments.old), (new, arguments.new))
    )
    if arguments.system:
        parts = [name.partition("=") for name in arguments.system]
        systems = {name: earlier or name for name, _, earlier in parts}
    else:
        systems = {name: name for name in after.systems if name in before.systems}
    if not systems:
        raise InputError(
            "the two runs have no system in common", path=arguments.new, remedy="say which is which: --system NEW=OLD"
        )
    for name, earlier in systems.items():
        for system, known, path in ((name, after.systems, arguments.new), (earlier, before.systems, arguments.old)):
            if system not in known:
                raise unknown("system", system, known, path=path)
    if arguments.by_item:
        tables.write(changed_items(before, after, (old, new), systems), arguments.by_item)
    tables.write(change_table(before, after, systems), arguments.output)


EXAMPLE = "challenge-sets suite changes items.parquet 2020.parquet 2021.parquet -o changes.csv --by-item items.csv"
