"""Compare two outputs on challenge sets; for CI, by status."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from extractors.cli.commands._arguments import names, option_values, refuse, written
from extractors.cli.commands._json import json_option, tell
from extractors.cli.commands._scored import (
    DATASETS,
    dataset_of,
    how_of,
    how_of_test_sets,
    own_texts,
    refuse_beside_test_sets,
    scoring_options,
    sets_and_references,
    test_sets_option,
)
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.inputs.places import exists, parse
from extractors.publish.ready_made_names import is_collection, is_run, is_scored
from extractors.scoring import metrics

if TYPE_CHECKING:
    import pyarrow as pa

    from extractors.api.comparing import Compared
    from extractors.api.comparing_runs import ComparedRuns

STATUS_WORSE = 3
"""Of --fail-if-worse; 1 is an error of the input, 2 one of the command line (extractors.__main__)."""
PAGE, TABLES = ".html", (".csv", ".tsv", ".parquet")
"""Suffixes of what can be written."""
TWO, ONE_SET = 2, 3
"""Names of two outputs, and of a set and two outputs."""
POOLED = ("metric", "statistics", "phenomena", "fail_on")
"""What several runs are compared by."""
NOT_WITH_RUNS = (
    "text",
    "reference",
    "sets",
    "controls",
    "covariates",
    "option",
    "segment_scores",
    "changed",
    "target_language",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "%(prog)s [options] [DATASET ...] [NAME=]OLD [NAME=]NEW"
    parser.add_argument(
        "systems_or_outputs",
        nargs="*",
        metavar="[DATASET ...] OLD NEW",
        help=f"DATASET: {DATASETS}; OLD and NEW: outputs, or systems of a run",
    )
    own_texts(parser)
    test_sets_option(parser)
    parser.add_argument("--metric", help=f"of {', '.join(registry.names(metrics))}, or of --segment-scores")
    written(
        parser,
        "-o",
        "--output",
        action="append",
        default=[],
        help="write a page (.html: verdict, tables, the hits lost and won) or the table (.csv, .tsv, .parquet)"
        " (repeatable)",
    )
    json_option(parser)
    parser.add_argument(
        "--fail-if-worse",
        action="store_true",
        help=f"end with status {STATUS_WORSE} if NEW is worse at the words of a phenomenon, or on its set more than"
        " elsewhere",
    )
    parser.add_argument(
        "--fail-on", choices=["whole"], help="also fail if NEW is worse on the whole corpus (implies --fail-if-worse)"
    )
    parser.add_argument(
        "--phenomena", metavar="NAME,NAME", help="those to test (default: report.headline, and all with 60 hits)"
    )
    sets_and_references(parser.add_argument_group("with your own files"))
    scoring_options(parser)


def run(arguments: argparse.Namespace) -> int:
    for path in arguments.output:
        if path.suffix not in (PAGE, *TABLES):
            raise InputError(
                f"cannot be written as {path.suffix or 'a file without a suffix'}",
                path=path,
                remedy=f"name a page NAME{PAGE}, or a table NAME{', '.join(TABLES)}",
            )
    places = arguments.systems_or_outputs
    if is_collection(next(iter(places), "")):
        return _over_test_sets(arguments)
    if len(places) == TWO and is_run(places[0]):
        raise InputError(
            f"expected two systems or outputs after the run {places[0]}, got one",
            remedy=f"name the older and the newer one: compare {places[0]} OLD NEW",
        )
    if len(places) < TWO:
        raise InputError(
            f"expected two outputs, and perhaps a set before them, got {len(places)} names",
            remedy="give the older and the newer output, after a set or a run if there is one, and before --reference:"
            " compare OLD NEW --reference FILE",
        )
    are_systems = _are_systems(places)
    if len(places) > ONE_SET and not are_systems:
        return _over_test_sets(arguments)
    refuse(arguments, ("test_sets",), "only works with several sets", "name all of a pair, wmt:en-de, or leave it out")
    compared = _compare_systems(arguments) if are_systems else _compare_outputs(arguments)
    _tell(arguments, compared.table, compared.text())
    if not (compared.worse and (arguments.fail_if_worse or arguments.fail_on)):
        return 0
    option = f"--fail-on {arguments.fail_on}" if arguments.fail_on else "--fail-if-worse"
    print(f"{compared.gate} ({option})", file=sys.stderr)
    return STATUS_WORSE


def _how(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return how outputs are scored, which phenomena are tested, and what makes the comparison fail."""
    fail_on = [arguments.fail_on] if arguments.fail_on else []
    return {**how_of(arguments), "phenomena": names(arguments.phenomena), "fail_on": fail_on}


def _saved(arguments: argparse.Namespace, compared: Compared) -> Compared:
    """Return the comparison, and write its page if one is asked for."""
    for page in _pages(arguments):
        compared.save(page)
    return compared


