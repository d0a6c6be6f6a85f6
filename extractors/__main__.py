"""`challenge-sets`, also `python -m extractors`: the command line."""

import argparse
import ast
import contextlib
import difflib
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from extractors.cli import commands
from extractors.cli.commands._overwriting import check_outputs, outputs_of
from extractors.core import imports, install, threads, wings
from extractors.core.errors import InputError
from extractors.core.escapes import visible
from extractors.core.logs import to_terminal
from extractors.core.oserrors import in_words, of_memory
from extractors.core.stopping import end_children, let_signals_end_it, name_of, status_of, stoppable
from extractors.core.version import __version__

PROGRAM = "challenge-sets"
HELP = ("-h", "--help")
TOP = ("init", "run", "validate", "list", "parse", "try", "show", "score", "compare", "report", "ask")
"""The commands that belong to no group, in the order of their use; others come after them."""
GROUPS = ("dataset",)
"""Folders of commands, in the order of the help."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Names in the usage only what must be given, and lets most options stand on one line with what they mean."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        needed = [action for action in actions if action.required or not action.option_strings]
        options = argparse.Action(["options"], "options", nargs=0)
        super().add_usage(usage, [options, *needed], groups, prefix)


class _Parser(argparse.ArgumentParser):
    """Takes options between the files of a command."""

    intermixes = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        # argparse parses a command's arguments by this method alone, and its way to intermix them calls it in turn.
        if not self.intermixes:
            return super().parse_known_args(args, namespace)
        self.intermixes = False
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self.intermixes = True


def wing_commands() -> Mapping[str, str]:
    """Return the packages of the commands of wings, by the name of the group."""
    return {name: wing.commands for name, wing in wings.wings().items()}


def top_commands() -> Mapping[str, str]:
    """Return the commands of wings that belong to no group, with the package of each."""
    packages = [wing.top_commands for wing in wings.wings().values() if wing.top_commands]
    return {name: package for package in packages for name in _modules_in(_folder_of_package(package))}


def groups() -> list[str]:
    """Return the names of all groups, in the order of the help."""
    return [*GROUPS, *sorted(wing_commands())]


def is_group(name: str) -> bool:
    """Return whether the name of a command or a group names a group."""
    return name in GROUPS or (" " not in name and name not in own_commands() and name in wing_commands())


def folder_of(group: str) -> Path:
    """Return the folder with the commands of a group, or with our own commands that belong to no group."""
    if not group or group in GROUPS:
        return Path(commands.__path__[0], group)
    return _folder_of_package(wing_commands()[group])


def _folder_of_package(package: str) -> Path:
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise InputError(f"the package {package} is missing", remedy="reinstall the package that provides it")
    return Path(found.submodule_search_locations[0])


def _modules_in(folder: Path) -> list[str]:
    """List the commands in a folder: a hyphen in a name is an underscore in the file's."""
    found = pkgutil.iter_modules([str(folder)])
    return [m.name.replace("_", "-") for m in found if not m.ispkg and m.name[0] != "_"]


def own_commands() -> list[str]:
    """List the commands of this package that belong to no group; those of wings are not looked for."""
    return _modules_in(folder_of(""))


def command_names(group: str = "") -> list[str]:
    """List the commands of a group by name, or the commands that belong to no group.

    A command is a file of the group's folder: `suite word-choice` is suite/word_choice.py.
    """
    names = _modules_in(folder_of(group)) if group else [*own_commands(), *top_commands()]
    order = TOP if not group else ()
    names.sort(key=lambda name: (order.index(name) if name in order else len(order), name))
    return [f"{group} {name}".lstrip() for name in names]


def all_command_names() -> list[str]:
    """List all commands by name: `score`, `suite judge`."""
    return [name for group in ("", *groups()) for name in command_names(group)]


def _module_of(name: str) -> str:
    """Return the full name of the module of a command."""
    group, _, word = name.rpartition(" ")
    if group in GROUPS or (not group and word in own_commands()):
        package = f"{commands.__name__}.{group}".rstrip(".")
    else:
        package = wing_commands()[group] if group else top_commands()[word]
    return f"{package}.{word.replace('-', '_')}"


