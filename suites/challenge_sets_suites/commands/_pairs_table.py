"""`suite table --as lingeval97`: accuracy on contrastive pairs, from files of scores."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from challenge_sets_suites.commands._suites import pairs_of_arguments
from extractors.cli.commands._arguments import names
from extractors.cli.commands._json import print_json
from extractors.core.errors import InputError

if TYPE_CHECKING:
    from challenge_sets_suites import lingeval_tables

SUFFIXES = (".gz", ".txt", ".scores")


def write_pairs(arguments: argparse.Namespace) -> None:
    """Print the tables of each system; with a folder, write them, the rows and the lost pairs there."""
    from challenge_sets_suites import lingeval_tables
    from challenge_sets_suites.judges.contrastive import Contrastive
    from challenge_sets_suites.judging import judge_scores
    from challenge_sets_suites.pair_scores import read_scores
    from challenge_sets_suites.report import lingeval_sheets

    systems = _named(arguments.files)
    suite, judge = pairs_of_arguments(arguments), Contrastive(maximize=arguments.maximize)
    chosen = names(arguments.categories)
    found, lost = {}, []
    for system, path in systems.items():
        judged = judge_scores(suite, judge, "contrastive", {system: read_scores(path)}, {system: str(path)})
        verdicts = lingeval_sheets.verdicts_by_system(suite, judged)[system]
        found[system] = lingeval_tables.rows(
            suite.items,
            verdicts,
            rest=suite.rest,
            categories=chosen,
            compatible=arguments.compatible,
            by_distance=arguments.by_distance,
        )
        if arguments.output:
            lost += lingeval_tables.lost_pairs(suite.items, verdicts, system=system, categories=chosen)
    _write(arguments, found, lost)


def _write(
    arguments: argparse.Namespace, found: dict[str, list[lingeval_tables.LingevalRow]], lost: Sequence[dict[str, Any]]
) -> None:
    from challenge_sets_suites import lingeval_tables
    from challenge_sets_suites.report import lingeval_sheets
    from challenge_sets_suites.tables.lingeval import PAIR_ACCURACY

    if arguments.json:
        every = [row for system, rows in found.items() for row in lingeval_tables.table_rows(rows, system)]
        print_json(PAIR_ACCURACY.table(every).to_pylist())
    else:
        for system, rows in found.items():
            print((f"{system}\n" if len(found) > 1 else "") + lingeval_tables.text(rows))
    if arguments.output is not None:
        lingeval_sheets.write(found, lost, arguments.output)


def _named(given: Sequence[str]) -> dict[str, Path]:
    """Return files by name; a file given without one is called after itself, less its last suffixes."""
    files: dict[str, Path] = {}
    for text in given:
        name, sign, path = text.rpartition("=")
        file = Path(path)
        if not sign:
            while file.suffix in SUFFIXES:
                file = file.with_suffix("")
            name = file.name
        if name in files:
            raise InputError(f"two files of the name {name!r}", remedy="write NAME=FILE with different names")
        files[name] = Path(path)
    return files
