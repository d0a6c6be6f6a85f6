"""Score outputs on a corpus and its challenge sets."""

from __future__ import annotations

import argparse

from extractors.cli.commands._arguments import (
    add_phenomena_file,
    hypotheses_of,
    names,
    output,
    outputs_of,
    settings,
    written,
)
from extractors.cli.commands._json import json_option, print_json
from extractors.cli.commands._scored import DATASETS, dataset_of, how_of, metric_options, own_texts, sets_and_references
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.inputs.places import parse
from extractors.score import metrics
from extractors.score.statistics.statistics_settings import StatisticsSettings

WRITTEN = {
    "output": "scores",
    "corpus_scores": "corpus_scores",
    "findings": "findings",
    "effects": "effects",
    "paper_scores": "paper_scores",
    "departures": "departures",
    "comparisons": "system_comparisons",
    "ranks": "system_ranks",
    "trends": "distance_trends",
    "standings": "standings",
}
"""By option, the table that it writes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    published = parser.add_argument_group("with a published set")
    published.add_argument(
        "published",
        nargs="*",
        metavar="DATASET [NAME=]OUTPUT",
        help=f"{DATASETS}, and outputs for its source, one line a segment. Metrics, their options and the settings of"
        " the tests are those of the set, unless others are given",
    )
    own_texts(published)
    published.add_argument(
        "--changed", action="store_true", help="score although files of the set were changed; the signatures say so"
    )
    published.add_argument(
        "--returned",
        metavar="PLACE",
        help="the outputs returned for the set as a test suite (wmt-suite), as FORMAT:PATH#PAIR:SUITE:"
        " genmt:owls#en-de:owls."
        " Documents that a system has not, or with another number of paragraphs, are left out for all systems",
    )
    files = parser.add_argument_group("with your own files")
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
    written(
        parser, "--paper-scores", metavar="FILE", help="write scores on each set and on the paper's control samples"
    )
    written(parser, "--departures", metavar="FILE", help="write how far each system departs from the mean")
    written(parser, "--comparisons", metavar="FILE", help="write comparisons of each two systems")
    written(parser, "--ranks", metavar="FILE", help="write ranks and clusters of systems")
    written(parser, "--trends", metavar="FILE", help="write trends by distance (of files: with --hits, --covariates)")
    written(parser, "--standings", metavar="FILE", help="of a ready-made set: write places among its year's systems")
    json_option(parser)
    settings(parser, StatisticsSettings)


def run(arguments: argparse.Namespace) -> None:
    from extractors.api.scoring import score
    from extractors.formats import tables

    published, *items = arguments.published or [None]
    dataset = dataset_of(arguments, published)
    outputs = outputs_of(items, arguments.systems) if published else hypotheses_of(arguments)
    scored = score(
        dataset,
        outputs,
        returned=arguments.returned,
        metrics=names(arguments.metrics),
        trends=arguments.trends is not None,
        **how_of(arguments),
    )
    for option, name in WRITTEN.items():
        if getattr(arguments, option) and name not in scored.names:
            if option == "standings":
                raise InputError("--standings needs a ready-made set", remedy="challenge-sets dataset list names them")
            if len(scored.names) > 1:
                raise InputError(
                    f"--{option} needs the distances and lengths of segments", remedy="give --hits and --covariates"
                )
            raise InputError(f"--{option.replace('_', '-')} needs --sets", remedy="give --sets FILE")
    if arguments.json:
        print_json(scored.table("scores" if "scores" in scored.names else "corpus_scores").to_pylist())
    else:
        print(scored.text(), end="")
    for option, name in WRITTEN.items():
        if path := getattr(arguments, option):
            tables.write(scored.table(name), path)


EXAMPLE = (
    "challenge-sets score wmt24:en-de output.de\n"
    "challenge-sets score DATASET output.en other=output2.en -o scores.csv\n"
    "challenge-sets score DATASET --returned genmt:owls#eng_Latn-deu_Latn:owls -o scores.csv\n"
    "challenge-sets score --hypothesis output.en --reference ref.en --metrics bleu,chrf,ribes\n"
    "challenge-sets score --systems systems/ --reference ref.en --sets sets.parquet --controls controls.parquet"
    " --covariates covariates.parquet -o scores.csv"
)
