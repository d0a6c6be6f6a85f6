"""Arguments that several commands share, and how their texts become values."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from extractors.core.errors import InputError, unknown
from extractors.score.settings import Settings
from extractors.texts import places
from extractors.texts.reading import read_segments, same_length, systems_at


def output(parser: argparse.ArgumentParser, what: str, *, required: bool = True) -> None:
    """`-o FILE`."""
    parser.add_argument("-o", "--output", type=Path, required=required, metavar="FILE", help=what)


def options(parser: argparse.ArgumentParser, of: str) -> None:
    """`--option NAME=VALUE`, for what only some backends have."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"an option of the {of}, may be repeated",
    )


def hypotheses_of(arguments: argparse.Namespace) -> dict[str, str]:
    """The places of the outputs that `--hypothesis` and `--systems` give, by system.

    Raises:
        InputError: there are none, or a system is given by both.
    """
    outputs = outputs_of(arguments.hypothesis, arguments.systems, given="given by --hypothesis")
    if not outputs:
        raise InputError("no hypotheses", remedy="give --hypothesis FILE or --systems FOLDER")
    return outputs


def outputs_of(items: Sequence[str], systems: str | None, *, given: str = "given") -> dict[str, str]:
    """The places of outputs, by system: those named one by one, and those of a folder or a test set.

    Raises:
        InputError: a system is among both; `given` says how the first are given.
    """
    outputs = places.named(items, default="")
    together = systems_at(systems) if systems else {}
    if both := sorted(outputs.keys() & together.keys()):
        raise InputError(f"the system {both[0]!r} is {given} and is in --systems", remedy="give it another name")
    return outputs | together


def references_of(arguments: argparse.Namespace) -> tuple[dict[str, list[str]], str]:
    """The segments of each `--reference` by name, and the place of the first.

    Raises:
        InputError: they are not of one length.
    """
    named = places.named(arguments.reference, default="A")
    references = {name: [text for _, text in read_segments(place)] for name, place in named.items()}
    first = next(iter(references))
    for name, segments in references.items():
        same_length(len(segments), named[name], len(references[first]), named[first])
    return references, named[first]


def settings(parser: argparse.ArgumentParser) -> None:
    """How tests are made: `--resamples`, `--seed`, `--trials`, `--alpha`."""
    default = Settings()
    for name, kind, what in (
        ("resamples", int, "bootstrap samples of each set and its controls"),
        ("seed", int, "seed of the random draws"),
        ("trials", int, "random shuffles of the tests that shuffle"),
        ("alpha", float, "p-values below it are findings"),
    ):
        value = getattr(default, name)
        parser.add_argument(f"--{name}", type=kind, metavar="N", help=f"{what} (default: {value})")


def settings_of(arguments: argparse.Namespace, default: Settings | None = None) -> Settings:
    """The settings that the arguments of `settings` give; those of `default` where they give none."""
    given = {name: getattr(arguments, name) for name in ("resamples", "seed", "trials", "alpha")}
    return replace(default or Settings(), **{name: value for name, value in given.items() if value is not None})


def option_values(pairs: Sequence[str]) -> dict[str, Any]:
    """`["layer=8", "method=inter"]` as a mapping; values are read as YAML (8 is a number)."""
    found = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise InputError(f"the option {pair!r} has no value", remedy="write NAME=VALUE")
        found[name] = yaml.safe_load(value)
    return found


def names(text: str | None) -> list[str] | None:
    """`"a,b"` as ["a", "b"]; None stays None."""
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def numbers(text: str) -> list[int]:
    """`"0,1,2"` as [0, 1, 2]; an empty text as []."""
    try:
        return [int(part) for part in text.split(",") if part.strip()]
    except ValueError:
        raise InputError(f"{text!r} is not a list of whole numbers", remedy="write them as 0,1,2") from None


def buckets(text: str) -> list[tuple[int, int]]:
    """`"0:2,2:5"` as [(0, 2), (2, 5)]."""
    found = []
    for part in names(text) or []:
        bounds = numbers(part.replace(":", ","))
        if len(bounds) != 2:
            raise InputError(f"{part!r} is not a bucket", remedy="write FROM:BELOW, as in 0:2,2:5")
        found.append((bounds[0], bounds[1]))
    return found


def known(kind: str, chosen: Sequence[str], available: Sequence[str]) -> None:
    """Refuse a name that is not available, with the nearest that is."""
    for name in chosen:
        if name not in available:
            raise unknown(kind, name, available)
