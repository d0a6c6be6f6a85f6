"""The input of `challenge-sets score` and `compare`: files, or a published set."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from extractors.cli.commands._arguments import (
    hypotheses_of,
    known,
    names,
    option_values,
    options,
    outputs_of,
    references_of,
    settings_of,
)
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.inputs import places
from extractors.inputs.places import Place
from extractors.score import metrics
from extractors.score.imported_score_settings import SegmentScoreFile
from extractors.score.metric_settings import DEFAULT_METRICS, of_language
from extractors.score.statistics.statistics_settings import StatisticsSettings

if TYPE_CHECKING:
    import pyarrow as pa

    from extractors.core.arrays import Int32
    from extractors.score.evaluation import Evaluation

AllOptions = Mapping[str, Mapping[str, Any]]
"""The options of each metric."""


def sets_and_references(parser: argparse._ActionsContainer) -> None:
    """`--reference`, `--sets`, `--controls`, `--covariates`."""
    parser.add_argument("--reference", action="append", default=[], metavar="[NAME=]PLACE", help="may be repeated")
    parser.add_argument(
        "--target-language",
        metavar="LANG",
        help="the language of the outputs: for zh, ja and ko metrics take the tokenizers that sacreBLEU takes",
    )
    parser.add_argument("--sets", metavar="FILE", help="score these sets too")
    parser.add_argument("--controls", metavar="FILE", help="their control samples")
    parser.add_argument(
        "--covariates",
        metavar="FILE",
        help="the covariates of segments, for the differences from all eligible controls; without it nothing is"
        " compared but with the control samples of the paper",
    )


def metric_options(parser: argparse.ArgumentParser) -> None:
    """`--option`, `--segment-scores`."""
    options(
        parser, "metrics, as METRIC.OPTION=VALUE: bleu.tokenize=intl; of scores that are brought, comet.missing=allow"
    )
    parser.add_argument(
        "--segment-scores",
        action="append",
        default=[],
        metavar="[NAME=]FILE",
        help="scores that are there already (COMET, human): a table with a column a system; may be repeated. How it is"
        " laid out is said by options, with the keys of `segment_scores` in config/README.md",
    )


def of_files(arguments: argparse.Namespace) -> Evaluation:
    """Outputs and references, with sets and controls if they are given.

    Raises:
        InputError: something is missing or does not go together.
    """
    from extractors.formats import tables
    from extractors.formats.covariates import COVARIATES
    from extractors.formats.hits import HITS
    from extractors.formats.sets import CONTROLS, SETS
    from extractors.phenomena import catalogue
    from extractors.phenomena.estimands import estimands
    from extractors.score.evaluation import Evaluation

    settings = settings_of(arguments, StatisticsSettings())
    if not arguments.reference:
        raise InputError(
            "no reference", remedy="give --reference FILE, or a published set: challenge-sets score DATASET OUTPUT"
        )
    outputs = hypotheses_of(arguments)
    if getattr(arguments, "returned", None):
        raise InputError("--returned only works with a published set", remedy="name the set: score DATASET --returned")
    if arguments.changed:
        raise InputError("--changed only works with a published set", remedy="leave it out")
    for name in ("controls", "covariates", "hits"):
        if getattr(arguments, name) and not arguments.sets:
            raise InputError(f"--{name} needs --sets", remedy="give --sets FILE")
    if arguments.covariates and not (arguments.controls or arguments.hits):
        raise InputError(
            "--covariates without --controls: the settings of controls are read from their samples",
            remedy="give --controls FILE, as `challenge-sets stage control` made it",
        )
    chosen, brought = _metrics(arguments, {name: {} for name in DEFAULT_METRICS}, outputs)
    if arguments.target_language:
        chosen = of_language(chosen, arguments.target_language)
    references, place = references_of(arguments)

    covariates = tables.read(COVARIATES, arguments.covariates) if arguments.covariates else None

    def distances() -> tuple[pa.Table, Int32]:
        return tables.read(HITS, arguments.hits), tables.read(COVARIATES, arguments.covariates)["length"].to_numpy()

    return Evaluation(
        outputs=outputs,
        references=list(references.values()),
        place=place,
        metrics=chosen,
        brought=brought,
        sets=tables.read(SETS, arguments.sets) if arguments.sets else None,
        controls=tables.read(CONTROLS, arguments.controls) if arguments.controls else None,
        covariates=covariates,
        distances=distances if arguments.hits and arguments.covariates else None,
        metric=arguments.metric,
        known=estimands(catalogue.load(arguments.phenomena_file).values()) if arguments.sets else {},
        settings=settings,
    )


def of_published(arguments: argparse.Namespace) -> Evaluation:
    """Outputs for the source of a published set, with all else from the set.

    Raises:
        InputError: something is given that the set has, there is no output, or the set cannot be used.
    """
    from extractors.publish import read
    from extractors.publish.download import TO_READ_HITS, TO_SCORE, locate
    from extractors.score.evaluation import Evaluation

    place, *items = arguments.published
    _refuse_files(arguments, place)
    outputs = outputs_of(items, arguments.systems)
    if getattr(arguments, "returned", None):
        return _of_suite(arguments, place, outputs)
    trends = arguments.trends is not None
    folder = locate(place, TO_READ_HITS if trends else TO_SCORE)
    published = read.read(folder, changed=arguments.changed, hits=trends)
    if not outputs:
        raise InputError(
            "no outputs to score",
            remedy=f"translate {published.source_file} line by line, and name the result: score {place} OUTPUT",
        )
    chosen, brought = _metrics(arguments, published.description.metrics, outputs)
    read.warn_of_other_versions(published, chosen)
    return Evaluation(
        outputs=outputs,
        references=list(published.references.values()),
        place=places.parse(published.source_file),
        metrics=chosen,
        brought=brought,
        sets=published.sets,
        controls=published.controls,
        covariates=published.covariates,
        distances=published.distances,
        definitions={entry["id"]: entry.get("definition") for entry in published.description.phenomena},
        metric=arguments.metric or published.description.metric,
        known=published.description.estimands,
        settings=settings_of(arguments, published.settings),
        notes=published.notes,
    )


def _of_suite(arguments: argparse.Namespace, place: str, outputs: Mapping[str, Place]) -> Evaluation:
    """What came back of a published set that was a test suite, on the segments that all systems have.

    Raises:
        InputError: outputs or scores are given besides, or what came back is not of the set.
    """
    from extractors.inputs.evaluation_sets import read_set
    from extractors.publish import read
    from extractors.publish.download import TO_READ_HITS, locate
    from extractors.publish.wmt_suite import returned
    from extractors.score.evaluation import Evaluation
    from extractors.score.subset import Subset

    if outputs or arguments.segment_scores:
        raise InputError(
            "--returned has outputs of its own, perhaps of some segments alone: others do not go with them",
            remedy="score them by themselves",
        )
    published = read.read(locate(place, TO_READ_HITS), changed=arguments.changed, hits=True)
    back = returned(published, read_set(arguments.returned))
    _tell_left_out(back.left_out, len(published.source) - len(back.kept))
    chosen, _ = _metrics(arguments, published.description.metrics, {})
    read.warn_of_other_versions(published, chosen)
    part = Subset(back.kept, len(published.source))
    hits = published.hits()

    def distances() -> tuple[pa.Table, Int32]:
        _, lengths = published.distances()
        return part.hits(hits), lengths[part.kept]

    return Evaluation(
        outputs={},
        texts=back.outputs,
        references=[[texts[segment] for segment in back.kept] for texts in published.references.values()],
        place=places.parse(published.source_file),
        metrics=chosen,
        sets=part.sets(published.sets, hits),
        controls=part.controls(published.controls, published.sets),
        covariates=part.covariates(published.covariates),
        distances=distances,
        definitions={entry["id"]: entry.get("definition") for entry in published.description.phenomena},
        metric=arguments.metric or published.description.metric,
        known=published.description.estimands,
        settings=settings_of(arguments, published.settings),
        notes=(*published.notes, *([f"segments:{len(back.kept)}"] if back.left_out else [])),
    )


def _tell_left_out(left_out: Sequence[tuple[Any, Any, str]], segments: int) -> None:
    """Say which documents are left out, with file and line."""
    for document, line, problem in left_out:
        where = "" if line is None else f"{line.path}:{line.number or ''}: "
        log.warning("%sthe document %s %s: left out", where, document.name, problem)
    if left_out:
        log.warning("%d documents with %d segments are left out for all systems", len(left_out), segments)


def _refuse_files(arguments: argparse.Namespace, place: str) -> None:
    """Refuse what belongs to the other form of the command."""
    if arguments.hypothesis:
        raise InputError(
            f"--hypothesis beside {place}: score with a published set or with files, not with both",
            remedy=f"name outputs after the set: challenge-sets score {place} [NAME=]OUTPUT",
        )
    for name in ("reference", "target_language", "sets", "controls", "covariates", "hits"):
        if getattr(arguments, name):
            option = f"--{name.replace('_', '-')}"
            raise InputError(
                f"{option} beside {place}: score with a published set or with files, not with both",
                remedy=f"leave out {option}, which the set has, or leave out {place} and give --hypothesis",
            )


def _metrics(
    arguments: argparse.Namespace, default: Mapping[str, Mapping[str, Any]], systems: Mapping[str, Place]
) -> tuple[AllOptions, dict[str, SegmentScoreFile]]:
    """The options of each metric to compute, and the files of scores computed elsewhere.

    Args:
        default: the options of each metric, where the arguments name no metrics.
    """
    chosen = list(default) if arguments.metrics is None else names(arguments.metrics) or []
    if not chosen:
        raise InputError("no metric", remedy=f"give --metrics {','.join(DEFAULT_METRICS)}, or leave it out")
    known("metric", chosen, registry.names(metrics))
    files = places.named(arguments.segment_scores, default="")
    for name in files:
        if name in registry.names(metrics):
            raise InputError(
                f"{name!r} is a metric that is computed", remedy="name the scores: --segment-scores NAME=FILE"
            )
    options: dict[str, dict[str, Any]] = {name: dict(default.get(name, {})) for name in chosen} | {
        name: {} for name in files
    }
    for given, value in option_values(arguments.option).items():
        metric, _, option = given.partition(".")
        known("metric", [metric], list(options))
        options[metric][option] = value
    if arguments.metric is not None:
        known("metric", [arguments.metric], list(options))
    return {name: options[name] for name in chosen}, {
        name: _source(name, place.text, options[name], systems) for name, place in files.items()
    }


def _source(name: str, file: str, options: Mapping[str, Any], systems: Mapping[str, Place]) -> SegmentScoreFile:
    """A file of segment scores, laid out as the options say, which are those of a config."""
    entry = {"path": file, **options}
    try:
        found = SegmentScoreFile.of(entry)
    except InputError as error:
        raise InputError(f"the scores {name}: {error.problem}", remedy=error.remedy) from None
    known("system", list(found.systems), list(systems))
    return found