def _refuse_pages(arguments: argparse.Namespace) -> None:
    """Refuse a page of several sets or runs."""
    for page in _pages(arguments):
        raise InputError(
            "a page is of one set or run", path=page, remedy="give one, or write the table: NAME.csv, .tsv, .parquet"
        )


def _pages(arguments: argparse.Namespace) -> list[Path]:
    return [path for path in arguments.output if path.suffix == PAGE]


def _tell(arguments: argparse.Namespace, table: pa.Table, text: str) -> None:
    """Write and print the table."""
    from extractors.formats import tables

    for path in arguments.output:
        if path.suffix != PAGE:
            tables.write(table, path)
    tell(argparse.Namespace(output=None, json=arguments.json), table, text)


def _are_systems(given: Sequence[str]) -> bool:
    """Return whether the last two names are of systems of the runs before them, and not of outputs.

    They are systems where all runs have both, or where they are no places either, so that a typing error is told.
    """
    *runs, old, new = given
    if not runs or not all(is_scored(run) for run in runs):
        return False
    from extractors.api.results_folder import Results

    known = set.intersection(*({*Results(run).systems} for run in runs))
    places = [name for name in (old, new) if _is_place(name)]
    if {old, new} <= known:
        for name in places:
            log.warning("%s is taken for the system of the run; for the file of this name write ./%s", name, name)
        return True
    return not places


def _is_place(name: str) -> bool:
    """Return whether a name is of a file that is there, or of a place of a library: [NAME=]PLACE."""
    place = parse(name.partition("=")[2] or name)
    return place.importer is not None or exists(place.name)


def _compare_systems(arguments: argparse.Namespace) -> Compared | ComparedRuns:
    """Compare two systems of one run, or of several."""
    from extractors.api.comparing import compare
    from extractors.api.comparing_runs import compare_runs
    from extractors.api.results_folder import Results

    refuse(arguments, NOT_WITH_RUNS, "cannot be combined with systems of a run, which has it", "leave it out")
    if others := sorted(option_values(arguments.statistics).keys() - {"alpha"}):
        raise InputError(
            f"--statistics {others[0]} cannot be combined with systems of a run, which has it", remedy="leave it out"
        )
    *runs, old, new = arguments.systems_or_outputs
    if len(runs) == 1:
        return _saved(arguments, compare(Results(runs[0]), old, new, **_how(arguments)))
    _refuse_pages(arguments)
    how = {name: value for name, value in _how(arguments).items() if name in POOLED}
    return compare_runs(runs, old, new, **how)


def _compare_outputs(arguments: argparse.Namespace) -> Compared:
    """Compare two outputs, on a set if one is named before them."""
    from extractors.api.comparing import compare

    *published, old, new = arguments.systems_or_outputs
    dataset = dataset_of(arguments, published[0] if published else None)
    # A new output may stand beside a system of the run.
    outputs = [_output_of_run(published[0], name) if published else name for name in (old, new)]
    return _saved(arguments, compare(dataset, *outputs, **_how(arguments)))


def _output_of_run(place: str, name: str) -> str:
    """Return the place of a system's output in a run; any other name stays as it is."""
    file = Path(place) / "systems" / f"{name}.parquet"
    return f"{name}={file}#hypothesis" if is_scored(place) and file.is_file() else name


def _over_test_sets(arguments: argparse.Namespace) -> int:
    """Compare two systems on several sets."""
    from extractors.api.test_sets import compare_test_sets

    refuse_beside_test_sets(arguments)
    _refuse_pages(arguments)
    refuse(arguments, ("fail_on",), "does not work with several sets", "name one: wmt24:en-de")
    places = arguments.systems_or_outputs
    if len(places) < ONE_SET:
        raise InputError(
            f"{places[0]} needs two places with outputs", remedy=f"give two folders: compare {places[0]} OLD NEW"
        )
    *collection, old, new = places
    compared = compare_test_sets(
        collection, old, new, **how_of_test_sets(arguments), phenomena=names(arguments.phenomena)
    )
    _tell(arguments, compared.tables["over_test_sets"], compared.text())
    if not (arguments.fail_if_worse and compared.worse):
        return 0
    new, old = compared.names["new"], compared.names["old"]
    print(f"{new} is significantly worse than {old} on {', '.join(compared.worse)} (--fail-if-worse)", file=sys.stderr)
    return STATUS_WORSE


EXAMPLE = (
    "challenge-sets compare wmt:en-de old/ new/ --fail-if-worse\n"
    "challenge-sets compare wmt24:en-de old.de new.de --fail-if-worse\n"
    "challenge-sets compare wmt:en-de results/own sets/ old/ new/\n"
    "challenge-sets compare results/news free literal --fail-if-worse -o lost.html\n"
    "challenge-sets compare results/news results/wmt22 free literal --fail-on whole"
)
