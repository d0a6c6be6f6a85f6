"""`challenge-sets`, also `python -m extractors`: every stage as a command on plain files."""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from extractors import __version__
from extractors.cli import commands
from extractors.cli.commands import Command
from extractors.cli.commands._overwriting import check_outputs, outputs_of
from extractors.core import install, threads
from extractors.core.errors import InputError, nearest
from extractors.core.escapes import visible
from extractors.core.logs import to_terminal
from extractors.core.oserrors import in_words
from extractors.core.stopping import end_children, let_signals_end_it, name_of, status_of, stoppable

ORDER = ("ingest", "parse", "align", "detect", "select", "control", "score")


class _Parser(argparse.ArgumentParser):
    """Names the nearest command when one is mistyped, and takes options between the files of a command."""

    _between = False

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, f"unknown: {value!r}; {nearest(str(value), map(str, action.choices))}")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        # argparse parses a command's arguments by this method alone, and its way to intermix them calls it in turn.
        if self._subparsers is not None or self._between:
            return super().parse_known_args(args, namespace)
        self._between = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._between = False


def command_names() -> list[str]:
    """The names of the commands, stages first in the order of the flow; each is a file of the folder commands.

    A hyphen in a name is an underscore in the file's: train-aligner is train_aligner.py.
    """
    modules = [m.name for m in pkgutil.iter_modules(commands.__path__) if m.name[0] != "_"]
    ordered = sorted(modules, key=lambda m: (ORDER.index(m) if m in ORDER else len(ORDER), m))
    return [module.replace("_", "-") for module in ordered]


def load_command(name: str) -> Command:
    """The command of a name."""
    command: Command = importlib.import_module(f"extractors.cli.commands.{module_of(name)}").COMMAND
    return command


def summary(name: str) -> str:
    """What a command does, in a line: the docstring of its file, read without running it."""
    text = Path(commands.__path__[0], f"{module_of(name)}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]


def module_of(name: str) -> str:
    """The module of a command, without its package."""
    return name.replace("-", "_")


def parser(wanted: str | None = None) -> argparse.ArgumentParser:
    """The command line.

    Args:
        wanted: the command that is run; the others are known by name and summary alone, so that nobody waits for
            their imports.
    """
    top = _Parser(
        prog="challenge-sets",
        description="Automatic challenge sets for machine translation (Choshen and Abend, CoNLL 2019).",
    )
    top.add_argument("--version", action="version", version=__version__)
    top.add_argument("-q", "--quiet", action="store_true", help="warnings and errors only")
    chosen = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in command_names():
        if name != wanted:
            chosen.add_parser(name, help=summary(name) if wanted is None else None)
            continue
        command = load_command(name)
        sub = chosen.add_parser(
            name,
            description=summary(name),
            epilog="example:\n  " + command.example.replace("\n", "\n  "),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(sub)
        sub.set_defaults(run=command.run)
    return top


def wanted_command(arguments: Sequence[str]) -> str | None:
    """The command that arguments name; None where they name none, or one that is not there."""
    name = next((argument for argument in arguments if not argument.startswith("-")), None)
    return name if name in command_names() else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it did what was asked, 1 on an error of the input, 2 on one of the command line.

    A finding has a status of its own, from 3 on: `compare --fail-if-worse` gives 3. Ctrl-C gives 130, SIGTERM 143.
    One thread is used, or as many as OMP_NUM_THREADS says.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    wanted = wanted_command(given)
    options = argparse.Namespace()
    # Before anything is imported that computes.
    threads.limit()
    try:
        with stoppable():
            # An argument may be refused as it is read.
            options = parser(wanted).parse_args(given)
            to_terminal(quiet=options.quiet)
            check_outputs(options)
            status: int | None = options.run(options)
            # Here, so that an error of it is told as any other.
            sys.stdout.flush()
    except KeyboardInterrupt as stop:
        let_signals_end_it()
        # A command may say what becomes of its work.
        said = ": ".join([f"stopped by {name_of(status_of(stop))}", *map(str, stop.args)])
        print(visible(said), file=sys.stderr)
        end_children()
        return status_of(stop)
    except InputError as error:
        return _refuse(error)
    except ModuleNotFoundError as error:
        if wanted is None or (missing := _missing(error, wanted)) is None:
            raise
        return _refuse(missing)
    except BrokenPipeError:
        # The reader of our output (head, less) has gone: nothing is wrong. Python would complain at exit.
        sys.stderr.close()
        return 0
    except OSError as error:
        print(f"error: {visible(str(in_words(error, outputs_of(options).values())))}", file=sys.stderr)
        _drop_output()
        return 1
    return status or 0


def _drop_output() -> None:
    """Let what standard output still holds go nowhere: it may be the file that cannot be written."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(error: InputError) -> int:
    print(f"error: {visible(str(error))}", file=sys.stderr)
    return 1


def _missing(error: ModuleNotFoundError, name: str) -> InputError | None:
    """The error for a package that the work of a command lacks; None if the program is at fault."""
    return install.missing(error, f"`challenge-sets {name}`", extra=load_command(name).extra)


if __name__ == "__main__":
    sys.exit(main())
