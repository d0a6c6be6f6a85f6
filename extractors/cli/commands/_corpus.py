"""The arguments of `challenge-sets init` and `run` that name the texts of a corpus."""

import argparse
from collections.abc import Sequence
from typing import Any

from extractors.cli.commands._arguments import languages, outputs, outputs_given, references
from extractors.core.errors import InputError
from extractors.extract.control_settings import NAMES
from extractors.inputs import places
from extractors.inputs.reading import has_systems


def corpus_arguments(parser: argparse.ArgumentParser, *, required: bool) -> None:
    """Add `--from`, `--source`, `--reference`, `--systems`, the languages, `--document`, `--domain` and `--name`.

    Args:
        required: whether there must be a source, or a test set.
    """
    texts = parser.add_mutually_exclusive_group(required=required)
    texts.add_argument("--source", metavar="PLACE", help="one segment a line, or FILE#COLUMN")
    several_at_once: dict[str, Any] = {"nargs": "+", "action": "extend", "default": []}
    texts.add_argument(
        "--from", dest="test_set", metavar="TESTSET", help="wmt22:FOLDER#de-en (docs/test-sets.md)", **several_at_once
    )
    references(parser, "a reference")
    outputs(parser)
    languages(parser, "of --source (ISO 639-1)")
    for name in NAMES:
        parser.add_argument(f"--{name}", metavar="PLACE", help=f"the {name} of each segment, one a line")
    parser.add_argument("--name", help="the name of the corpus (default: the folder's)")


def texts_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the keys of a corpus that the arguments of `corpus_arguments` give; there is a source or a test set."""
    if arguments.source is not None and arguments.source_language is None:
        raise InputError(
            "--source needs --source-language", remedy="give the language of the source, such as --source-language de"
        )
    texts = {
        "from": arguments.test_set,
        "source_language": arguments.source_language,
        "target_language": arguments.target_language,
        "source": arguments.source,
        "references": {name: place.text for name, place in places.named(arguments.reference, default="A").items()},
        "systems": _systems(arguments.systems),
        **{name: getattr(arguments, name) for name in NAMES},
    }
    return {key: value for key, value in texts.items() if value}


def _systems(items: Sequence[str]) -> str | dict[str, str]:
    """Return one place of several outputs as it is, so that a run finds what is added there; else places by system."""
    together = [item for item in items if has_systems(places.parse(item))]
    if len(together) > 1:
        raise InputError(
            f"two places hold several outputs each: {together[0]} and {together[1]}",
            remedy="give one, or name the outputs one by one: --systems NAME=FILE NAME=FILE",
        )
    if together == list(items):
        return together[0] if together else {}
    return {name: place.text for name, place in outputs_given(items).items()}
