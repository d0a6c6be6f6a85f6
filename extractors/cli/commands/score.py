"""Score outputs on a published or ready-made set, on all ready-made sets of a pair, or on your own files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from extractors.cli.commands._arguments import (
    add_phenomena_file,
    names,
    outputs,
    outputs_given,
    outputs_of_files,
    refuse,
    written,
)
from extractors.cli.commands._json import json_option, print_json, tell
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
from extractors.publish.ready_made_names import is_collection, is_run
from extractors.scoring import metrics
from extractors.scoring.metric_settings import DEFAULT_METRICS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    published = parser.add_argument_group("with a published or ready-made set (docs/publishing.md)")
    published.add_argument("published", nargs="*", metavar="DATASET [NAME=]OUTPUT", help=DATASETS)
    own_texts(published)
    published.add_argument(
        "--outputs",
        type=Path,
        metavar="PLACE",
        help="of several sets: a folder with a file for each, or one file",
    )
    published.add_argument("--echo", action="store_true", help="of several sets: print all lines to translate")
    test_sets_option(published)
    published.add_argument("--returned", metavar="PLACE", help="what a WMT suite gave: genmt:owls#en-de:owls")
    files = parser.add_argument_group("with your own files")
    outputs(parser)
    sets_and_references(files)
    add_phenomena_file(files)
    more = ", ".join(name for name in registry.names(metrics) if name not in DEFAULT_METRICS)
    parser.add_argument("--metrics", help=f"default: {', '.join(DEFAULT_METRICS)}; also {more}")
    parser.add_argument("--metric", help="the primary one, which is tested (default: chrf)")
    scoring_options(parser)
    json_option(parser)
    written(parser, "-o", "--output", help="scores of each system on each set: .csv, .tsv, .parquet")
    written(parser, "--tables", metavar="FOLDER", help="write all tables of a run (explained by `list tables`)")


def run(arguments: argparse.Namespace) -> None:
    from extractors.api.scoring import score
    from extractors.formats import tables

    published, *items = arguments.published or [None]
    if published is not None and (
        arguments.outputs or arguments.echo or is_collection(published) or any(map(is_run, items))
    ):
        _over_test_sets(arguments, [published, *items])
        return
    refuse(
        arguments,
        ("outputs", "echo", "test_sets"),
        "only works with several sets",
        "name all of a pair, wmt:en-de, or leave it out",
    )
    dataset = dataset_of(arguments, published)
    outputs_by_system = outputs_given([*items, *arguments.systems]) if published else outputs_of_files(arguments)
    scored = score(
        dataset,
        outputs_by_system,
        returned=arguments.returned,
        metrics=names(arguments.metrics),
        **how_of(arguments),
    )
    if arguments.output and "scores" not in scored.names:
        raise InputError(
            "--output needs --sets", remedy="give --sets FILE, or write the scores of the corpus with --tables"
        )
    if arguments.json:
        print_json(scored.table("scores" if "scores" in scored.names else "corpus_scores").to_pylist())
    else:
        print(scored.text(), end="")
    if arguments.output:
        tables.write(scored.table("scores"), arguments.output)
    if arguments.tables:
        for name in scored.names:
            tables.write_with_csv(scored.table(name), arguments.tables / f"{name}.parquet")


def _over_test_sets(arguments: argparse.Namespace, collection: Sequence[str]) -> None:
    """Score outputs on several sets, or print the lines to translate."""
    from extractors.api.test_sets import lines_to_translate, score_test_sets
    from extractors.formats import tables

    refuse_beside_test_sets(arguments)
    how = how_of_test_sets(arguments)
    if arguments.echo:
        # A model reads the lines from a file: they are UTF-8 whatever the terminal's encoding.
        for line in lines_to_translate(collection, how["test_sets"]):
            sys.stdout.buffer.write(f"{line}\n".encode())
        return
    if arguments.outputs is None:
        raise InputError(
            f"{collection[0]} needs one place with outputs",
            remedy=f"give a folder with a file for each test set, or one file: score {collection[0]} --outputs PLACE",
        )
    scored = score_test_sets(collection, arguments.outputs, **how)
    tell(arguments, scored.tables["over_test_sets"], scored.text())
    if arguments.tables:
        for name, table in scored.tables.items():
            tables.write_with_csv(table, arguments.tables / f"{name}.parquet")


EXAMPLE = (
    "challenge-sets score wmt24:en-de output.de\n"
    "challenge-sets score wmt:en-de --outputs translations/\n"
    "challenge-sets score DATASET output.en other=output2.en -o scores.csv\n"
    "challenge-sets score --systems systems/ --reference ref.en --metrics chrf"
)
