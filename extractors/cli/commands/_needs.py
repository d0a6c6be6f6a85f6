"""The models that a config needs: the work of `model list --for` and `model fetch --for`."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from extractors.cli.commands._arguments import data_dir, overrides_of
from extractors.core.errors import InputError
from extractors.models.fetching import fetch

if TYPE_CHECKING:
    from extractors.config.needs import Need


def config_arguments(parser: argparse.ArgumentParser) -> None:
    """`--for CONFIG` and `--data-dir`."""
    parser.add_argument("--for", nargs="+", dest="configs", metavar="CONFIG", help="the models that a config needs")
    data_dir(parser)


def needs_of(arguments: argparse.Namespace, *, fetching: bool = False) -> Iterator[tuple[Need, str | None]]:
    """The needs of all corpora of `--for`, each with the reason why it could not be fetched.

    Args:
        fetching: fetch what is missing, by the libraries that read it.
    """
    from extractors.config import needs
    from extractors.config.run import load_config

    run = load_config(arguments.configs, overrides=overrides_of(arguments))
    for corpus in run.corpora.values():
        for number, need in enumerate(needs.of_corpus(corpus)):
            failure = None
            if fetching and need.requirement and need.requirement.path is None:
                try:
                    fetch(need.requirement)
                except InputError as error:
                    failure = error.problem
                # What counts is what a run will find.
                need = list(needs.of_corpus(corpus))[number]
            yield need, failure


def tell(found: Iterator[tuple[Need, str | None]], *, remedy: str) -> None:
    """Print the needs by corpus."""
    corpus, missing, failures = None, 0, set()
    for need, failure in found:
        if need.corpus != corpus:
            corpus = need.corpus
            print(corpus)
        print(textwrap.indent(_in_words(need), "  "))
        missing += need.requirement is not None and need.requirement.path is None
        failures |= {failure} - {None}
    if missing:
        problem = f"models that the config needs and that are not here: {missing}"
        raise InputError("; ".join([problem, *sorted(map(str, failures))]), remedy=remedy)
    print("All models that the config needs are here.")


def rows(found: Iterator[tuple[Need, str | None]]) -> Iterator[dict[str, Any]]:
    """A row for each need."""
    for need, _ in found:
        of = need.requirement
        yield {
            "corpus": need.corpus,
            "step": need.step,
            "backend": need.backend,
            "name": None if of is None else of.name,
            "is_here": of is None or of.path is not None,
            "size": None if of is None or of.path is None else of.size,
            "path": None if of is None else of.path,
            "remedy": None if of is None or of.path is not None else of.remedy,
        }


def short(path: Path) -> str:
    """A path from the current folder, if it lies below it."""
    full = path.absolute()
    return str(full.relative_to(Path.cwd()) if full.is_relative_to(Path.cwd()) else full)


def _in_words(need: Need) -> str:
    from rich.filesize import decimal

    what = f"{need.step} {need.backend}: "
    if need.requirement is None:
        return f"{what}needs no model"
    if need.requirement.path is None:
        return f"{what}{need.requirement.name}: not here\n{textwrap.indent(need.requirement.remedy, '    ')}"
    return f"{what}{need.requirement.name}, {decimal(need.requirement.size)}, {short(need.requirement.path)}"
