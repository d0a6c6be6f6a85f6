"""Arguments of the commands on test suites."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from challenge_sets_suites import formats as suites
from challenge_sets_suites.formats import SuiteReader, SuiteWriter
from extractors.cli.commands._arguments import option_values, several
from extractors.core import registry
from extractors.core.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

    from challenge_sets_suites.tables.items import Suite


def add_suite(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name the suite, its format and the format's options."""
    parser.add_argument("suite", type=Path, help="items (.parquet), a sheet (.csv, .tsv, .xlsx), or a file of --format")
    parser.add_argument("--format", metavar="NAME", help="the file's format (docs/suites.md)")
    several(parser, "--format-option", "NAME=VALUE", "of the format: target_language=en")


def suite_of_arguments(arguments: argparse.Namespace) -> Suite:
    """Read the suite that the arguments of `add_suite` name."""
    from challenge_sets_suites.suite_stage import read_items, read_suite

    if arguments.format is None and arguments.suite.suffix.lower() in (".csv", ".tsv", ".xlsx"):
        arguments.format = "spreadsheet"
    if arguments.format is None:
        return read_items(arguments.suite)
    return read_suite(arguments.suite, form=arguments.format, options=option_values(arguments.format_option))


def writer_of(form: str) -> SuiteWriter:
    """Create the writer of a format; raise InputError if the format is only read."""
    created = registry.create(suites, SuiteReader, form, {})
    if not isinstance(created, SuiteWriter):
        readers = {name: registry.load(suites, SuiteReader, name) for name in registry.names(suites)}
        written = sorted(name for name, reader in readers.items() if issubclass(reader, SuiteWriter))
        raise InputError(f"the format {form!r} is only read", remedy=f"name one that is written: {', '.join(written)}")
    return created


def pairs_of_arguments(arguments: argparse.Namespace) -> Suite:
    """Read the contrastive pairs that the arguments of `add_suite` name: a .json without a format is LingEval97's."""
    if arguments.format is None and arguments.suite.suffixes[:1] == [".json"]:
        arguments.format = "lingeval97"
    return suite_of_arguments(arguments)


def campaign_option(parser: argparse.ArgumentParser) -> None:
    """Add `--campaign ID`."""
    parser.add_argument("--campaign", metavar="ID", help="which to read of a file with several campaigns of Pearmut")


def known_items(arguments: argparse.Namespace) -> set[str] | None:
    """Return the items of the suite that `--items` names; None if it is not given."""
    from challenge_sets_suites.suite_stage import read_items

    return None if arguments.items is None else {item.item for item in read_items(arguments.items).items}


def read_judgments(paths: Sequence[Path]) -> pa.Table:
    """Read tables of judgments as one, one after the other."""
    import pyarrow as pa

    from challenge_sets_suites.tables.judgments import JUDGMENTS
    from extractors.formats import tables

    return pa.concat_tables([tables.read(JUDGMENTS, path).replace_schema_metadata(None) for path in paths])
