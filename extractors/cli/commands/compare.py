"""Compare two outputs on challenge sets; for CI, by status."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from extractors.cli.commands._arguments import known, settings, settings_of, written
from extractors.cli.commands._json import json_option, print_json
from extractors.cli.commands._scored import metric_options, of_files, of_published, sets_and_references
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.rounding import decimals
from extractors.inputs import places
from extractors.phenomena import DEFAULT_FILE
from extractors.report.numbers import number, significance
from extractors.score import metrics
from extractors.score.metrics import create_metric
from extractors.score.statistics.statistics_settings import StatisticsSettings

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.compute as pc

    from extractors.report.pair_table import SystemPair
    from extractors.score.evaluation import Evaluation

    Compared = tuple[SystemPair, pa.Table, pa.Table, pa.Table, pa.Table]
    """The pair, and the tables SYSTEM_COMPARISONS, SCORES, SETS and CORPUS_SCORES that it is compared by."""

STATUS_WORSE = 3
"""Of --fail-if-worse; 1 is an error of the input, 2 one of the command line (extractors.__main__)."""
NOT_WITH_RESULTS = (
    "reference",
    "sets",
    "controls",
    "covariates",
    "option",
    "segment_scores",
    "changed",
    "resamples",
    "seed",
    "trials",
    "cluster",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "systems_or_outputs",
        nargs="+",
        metavar="[DATASET] [NAME=]OLD [NAME=]NEW",
        help="two outputs for one source, one line a segment, the older one first; with a published set before them,"
        " all else comes from it. With --results, the names of two systems",
    )
    parser.add_argument(
        "--results", type=Path, metavar="FOLDER", help="compare two systems of a corpus that was scored"
    )
    parser.add_argument(
        "--changed", action="store_true", help="compare although files of the published set were changed"
    )
    sets_and_references(parser.add_argument_group("with files of your own"))
    parser.add_argument(
        "--metric",
        help=f"of {', '.join(registry.names(metrics))}, or scores that are brought (default: the first of the published"
        " set or of the run, else bleu)",
    )
    metric_options(parser)
    written(parser, "--csv", metavar="FILE", help="write the table, with all sets (.csv, .tsv, .parquet)")
    json_option(parser)
    parser.add_argument(
        "--fail-if-worse",
        action="store_true",
        help=f"end with the status {STATUS_WORSE} if NEW is significantly worse on any set: p below alpha after"
        " Benjamini and Hochberg's correction over all sets of the metric, sets of the same segments counted once. An"
        " error of the input has the status 1, one of the command line 2",
    )
    settings(parser, StatisticsSettings)


def run(arguments: argparse.Namespace) -> int:
    from extractors.formats import tables
    from extractors.formats.pair import PAIR, WORSE
    from extractors.report.pair_table import count_tests, pair_rows, pair_table, pair_verdict

    pair, comparisons, scores, sets, corpus = _of_results(arguments) if arguments.results else _of_outputs(arguments)
    rows = pair_rows(pair, comparisons, scores, sets)
    if arguments.csv:
        tables.write(PAIR.table(rows), arguments.csv)
    if arguments.json:
        print_json(PAIR.table(rows).to_pylist())
    else:
        print(f"old: {pair.old}, new: {pair.new}\n{_whole_corpus(pair, corpus)}\n")
        print(pair_table(pair, rows), end="")
        print(
            f"*: {significance(pair.alpha)} over these sets, p (BH).\nAn interval is of one number alone."
            " d >= 1-3: the sets at 1 to 3 have the same segments and are one test.\n"
        )
        print(pair_verdict(pair, rows))
    worse = count_tests([row for row in rows if row["finding"] == WORSE])
    if not (arguments.fail_if_worse and worse):
        return 0
    sets_worse = f"{worse} {'set' if worse == 1 else 'sets'}"
    print(f"{pair.new} is significantly worse than {pair.old} on {sets_worse} (--fail-if-worse)", file=sys.stderr)
    return STATUS_WORSE


def _of_results(arguments: argparse.Namespace) -> Compared:
    """Two systems of a folder of results.

    Raises:
        InputError: an unknown system or metric, something that only outputs can have, a table missing.
    """
    import pyarrow.compute as pc

    from extractors.config import manifest
    from extractors.formats import tables
    from extractors.formats.scores import CORPUS_SCORES, SCORES, SYSTEM_COMPARISONS
    from extractors.formats.sets import SETS

    for name in NOT_WITH_RESULTS:
        if getattr(arguments, name):
            raise InputError(
                f"--{name.replace('_', '-')} beside --results: the results have it already", remedy="leave one out"
            )
    if len(arguments.systems_or_outputs) != 2:
        raise InputError("not two systems", remedy="give the older and the newer: --results FOLDER OLD NEW")
    folder: Path = arguments.results
    run = manifest.read(folder / "manifest.json")
    corpus = tables.read(CORPUS_SCORES, folder / "corpus_scores.parquet")
    known("system", arguments.systems_or_outputs, pc.unique(corpus["system"]).to_pylist())
    chosen = arguments.metric or corpus["metric"][0].as_py()
    known("metric", [chosen], pc.unique(corpus["metric"]).to_pylist())
    brought = run.corpus.segment_scores.get(chosen)
    options = brought.metric_options if brought else run.run.metrics[chosen]
    old, new = arguments.systems_or_outputs
    pair = _pair(old, new, chosen, options, settings_of(arguments, run.run.statistics))
    of_metric = pc.field("metric") == chosen
    comparisons = tables.read(SYSTEM_COMPARISONS, folder / "system_comparisons.parquet", where=of_metric)
    scores = tables.read(SCORES, folder / "scores.parquet", where=of_metric)
    return pair, comparisons, scores, tables.read(SETS, folder / "sets.parquet", where=_at_minimum()), corpus


def _of_outputs(arguments: argparse.Namespace) -> Compared:
    """Two outputs, scored here.

    Raises:
        InputError: not two outputs, no sets, or what `challenge-sets score` refuses too.
    """
    *dataset, old, new = _named(arguments.systems_or_outputs)
    brought = places.named(arguments.segment_scores, default="")
    # What `challenge-sets score` takes by other options.
    arguments.metrics = None if arguments.metric in (None, *brought) else arguments.metric
    arguments.systems = arguments.trends = arguments.hits = None
    arguments.phenomena_file = DEFAULT_FILE
    # The newer one comes first, so that a difference of the two is new minus old.
    arguments.hypothesis, arguments.published = ([], [*dataset, new, old]) if dataset else ([new, old], [])
    evaluation = _by_one_metric((of_published if dataset else of_files)(arguments), arguments.metric)
    if evaluation.sets is None:
        raise InputError("no sets to compare on", remedy="give --sets FILE (and --controls FILE), or a published set")
    (metric, options) = next(iter(evaluation.options.items()))
    new_name, old_name = evaluation.outputs
    pair = _pair(old_name, new_name, metric, options, evaluation.settings)
    conclusions = evaluation.conclusions
    return pair, conclusions.comparisons, conclusions.scores, evaluation.sets, evaluation.corpus_scores


def _pair(old: str, new: str, metric: str, options: Mapping[str, Any], settings: StatisticsSettings) -> SystemPair:
    """The two systems under a metric with these options."""
    from extractors.report.pair_table import SystemPair

    made = create_metric(metric, options)
    return SystemPair(
        old=old, new=new, metric=metric, label=made.label, higher_is_better=made.higher_is_better, alpha=settings.alpha
    )


def _named(given: list[str]) -> list[str]:
    """The places with names for both outputs: old and new, where a file's name does not tell them apart.

    Raises:
        InputError: there are not two outputs, with a published set before them or not.
    """
    if len(given) not in (2, 3):
        raise InputError(
            f"{len(given)} outputs and sets",
            remedy="give the older and the newer output, after a published set if there is one: compare OLD NEW",
        )
    *dataset, old, new = given
    (old_name, old_place), (new_name, new_place) = (
        next(iter(places.named([item], default="").items())) for item in (old, new)
    )
    if old_name == new_name:
        old_name, new_name = "old", "new"
    return [*dataset, f"{old_name}={old_place.text}", f"{new_name}={new_place.text}"]


def _by_one_metric(evaluation: Evaluation, metric: str | None) -> Evaluation:
    """The evaluation by the metric, else by its first, on the sets at minimum distances alone."""
    chosen = metric or next(iter(evaluation.options))
    return replace(
        evaluation,
        metrics={name: options for name, options in evaluation.metrics.items() if name == chosen},
        brought={name: file for name, file in evaluation.brought.items() if name == chosen},
        sets=None if evaluation.sets is None else evaluation.sets.filter(_at_minimum()),
    )


def _at_minimum() -> pc.Expression:
    """Which sets systems are compared on; those at exact distances and in buckets are not scored."""
    import pyarrow.compute as pc

    return pc.field("kind") == "minimum"


def _whole_corpus(pair: SystemPair, corpus: pa.Table) -> str:
    rows = [row for row in corpus.to_pylist() if row["metric"] == pair.metric]
    score = {row["system"]: row["score"] for row in rows}
    for system in (pair.old, pair.new):
        if system not in score:
            raise InputError(f"{system} has no scores of {pair.metric}", remedy="compare by another: --metric NAME")
    places_shown = decimals(map(abs, score.values()))
    old, new = score[pair.old], score[pair.new]
    return (
        f"{pair.label} on the whole corpus, {rows[0]['n']} segments: {number(old, places_shown)} ->"
        f" {number(new, places_shown)} ({number(new - old, places_shown, sign=True)})"
    )


EXAMPLE = (
    "challenge-sets compare DATASET old.en new.en --fail-if-worse\n"
    "challenge-sets compare old.en new.en --reference ref.en --sets sets.parquet --controls controls.parquet"
    " --covariates covariates.parquet\n"
    "challenge-sets compare --results results/demo-de-en literal careful --metric chrf --csv compared.csv"
)
