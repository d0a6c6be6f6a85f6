"""`challenge-sets score`"""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors import (
    __version__,
    conllu,
    corpus,
    display,
    metrics,
    places,
    registry,
    scoring,
    segment_scores,
    tables,
)
from extractors.commands import Command
from extractors.commands._arguments import (
    hypotheses_of,
    known,
    names,
    option_values,
    options,
    output,
    references_of,
    settings,
    settings_of,
)
from extractors.conclusions.files import conclude
from extractors.conclusions.replicates import Scorer
from extractors.conclusions.trends import trend_table
from extractors.controls import source_lengths
from extractors.errors import InputError


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hypothesis", action="append", default=[], metavar="[NAME=]PLACE", help="may be repeated")
    parser.add_argument("--systems", metavar="PLACE", help="a folder with one file a system, or sacrebleu:TESTSET:PAIR")
    parser.add_argument("--reference", action="append", required=True, metavar="[NAME=]PLACE", help="may be repeated")
    parser.add_argument(
        "--metrics",
        default="bleu,chrf,ribes",
        help=f"of {', '.join(registry.names(metrics))} (default: bleu,chrf,ribes)",
    )
    options(parser, "metrics, as METRIC.OPTION=VALUE: bleu.tokenize=intl")
    parser.add_argument(
        "--segment-scores",
        action="append",
        default=[],
        metavar="[NAME=]FILE",
        help="scores that are there already (COMET, human): a table with a column a system; may be repeated",
    )
    parser.add_argument("--sets", metavar="FILE", help="score these sets too")
    parser.add_argument("--controls", metavar="FILE", help="their control samples")
    output(
        parser,
        "scores of the sets at minimum distances, .csv, .tsv or .parquet (needs --sets)",
        required=False,
    )
    parser.add_argument("--comparisons", type=Path, metavar="FILE", help="write comparisons of each two systems")
    parser.add_argument("--ranks", type=Path, metavar="FILE", help="write ranks and clusters of systems")
    parser.add_argument("--trends", type=Path, metavar="FILE", help="write trends by distance (needs --hits, --parses)")
    parser.add_argument("--hits", metavar="FILE", help="the hits that the sets were made of")
    parser.add_argument("--parses", metavar="FILE", help="the parses of the source, for its lengths")
    settings(parser)


def _run(arguments: argparse.Namespace) -> None:
    chosen_settings = settings_of(arguments)
    outputs = hypotheses_of(arguments)
    for name in ("output", "controls", "comparisons", "ranks", "trends"):
        if getattr(arguments, name) and not arguments.sets:
            raise InputError(f"--{name} speaks of sets, and none are given", remedy="give --sets FILE")
    if arguments.trends and not (arguments.hits and arguments.parses):
        raise InputError("--trends needs the distances and lengths of segments", remedy="give --hits and --parses")
    chosen = names(arguments.metrics) or []
    if not chosen:
        raise InputError("no metric", remedy="give --metrics bleu,chrf,ribes, or leave it out")
    known("metric", chosen, registry.names(metrics))
    by_metric = _options_by_metric(option_values(arguments.option), chosen)
    references, first_place = references_of(arguments)
    first = next(iter(references.values()))
    found = []
    for system, place in outputs.items():
        table = corpus.ingest_system(place=place, segments=len(first), corpus=first_place)
        hypotheses = table.column("hypothesis").to_pylist()
        found += [
            scoring.statistics(
                system=system,
                metric=metric,
                options=by_metric[metric],
                hypotheses=hypotheses,
                references=list(references.values()),
            )
            for metric in chosen
        ]
    for name, place in places.named(arguments.segment_scores, default="").items():
        if name in registry.names(metrics):
            raise InputError(
                f"{name!r} is a metric that is computed", remedy="name the scores: --segment-scores NAME=FILE"
            )
        source = segment_scores.Source(path=place)
        by_metric[name] = {"segment_scores": True, "higher_is_better": source.higher_is_better}
        found += [
            segment_scores.statistics(source, metric=name, system=system, systems=list(outputs), segments=len(first))
            for system in outputs
        ]
    print(display.corpus_table(scoring.corpus_scores(found, by_metric)))
    if arguments.sets:
        controls = tables.read(tables.CONTROLS, arguments.controls) if arguments.controls else None
        sets = tables.read(tables.SETS, arguments.sets)
        run = tables.run_signature(sets if controls is None else controls, f"version:{__version__}")
        concluded = conclude(found, scoring.sampled_sets(sets, controls), by_metric, chosen_settings, run=run)
        print(display.set_table(concluded.scores.to_pylist(), alpha=chosen_settings.alpha))
        if arguments.output:
            path: Path = arguments.output
            tables.write(concluded.scores, path)
            if len(concluded.by_bucket):
                tables.write(concluded.by_bucket, path.with_name(f"{path.stem}_by_bucket{path.suffix}"))
        if arguments.comparisons:
            tables.write(concluded.comparisons, arguments.comparisons)
        if arguments.ranks:
            tables.write(concluded.ranks, arguments.ranks)
        if arguments.trends:
            trends = trend_table(
                Scorer.of(found, by_metric),
                sets,
                tables.read(tables.HITS, arguments.hits),
                source_lengths(conllu.read(arguments.parses)),
                chosen_settings,
                run=run,
            )
            tables.write(trends, arguments.trends)


def _options_by_metric(pairs: dict[str, object], chosen: list[str]) -> dict[str, dict[str, object]]:
    by_metric: dict[str, dict[str, object]] = {metric: {} for metric in chosen}
    for name, value in pairs.items():
        metric, _, option = name.partition(".")
        known("metric", [metric], chosen)
        by_metric[metric][option] = value
    return by_metric


COMMAND = Command(
    summary="Score systems on a whole corpus and on challenge sets, beside their controls.",
    example="challenge-sets score --hypothesis output.en --reference ref.en --metrics bleu,chrf,ribes\n"
    "challenge-sets score --systems systems/ --reference ref.en --sets sets.parquet --controls controls.parquet"
    " -o scores.csv",
    add_arguments=_arguments,
    run=_run,
)