def load_command(name: str) -> ModuleType:
    """Import the module of a command, given the command's name."""
    return importlib.import_module(_module_of(name))


def summary(name: str) -> str:
    """Say what a command or a group does, in a line: the docstring of its file, read without running it."""
    if is_group(name):
        file = folder_of(name) / "__init__.py"
    else:
        package, _, module = _module_of(name).rpartition(".")
        file = _folder_of_package(package) / f"{module}.py"
    return (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def parser(wanted: str | None = None) -> argparse.ArgumentParser:
    """Build the parser of the command line.

    Args:
        wanted: the command that runs, or the group whose help is shown. Others are known by name and summary alone, so
            that nobody waits for their imports.
    """
    # Of wings, which take time to be found, the commands are known where all are listed, or one runs.
    is_own = wanted is not None and wanted.partition(" ")[0] in (*own_commands(), *GROUPS)
    names = own_commands() if is_own else command_names()
    top = _Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} [-h] [--version] [-q] COMMAND ...",
        description="Automatic challenge sets for machine translation. COMMAND --help explains one;\n"
        "-q prints warnings and errors only.",
        add_help=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=None if wanted else f"{_listed('commands', names)}\n\n{_listed('groups of commands', groups())}",
    )
    _add_flag(top, "--version", action="version", version=__version__)
    _add_flag(top, "-q", "--quiet", action="store_true")
    chosen = _choice(top, PROGRAM)
    for name in names:
        _add_command(chosen, name, wanted)
    # The others, which packages may bring, need not be looked for.
    first = (wanted or "").partition(" ")[0]
    for group in groups() if wanted is None else [first] * (first not in names):
        names = command_names(group)
        of_group = chosen.add_parser(
            group,
            usage=f"{PROGRAM} {group} COMMAND ...    (COMMAND --help explains one)",
            description=summary(group) if wanted == group else None,
            add_help=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            epilog=_listed("commands", names) if wanted == group else None,
        )
        inner = _choice(of_group, f"{PROGRAM} {group}")
        for name in names:
            _add_command(inner, name, wanted)
    return top


def _listed(title: str, names: Sequence[str]) -> str:
    """List commands or groups below a title, one a line, with their summaries."""
    words = [name.split()[-1] for name in names]
    width = max(map(len, words))
    return "\n".join(
        [f"{title}:", *(f"  {word:{width}}  {summary(name)}" for word, name in zip(words, names, strict=True))]
    )


def _add_flag(parser: argparse.ArgumentParser, *names: str, **how: Any) -> None:
    """Add an option that the usage names, without a line of its own: the help shall fit a screen."""
    parser.add_argument(*names, help=argparse.SUPPRESS, **how)


def _choice(parser: argparse.ArgumentParser, prefix: str) -> Any:
    """Let a parser choose among commands, which its epilog lists."""
    _add_flag(parser, "-h", "--help", action="help")
    return parser.add_subparsers(prog=prefix, help=argparse.SUPPRESS)


def _add_command(chosen: Any, name: str, wanted: str | None) -> None:
    """Add a command to the program or to its group."""
    word = name.split()[-1]
    if name != wanted:
        chosen.add_parser(word)
        return
    command = load_command(name)
    sub = chosen.add_parser(
        word,
        description=summary(name),
        add_help=False,
        epilog="example:\n  " + command.EXAMPLE.replace("\n", "\n  "),
        formatter_class=_Formatter,
    )
    _add_flag(sub, "-h", "--help", action="help")
    sub.intermixes = True
    command.add_arguments(sub)
    sub.set_defaults(run=command.run)


def wanted_command(arguments: Sequence[str]) -> str | None:
    """Find the command that the arguments name, or the group if they name only that; None if they name neither."""
    words = [argument for argument in arguments if not argument.startswith("-")]
    # No option of the program takes a value, so that the first words are command or group and command.
    if not words or words[0] in own_commands() or (words[0] not in GROUPS and words[0] in top_commands()):
        return words[0] if words else None
    if words[0] not in GROUPS and words[0] not in wing_commands():
        raise _unknown(words[0])
    group = words[0]
    if len(words) == 1 or arguments[arguments.index(group) + 1] in HELP:
        return group
    if (name := f"{group} {words[1]}") not in command_names(group):
        raise _unknown(words[1], group)
    return name


