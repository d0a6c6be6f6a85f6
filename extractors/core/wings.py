"""Wings: packages of their own that add to this one a block of the config, targets, rules, commands and tables.

A wing is an entry point of the group `challenge_sets.wings`: its name is that of a group of commands, its object an
instance of `Wing`. This package imports none of them by name; `HOMES` serves its messages alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from extractors.core import install
from extractors.core.errors import InputError

GROUP = "challenge_sets.wings"
_SUITES = "mt-challenge-sets-suites"
HOMES = {"suites": _SUITES, "suite": _SUITES, "ask": _SUITES, "lab": "mt-challenge-sets-lab"}
"""The distribution that brings a block of the config, a command or a group, for a message where it is missing."""


class WingConfig:
    """What a wing makes of its block of a config.

    Attributes:
        names: the entries of the block; each has a folder of results in `folder`.
        folder: where its results are.
    """

    names: Sequence[str]
    folder: Path

    def score_targets(self) -> list[str]:
        """List the files that the target `score` makes of it."""
        return []

    def report_targets(self) -> list[str]:
        """List the files that the target `report` makes of it."""
        return []

    def extras(self) -> Iterator[str]:
        """Yield the extras of pyproject.toml that its jobs need."""
        yield from ()

    def opened(self) -> Iterator[str]:
        """Open everything that it names, as a job would, and yield a line for each entry."""
        yield from ()

    def summary(self, names: Sequence[str]) -> str:
        """Return the lines that end a run, about the entries that have results."""
        del names
        return ""


class Wing:
    """What a package adds; a subclass overrides what it has. Methods import what they need when they are called.

    Attributes:
        block: the key of its block at the top of a config, and the folder of its results; None for no block.
        commands: the package whose modules are its commands.
        top_commands: the package whose modules are commands of its own that belong to no group; None for none.
        tables: the package whose modules define its tables; None for none.
        rules: the rule file that the Snakefile includes for a config with the block; None for none.
        sections: the package whose modules are sections of a corpus's page (extractors.report.sections); None for none.
    """

    block: str | None = None
    commands: str
    top_commands: str | None = None
    tables: str | None = None
    rules: Path | None = None
    sections: str | None = None

    def field(self) -> tuple[Any, Any]:
        """Return type and field of its block, for the model of a config."""
        raise NotImplementedError

    def resolved(self, settings: Any, origin: Any) -> WingConfig:
        """Return its block with names and files resolved.

        Args:
            settings: the checked config (extractors.config.model.Config) with the block.
            origin: where each value stands (extractors.core.yamlfile.ValueOrigin).
        """
        raise NotImplementedError

    def kept(self, path: Path) -> str | None:
        """Say what a file is that no output may replace, as the object of a sentence; None for any other file."""
        del path
        return None

    def command_for(self, folder: Path) -> str | None:
        """Return the command for a folder of its own results that was given to one for corpora; None for others."""
        del folder
        return None


@cache
def wings() -> Mapping[str, Wing]:
    """Return the installed wings by the name of their group of commands, sorted."""
    # Here, since the import takes longer than what most commands need.
    from importlib.metadata import entry_points

    found: dict[str, Wing] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        wing = point.load()
        if not isinstance(wing, Wing):
            raise TypeError(f"the entry point {point.name} of {GROUP} must be an instance of Wing: {point.value}")
        found[point.name] = wing
    return found


def with_blocks(keys: Iterator[str] | Sequence[str]) -> dict[str, Wing]:
    """Return the installed wings whose block is among the keys of a config, by block."""
    asked = {*keys}
    return {wing.block: wing for wing in wings().values() if wing.block and wing.block in asked} if asked else {}


def not_installed(name: str, what: str) -> InputError | None:
    """Return the error for a block or a group of commands whose wing is not installed; None for an unknown name.

    Args:
        what: what needs it, as the subject of a sentence: "`suites:`".
    """
    if (home := HOMES.get(name)) is None:
        return None
    return InputError(
        f"{what} belongs to the package {home}, which is not installed",
        remedy=install.command_for_wing(home),
    )


def refuse_foreign(folder: Path) -> None:
    """Refuse a folder of results that a wing's command reads, with that command."""
    for wing in wings().values():
        if (command := wing.command_for(folder)) is not None:
            raise InputError("the folder does not hold the results of a corpus", path=folder, remedy=command)
