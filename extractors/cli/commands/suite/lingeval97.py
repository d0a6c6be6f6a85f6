"""Write LingEval97's tables from scores of contrastive pairs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from extractors.cli.commands import Command
from extractors.cli.commands._arguments import names
from extractors.cli.commands._suites import add_suite, pairs_of_arguments
from extractors.core.errors import InputError
from extractors.core.files import read_lines
from extractors.core.logs import log
from extractors.report import typeset
from extractors.suites.scores import read_scores

if TYPE_CHECKING:
    from extractors.suites import lingeval_tables
    from extractors.suites.lingeval_tables import Outputs

SUFFIXES = (".gz", ".txt", ".scores")


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    parser.add_argument(
        "--scores",
        action="append",
        required=True,
        metavar="[NAME=]FILE",
        help="a system's scores, a number a line (.gz too): each reference, then its errors; may be repeated",
    )
    parser.add_argument("--maximize", action="store_true", help="higher scores are better (default: lower ones)")
    parser.add_argument("--categories", metavar="NAME,NAME", help="kinds of errors that count (default: all)")
    parser.add_argument("--by-distance", action="store_true", help="also kinds of errors and frequencies by distance")
    parser.add_argument(
        "--compatible",
        action="store_true",
        help="numbers that are written as text count, and unknown kinds of errors do not, as in LingEval97's program",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the rows, .csv, .tsv or .parquet")
    parser.add_argument("--tables", type=Path, metavar="FOLDER", help="tables for papers: CSV, Markdown, LaTeX")
    parser.add_argument("--lost", type=Path, metavar="FILE", help="the pairs that were lost, .csv, .tsv or .parquet")
    parser.add_argument(
        "--outputs",
        action="append",
        default=[],
        metavar="[SET=]FILE",
        help="with --lost: the system's own translations, of a test set that origins name (newstest2014=FILE), or of"
        " the suite's sentences; may be repeated",
    )


def _run(arguments: argparse.Namespace) -> None:
    from extractors.formats.judgments import Verdict
    from extractors.suites import lingeval_tables
    from extractors.suites.judges.contrastive import Contrastive
    from extractors.suites.judging import judge_scores

    systems = _named(arguments.scores)
    if arguments.outputs and (len(systems) > 1 or arguments.lost is None):
        raise InputError(
            "--outputs are of one system, and shown beside the pairs that it lost",
            remedy="give --lost FILE and one --scores",
        )
    suite, judge = pairs_of_arguments(arguments), Contrastive(maximize=arguments.maximize)
    chosen = names(arguments.categories)
    outputs = _outputs(arguments.outputs)
    found, lost = {}, []
    for system, path in systems.items():
        judged = judge_scores(suite, judge, "contrastive", {system: read_scores(path)}, {system: str(path)})
        verdicts = list(
            starmap(Verdict, zip(*(judged.column(name).to_pylist() for name in Verdict._fields), strict=True))
        )
        found[system] = lingeval_tables.rows(
            suite.items,
            verdicts,
            rest=suite.rest,
            categories=chosen,
            compatible=arguments.compatible,
            by_distance=arguments.by_distance,
        )
        if arguments.lost:
            lost += lingeval_tables.lost_pairs(suite.items, verdicts, system=system, outputs=outputs, categories=chosen)
    _write(arguments, found, lost)


def _write(
    arguments: argparse.Namespace, found: dict[str, list[lingeval_tables.Row]], lost: Sequence[dict[str, Any]]
) -> None:
    from extractors.formats import tables
    from extractors.formats.lingeval import LOST_PAIRS, PAIR_ACCURACY
    from extractors.report import lingeval_sheets
    from extractors.suites import lingeval_tables

    for system, rows in found.items():
        print((f"{system}\n" if len(found) > 1 else "") + lingeval_tables.text(rows))
    if arguments.output:
        every = [row for system, rows in found.items() for row in lingeval_tables.table_rows(rows, system)]
        tables.write(PAIR_ACCURACY.table(every), arguments.output)
    if arguments.tables:
        typeset.write(lingeval_sheets.sheets(found), arguments.tables)
    if arguments.lost:
        tables.write(LOST_PAIRS.table(lost), arguments.lost)
        log.info("%d lost pairs: %s", len(lost), arguments.lost)


def _named(given: Sequence[str]) -> dict[str, Path]:
    """Files by name; without one it is the file's without its last suffixes."""
    files: dict[str, Path] = {}
    for text in given:
        name, sign, path = text.rpartition("=")
        file = Path(path)
        if not sign:
            while file.suffix in SUFFIXES:
                file = file.with_suffix("")
            name = file.name
        if name in files:
            raise InputError(f"two files of the name {name!r}", remedy="write NAME=FILE with names of their own")
        files[name] = Path(path)
    return files


def _outputs(given: Sequence[str]) -> Outputs:
    from extractors.suites.lingeval_tables import Outputs

    whole = [text for text in given if "=" not in text]
    if len(whole) > 1 or (whole and len(given) > 1):
        raise InputError(
            "--outputs of the suite's sentences and others",
            remedy="give one file of the suite's sentences, or SET=FILE for each test set",
        )
    if whole:
        return Outputs({}, read_lines(whole[0]), {"": whole[0]})
    paths = _named(given)
    return Outputs({name: read_lines(path) for name, path in paths.items()}, None, paths)


COMMAND = Command(
    example="challenge-sets suite lingeval97 lingeval97.json --scores ours=ours.scores --tables tables --lost lost.tsv",
    add_arguments=_arguments,
    run=_run,
)
