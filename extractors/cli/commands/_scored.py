"""Parse what `challenge-sets score` and `compare` read: files, or a published set."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from extractors.cli.commands._arguments import names as chosen_names
from extractors.cli.commands._arguments import option_values, options, references, refuse, several
from extractors.core.errors import InputError
from extractors.inputs import places
from extractors.phenomena import DEFAULT_FILE
from extractors.publish.ready_made_names import is_name
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

if TYPE_CHECKING:
    from extractors.api.datasets import ReadyMade, SetFiles

DATASETS = "a name (`dataset list`), wmt:PAIR for all of a pair, OWNER/NAME, or a folder: of a set, of sets, of a run"
"""What the set of a command may be, in its help."""


def own_texts(parser: argparse._ActionsContainer) -> None:
    """Add `--changed`, `--no-check-languages` and `--text`.

    `sets_and_references` adds `--reference`, which a ready-made set takes too.
    """
    parser.add_argument("--changed", action="store_true", help="go on although files of the set were changed")
    parser.add_argument(
        "--no-check-languages",
        dest="check_languages",
        action="store_false",
        help="allow outputs in another language",
    )
    parser.add_argument("--text", type=places.parse, metavar="PLACE", help="your copy of a ready-made set's source")


def test_sets_option(parser: argparse._ActionsContainer) -> None:
    """Add `--test-sets`, for several sets."""
    parser.add_argument("--test-sets", metavar="NAME,NAME", help="of several sets, those to take: wmt21,wmt24")


def refuse_beside_test_sets(arguments: argparse.Namespace) -> None:
    """Refuse what belongs to one set where all ready-made sets of a pair are asked."""
    names = (
        "reference", "target_language", "sets", "controls", "covariates", "text", "changed", "returned",
        "option", "segment_scores", "metric", "metrics", "systems",
    )  # fmt: skip
    refuse(arguments, names, "cannot be combined with several sets, which have it", "leave it out")
    if others := sorted(option_values(arguments.statistics).keys() - {"alpha"}):
        raise InputError(f"--statistics {others[0]} cannot be combined with several sets", remedy="leave it out")


def how_of_test_sets(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the chosen sets and tests as arguments of `score_test_sets` and `compare_test_sets`."""
    settings = StatisticsSettings.of(option_values(arguments.statistics))
    return {
        "test_sets": chosen_names(arguments.test_sets),
        "check_languages": arguments.check_languages,
        "alpha": settings.alpha,
    }


def sets_and_references(parser: argparse._ActionsContainer) -> None:
    """Add `--reference`, `--target-language`, `--sets`, `--controls` and `--covariates`."""
    references(parser)
    parser.add_argument("--target-language", metavar="LANG", help="zh, ja, ko: tokenize as sacreBLEU does")
    parser.add_argument("--sets", metavar="FILE", help="score these sets too")
    parser.add_argument("--controls", metavar="FILE", help="their control samples")
    parser.add_argument("--covariates", metavar="FILE", help="of all segments, to test differences")


def scoring_options(parser: argparse._ActionsContainer) -> None:
    """Add `--option`, `--segment-scores` and `--statistics`."""
    options(parser, "metrics: bleu.tokenize=intl")
    several(parser, "--segment-scores", "FILE", "[NAME=]FILE: of COMET, of people")
    names = ", ".join(StatisticsSettings.model_fields)
    several(parser, "--statistics", "NAME=VALUE", f"settings of the tests (docs/statistics.md): {names}")


def dataset_of(arguments: argparse.Namespace, published: str | None) -> str | ReadyMade | SetFiles:
    """Return the published or ready-made set, or the files that the arguments give."""
    from extractors.api.datasets import ReadyMade, SetFiles

    if published is not None and is_name(published):
        _refuse_files(arguments, published, taken=("reference",))
        if len(arguments.reference) > 1:
            raise InputError(
                f"{published} has only one reference", remedy="give one --reference, and name outputs before it"
            )
        own = places.named(arguments.reference, default="A")
        return ReadyMade(name=published, source=arguments.text, reference=next(iter(own.values()), None))
    if arguments.text is not None:
        raise InputError(
            "--text only works with a ready-made set", remedy="name a set, such as wmt24:en-de, or leave out --text"
        )
    if published is not None:
        _refuse_files(arguments, published)
        return published
    if not arguments.reference:
        raise InputError(
            "there is no reference",
            remedy="give --reference FILE, or a published set: challenge-sets score DATASET OUTPUT",
        )
    refuse(arguments, ("returned", "changed"), "only works with a published set", "name the set, or leave it out")
    return SetFiles(
        references=places.named(arguments.reference, default="A"),
        target_language=arguments.target_language,
        sets=arguments.sets,
        controls=arguments.controls,
        covariates=arguments.covariates,
        phenomena_file=getattr(arguments, "phenomena_file", DEFAULT_FILE),
    )


def how_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the metrics and tests as arguments of the Python functions `score` and `compare`."""
    return {
        "options": option_values(arguments.option),
        "segment_scores": places.named(arguments.segment_scores, default=""),
        "metric": arguments.metric,
        "statistics": option_values(arguments.statistics),
        "changed": arguments.changed,
        "check_languages": arguments.check_languages,
    }


def _refuse_files(arguments: argparse.Namespace, dataset: str, *, taken: Sequence[str] = ()) -> None:
    """Refuse what belongs to the other form of the command, but for the options that are taken."""
    names = {"reference", "target_language", "sets", "controls", "covariates"} - {*taken}
    refuse(
        arguments,
        sorted(names),
        f"was given together with {dataset}: score with a published set or with files, not with both",
        f"leave it out, as the set has it, or leave out {dataset} and give --systems",
    )
