"""Score outputs on a corpus and its challenge sets."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from extractors.cli.commands._arguments import add_phenomena_file, output, settings, written
from extractors.cli.commands._json import json_option, print_json
from extractors.cli.commands._scored import metric_options, of_files, of_published, sets_and_references
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.inputs.places import parse
from extractors.score import metrics
from extractors.score.statistics.statistics_settings import StatisticsSettings

if TYPE_CHECKING:
    from extractors.score.evaluation import Evaluation

OF_SETS = ("output", "findings", "effects", "paper_scores", "departures", "comparisons", "ranks", "trends")


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
        "--changed", action="store_true", help="score although files of the set were changed; the signatures say so"
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
    output(parser, "scores of each system on each set, .csv, .tsv or .parquet", required=False)
    parser.add_argument(
        "--metric", help="the primary metric, by which phenomena are tested (default: that of the set, or chrf)"
    )
    add_phenomena_file(files)
    written(parser, "--corpus-scores", metavar="FILE", help="write scores of the whole corpus")
    written(parser, "--findings", metavar="FILE", help="write the test of each phenomenon")
    written(parser, "--effects", metavar="FILE", help="write the mean over the systems of the differences on each set")
    written(parser, "--paper-scores", metavar="FILE", help="write scores beside the control samples of the paper")
    written(parser, "--departures", metavar="FILE", help="write how far each system departs from the mean")
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
            raise InputError(f"--{name.replace('_', '-')} needs --sets", remedy="give --sets FILE")
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
    if arguments.json:
        print_json(found.scores.to_pylist())
    else:
        findings, corpus = found.findings.to_pylist(), evaluation.corpus_scores.to_pylist()
        print(terminal_summary.finding_table(findings, corpus, alpha=evaluation.settings.alpha))
    for path, table in (
        (arguments.output, found.scores),
        (arguments.findings, found.findings),
        (arguments.effects, found.effects),
        (arguments.paper_scores, found.paper),
        (arguments.departures, found.departures),
        (arguments.comparisons, found.comparisons),
        (arguments.ranks, found.ranks),
    ):
        if path:
            tables.write(table, path)
    if arguments.trends:
        tables.write(evaluation.trends, arguments.trends)


EXAMPLE = (
    "challenge-sets score DATASET output.en other=output2.en -o scores.csv\n"
    "challenge-sets score DATASET --returned genmt:owls#eng_Latn-deu_Latn:owls -o scores.csv\n"
    "challenge-sets score --hypothesis output.en --reference ref.en --metrics bleu,chrf,ribes\n"
    "challenge-sets score --systems systems/ --reference ref.en --sets sets.parquet --controls controls.parquet"
    " --covariates covariates.parquet -o scores.csv"
)
