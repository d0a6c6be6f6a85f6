"""Write a paper's tables: LingEval97's, people's, word choices."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from challenge_sets_suites.commands._suites import add_suite, pairs_of_arguments, read_judgments, suite_of_arguments
from extractors.cli.commands._arguments import names, output, refuse, several
from extractors.cli.commands._json import json_option, print_json
from extractors.core.errors import InputError

if TYPE_CHECKING:
    from challenge_sets_suites import lingeval_tables

SUFFIXES = (".gz", ".txt", ".scores")
"""Suffixes of files of scores, which are no part of a system's name."""
FORMS = ("lingeval97", "human", "word-choice")
ONLY = {
    ("lingeval97",): ("categories", "maximize", "by_distance", "compatible", "json"),
    ("human", "word-choice"): ("annotations",),
}
"""By some of the forms, the options that are for them alone."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    parser.add_argument("files", nargs="+", metavar="FILE", help="judgments; as lingeval97 scores: [NAME=]FILE")
    parser.add_argument("--as", dest="form", choices=FORMS, required=True, help="of which paper (docs/suites.md)")
    several(parser, "--annotations", "PATH", "people's answers, a file or folder", type=Path)
    pairs = parser.add_argument_group("as lingeval97")
    pairs.add_argument("--maximize", action="store_true", help="higher scores are better (default: lower ones)")
    pairs.add_argument("--categories", metavar="NAME,NAME", help="kinds of errors that count (default: all)")
    pairs.add_argument("--by-distance", action="store_true", help="also kinds of errors and frequencies by distance")
    pairs.add_argument("--compatible", action="store_true", help="count as LingEval97's own program does")
    json_option(pairs)
    output(parser, "the tables, as CSV, Markdown and LaTeX", required=False, metavar="FOLDER")


def run(arguments: argparse.Namespace) -> None:
    for forms, options in ONLY.items():
        refuse(arguments, [] if arguments.form in forms else options, f"is for --as {' or '.join(forms)}")
    if arguments.form == "lingeval97":
        _of_scores(arguments)
    elif arguments.output is None:
        raise InputError(f"no folder for the tables as {arguments.form}", remedy="give -o FOLDER")
    else:
        _of_judgments(arguments)


def _of_scores(arguments: argparse.Namespace) -> None:
    """Print the tables of each system; with a folder, write them, the rows and the lost pairs there."""
    from challenge_sets_suites import lingeval_tables
    from challenge_sets_suites.judges.contrastive import Contrastive
    from challenge_sets_suites.judging import judge_scores
    from challenge_sets_suites.pair_scores import read_scores
    from challenge_sets_suites.report import lingeval_sheets

    systems = _named(arguments.files)
    suite, judge = pairs_of_arguments(arguments), Contrastive(maximize=arguments.maximize)
    chosen = names(arguments.categories)
    rows, lost = {}, []
    for system, path in systems.items():
        judged = judge_scores(suite, judge, "contrastive", {system: read_scores(path)}, {system: str(path)})
        verdicts = lingeval_sheets.verdicts_by_system(suite, judged)[system]
        rows[system] = lingeval_tables.rows(
            suite.items,
            verdicts,
            rest=suite.rest,
            categories=chosen,
            compatible=arguments.compatible,
            by_distance=arguments.by_distance,
        )
        if arguments.output:
            lost += lingeval_tables.lost_pairs(suite.items, verdicts, system=system, categories=chosen)
    _write_pairs(arguments, rows, lost)


def _write_pairs(
    arguments: argparse.Namespace,
    rows_by_system: dict[str, list[lingeval_tables.LingevalRow]],
    lost: Sequence[dict[str, Any]],
) -> None:
    from challenge_sets_suites import lingeval_tables
    from challenge_sets_suites.report import lingeval_sheets
    from challenge_sets_suites.tables.lingeval import PAIR_ACCURACY

    if arguments.json:
        every = [row for system, rows in rows_by_system.items() for row in lingeval_tables.table_rows(rows, system)]
        print_json(PAIR_ACCURACY.table(every).to_pylist())
    else:
        for system, rows in rows_by_system.items():
            print((f"{system}\n" if len(rows_by_system) > 1 else "") + lingeval_tables.text(rows))
    if arguments.output is not None:
        lingeval_sheets.write(rows_by_system, lost, arguments.output)


def _named(texts: Sequence[str]) -> dict[str, Path]:
    """Return files by name; a file given without one is called after itself, less its last suffixes."""
    files: dict[str, Path] = {}
    for text in texts:
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


def _of_judgments(arguments: argparse.Namespace) -> None:
    """Write the tables that are made from judgments and from people's answers."""
    from challenge_sets_suites.answer_folders import read_annotations, resolve
    from challenge_sets_suites.report.suite_papers import write_tables

    suite = suite_of_arguments(arguments)
    files = list(map(Path, arguments.files))
    judgments = read_judgments(files)
    annotations, resolved = None, None
    if arguments.annotations:
        annotations = read_annotations(arguments.annotations, items={item.item for item in suite.items})
        resolved = resolve(judgments, annotations).judgments
    write_tables(arguments.form, suite, judgments, resolved, annotations, arguments.output, path=files[0])
    print(f"{arguments.output}: {', '.join(sorted(file.name for file in arguments.output.iterdir()))}")


EXAMPLE = (
    "challenge-sets suite table lingeval97.json ours.scores --as lingeval97 -o tables\n"
    "challenge-sets suite table items.parquet judgments.parquet --as human --annotations annotations -o tables\n"
    "challenge-sets suite table items.parquet judgments.parquet --as word-choice -o tables"
)
