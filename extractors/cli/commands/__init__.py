"""The commands of `challenge-sets`, one file each, in a folder for each group.

The name of a file is the name of its command, and the name of a folder that of its group. The first line of a docstring
says what the command or the group does: the help is read from the files, without running them. A command imports what
its work needs inside its functions, so that `--help` does not wait for it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    Attributes:
        example: command lines.
        add_arguments: adds its arguments to a parser.
        run: its work, which may give an exit status.
        extra: the extra to name, if its work lacks a package that several bring (extractors.core.install).
    """

    example: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int | None]
    extra: str = "run"
