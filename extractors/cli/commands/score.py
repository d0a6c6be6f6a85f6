"""Score outputs on a corpus and its challenge sets."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.cli.commands._arguments import output, settings, written
from extractors.cli.commands._json import json_option, print_json
from extractors.cli.commands._scored import metric_options, of_files, of_published, sets_and_references
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.inputs.places import parse
from extractors.score import metrics
from extractors.score.statistics.statistics_settings import StatisticsSettings

if TYPE_CHECKING:
    from extractors.score.evaluation import Evaluation

OF_SETS = ("output", "effects", "comparisons", "ranks", "trends")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    published = parser.add_argument_group("with a published set")
    published.add_argument(
        "published",
        nargs="*",
        metavar="DATASET [NAME=]OUTPUT",
        help="a published folder, or OWNER/NAME of the Hugging Face hub (with @REVISION if you like), and outputs for"
        " its source.LANGUAGE, one line a segment. Metrics, their options and the settings of the tests are those of"
        " the run that made it, unless others are given",
    )
    published.add_argument(
        "--changed", action="store_true", help="score although files of the set were changed; the column run says so"
    )
    published.add_argument(
        "--returned",
        metavar="PLACE",
        help="what came back of the set as a test suite (wmt-suite), as FORMAT:PATH#PAIR:SUITE: genmt:owls#en-de:owls."
        " Documents that a system has not, or with another number of paragraphs, are left out for all systems",
    )
    files = parser.add_argument_group("with files of your own")
    files.add_argument("--hypothesis", action="append", default=[], metavar="[NAME=]PLACE", help="may be repeated")
    sets_and_references(files)
    files.add_argument("--hits", metavar="FILE", help="the hits that the sets were made of, for --trends")
    parser.add_argument(
        "--systems",
        type=parse,
        metavar="PLACE",
        help="outputs too: a folder with one file a system, or sacrebleu:TESTSET:PAIR",
    )
    parser.add_argument(
        "--metrics",
        help=f"of {', '.join(registry.names(metrics))} (default: bleu,chrf,ribes, or those of the published set)",
    )
    metric_options(parser)
    output(
        parser,
        "scores of the sets at minimum distances, .csv, .tsv or .parquet; those at exact distances and in buckets go"
        " beside it, into FILE_by_bucket. p_holm and p_bh are corrected over all systems that are scored together",
        required=False,
    )
    written(parser, "--corpus-scores", metavar="FILE", help="write scores of the whole corpus")
    written(
        parser, "--effects", metavar="FILE", help="write the mean over the systems of each phenomenon's differences"
    )
    written(parser, "--comparisons", metavar="FILE", help="write comparisons of each two systems")
    written(parser, "--ranks", metavar="FILE", help="write ranks and clusters of systems")
    written(parser, "--trends", metavar="FILE", help="write trends by distance (of files: with --hits, --covariates)")
    json_option(parser)
    settings(parser, StatisticsSettings)


def run(arguments: argparse.Namespace) -> None:
    from extractors.formats import tables
    from extractors.report import terminal_summary

    evaluation = (of_published if arguments.published else of_files)(arguments)
    for name in OF_SETS:
        if getattr(arguments, name) and evaluation.sets is None:
            raise InputError(f"--{name} needs --sets", remedy="give --sets FILE")
    if arguments.trends and evaluation.distances is None:
        raise InputError("--trends needs the distances and lengths of segments", remedy="give --hits and --covariates")
    if not arguments.json:
        print(terminal_summary.corpus_table(evaluation.corpus_scores.to_pylist()))
    elif evaluation.sets is None:
        print_json(evaluation.corpus_scores.to_pylist())
    if arguments.corpus_scores:
        tables.write(evaluation.corpus_scores, arguments.corpus_scores)
    if evaluation.sets is not None:
        _sets(evaluation, arguments)


def _sets(evaluation: Evaluation, arguments: argparse.Namespace) -> None:
    from extractors.formats import tables
    from extractors.report import terminal_summary

    found = evaluation.conclusions
    rows = found.scores.to_pylist()
    # The first metric, and all that the user brings.
    shown = dict.fromkeys([next((row["metric"] for row in rows), None), *evaluation.brought])
    if arguments.json:
        print_json(rows)
    for metric in () if arguments.json else shown:
        print(terminal_summary.set_table(rows, metric=metric, alpha=evaluation.settings.alpha))
    if arguments.output:
        path: Path = arguments.output
        tables.write(found.scores, path)
        if len(found.by_bucket):
            tables.write(found.by_bucket, path.with_name(f"{path.stem}_by_bucket{path.suffix}"))
    if arguments.effects:
        tables.write(found.effects, arguments.effects)
    if arguments.comparisons:
        tables.write(found.comparisons, arguments.comparisons)
    if arguments.ranks:
        tables.write(found.ranks, arguments.ranks)
    if arguments.trends:
        tables.write(evaluation.trends, arguments.trends)


EXAMPLE = (
    "challenge-sets score DATASET output.en other=output2.en -o scores.csv\n"
    "challenge-sets score DATASET --returned genmt:owls#eng_Latn-deu_Latn:owls -o scores.csv\n"
    "challenge-sets score --hypothesis output.en --reference ref.en --metrics bleu,chrf,ribes\n"
    "challenge-sets score --systems systems/ --reference ref.en --sets sets.parquet --controls controls.parquet"
    " --covariates covariates.parquet -o scores.csv"
)