def _unknown(word: str, group: str = "") -> InputError:
    """Return the error for an unknown command, with the nearest name of any group."""
    if not group and (missing := wings.not_installed(word, f"`{PROGRAM} {word}`")) is not None:
        return missing
    known = all_command_names()
    by_word = {**{name.split()[-1]: name for name in known}, **{name: name for name in known}}
    meant = difflib.get_close_matches(f"{group} {word}".strip(), by_word, n=1) or difflib.get_close_matches(
        word, by_word, n=1
    )
    listed = f"`{f'{PROGRAM} {group}'.strip()} --help` lists the commands"
    remedy = f"did you mean `{PROGRAM} {by_word[meant[0]]}`? {listed}" if meant else listed
    return InputError(f"unknown command: {f'{group} {word}'.strip()}", remedy=remedy)


def complete() -> None:
    """Answer a shell that completes a command line, as argcomplete asks (`register-python-argcomplete`), and exit."""
    typed = os.environ["COMP_LINE"][: int(os.environ["COMP_POINT"])]
    # The last word is what the shell completes.
    words = typed.split()[1:] if typed[-1:].isspace() else typed.split()[1:-1]
    with contextlib.suppress(InputError, ModuleNotFoundError):
        import argcomplete

        argcomplete.autocomplete(parser(wanted_command(words)), print_suppressed=True)
    # No such command, or no package argcomplete: nothing to propose.
    sys.exit(1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its status: 0 if it did what was asked, 1 on wrong input, 2 on a wrong command line.

    A finding has a status of its own, from 3 on: `compare --fail-if-worse` gives 3. Ctrl-C gives 130, SIGTERM 143.
    One thread is used, or as many as OMP_NUM_THREADS says.
    """
    if "_ARGCOMPLETE" in os.environ:
        complete()
    given = sys.argv[1:] if arguments is None else list(arguments)
    # A terminal of another encoding than UTF-8 shows escapes for what it has no letter for.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        wanted = wanted_command(given)
    except InputError as error:
        return _refuse(error, 2)
    options = argparse.Namespace()
    # Before anything is imported that computes.
    threads.limit()
    imports.own_process()
    try:
        with stoppable():
            # An argument may be refused as it is read.
            line = parser(wanted)
            options = line.parse_args(given)
            if wanted is None or is_group(wanted):
                line.parse_args([*filter(None, [wanted]), "--help"])
            to_terminal(quiet=options.quiet)
            check_outputs(options)
            status: int | None = options.run(options)
            # Here, so that an error of it is told as any other.
            sys.stdout.flush()
    except KeyboardInterrupt as stop:
        let_signals_end_it()
        # A command may say what becomes of its work.
        said = ": ".join([f"stopped by {name_of(stop)}", *map(str, stop.args)])
        print(visible(said), file=sys.stderr)
        end_children()
        return status_of(stop)
    except InputError as error:
        return _refuse(error)
    except MemoryError as error:
        return _refuse(of_memory(error))
    except ModuleNotFoundError as error:
        if wanted is None or (missing := _missing(error, wanted)) is None:
            raise
        return _refuse(missing)
    except BrokenPipeError:
        # The reader of our output (head, less) has gone: nothing is wrong. Python would complain at exit.
        sys.stderr.close()
        return 0
    except OSError as error:
        print(f"error: {visible(str(in_words(error, [path for _, path in outputs_of(options)])))}", file=sys.stderr)
        _drop_output()
        return 1
    return status or 0


def _drop_output() -> None:
    """Let what standard output still holds go nowhere: it may be the file that cannot be written."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(error: InputError, status: int = 1) -> int:
    print(f"error: {visible(str(error))}", file=sys.stderr)
    return status


def _missing(error: ModuleNotFoundError, name: str) -> InputError | None:
    """Return the error for a package that a command needs and lacks; None if the program is at fault."""
    return install.missing(error, f"`{PROGRAM} {name}`", extra=getattr(load_command(name), "EXTRA", "run"))


if __name__ == "__main__":
    sys.exit(main())
