"""Modules and files that texts name are there: in pages, configs, rules, scripts, docstrings and comments.

A module is named in full, `extractors.folder.module`, or by its path.
"""

import ast
import re
from functools import cache

import pytest

from extractors.__main__ import PROGRAM, command_names, groups
from tests import ROOT

PACKAGES = {
    "extractors": ROOT / "extractors",
    "challenge_sets_lab": ROOT / "lab/challenge_sets_lab",
    "challenge_sets_suites": ROOT / "suites/challenge_sets_suites",
}
PLACES = (
    "README.md",
    "CONTRIBUTING.md",
    ".github/**/*.md",
    "docs/**/*.md",
    "resources/*.md",
    "workflow/**/*.rst",
    ".test/**/*.yaml",
)
FOLDERS = ("extractors", "lab", "suites", "benchmarks", "config", "rules", "workflow", "resources")
FILES = sorted(
    {path for place in PLACES for path in ROOT.glob(place)}
    | {
        path
        for folder in FOLDERS
        for suffix in ("py", "md", "yaml", "smk", "j2", "js", "css")
        for path in (ROOT / folder).rglob(f"*.{suffix}")
    }
)
DOTTED = re.compile(rf"(?<![\w/.])(?:{'|'.join(PACKAGES)})(?:\.[A-Za-z_]\w*)+")
OF_LAB = "lab/challenge_sets_lab|lab/measurements"
PLACES_NAMED = f"extractors|{OF_LAB}|suites|benchmarks|tests|workflow|resources|docs|config"
PATH = re.compile(rf"(?<![\w/.{{-])(?:{PLACES_NAMED})/[\w./*<>{{}}-]*[\w*>}}]")
PLACEHOLDER = re.compile(r"[*<>{}]|[A-Z]{2,}")
"""Of a path that stands for many."""


@cache
def defined(module):
    """The names that a file of Python defines, assigns or imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Name(ctx=ast.Store()):
                names.add(node.id)
            case ast.Import() | ast.ImportFrom():
                names |= {alias.asname or alias.name for alias in node.names}
    return names


@cache
def is_there(name):
    """Whether a dotted name is one of a module, or of something in it."""
    package, *parts = name.split(".")
    place = PACKAGES[package]
    for part in parts:
        if (place / part).is_dir():
            place = place / part
        elif (place / f"{part}.py").is_file():
            place = place / f"{part}.py"
        else:
            file = place / "__init__.py" if place.is_dir() else place
            return part in defined(file) or part.startswith("__")
    return True


def wrong_names(text):
    """The modules and files that a text names and that are not there."""
    for name in DOTTED.findall(text):
        if not is_there(name):
            yield name
    for path in PATH.findall(text):
        if not PLACEHOLDER.search(path) and not (ROOT / path).exists():
            yield path


COMMAND = re.compile(
    r"(?:^|[`\"' (|])challenge-sets(?: -q| --quiet)?[ \n]+(?!-)([a-z][a-z0-9-]*)(?: ([a-z][a-z0-9-]*))?"
)
WORDS = {"has", "is", "by", "as", "and", "finds", "with"}
"""Of prose after the name of the program."""


def wrong_commands(text):
    """The commands that a text names and that are not there."""
    for first, second in COMMAND.findall(text):
        if first in groups():
            if second and f"{first} {second}" not in command_names(first):
                yield f"{first} {second}"
        elif first not in command_names() and first not in WORDS:
            yield first


@pytest.mark.parametrize("folder", sorted({path.relative_to(ROOT).parts[0] for path in FILES}))
def test_modules_and_files_that_are_named_are_there(folder):
    wrong = {
        (str(path.relative_to(ROOT)), name)
        for path in FILES
        if path.relative_to(ROOT).parts[0] == folder
        for name in wrong_names(path.read_text(encoding="utf-8"))
    }
    assert wrong == set()


def test_commands_that_are_named_are_there():
    wrong = {
        (str(path.relative_to(ROOT)), name)
        for path in FILES
        for name in wrong_commands(path.read_text(encoding="utf-8"))
    }
    assert wrong == set()


def test_what_scripts_import_is_there():
    """Nothing runs benchmarks in the tests, and a rule's script runs in a workflow alone."""
    imported = {
        (path.name, f"{node.module}.{alias.name}")
        for folder in ("benchmarks", "lab/measurements", "workflow/scripts")
        for path in (ROOT / folder).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(tuple(f"{name}." for name in PACKAGES))
        for alias in node.names
    }
    assert len(imported) > 100
    assert {(file, name) for file, name in imported if not is_there(name)} == set()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("see `extractors.core.gone` and extractors.core.errors.InputError", ["extractors.core.gone"]),
        ("extractors.core.errors.No, extractors.nothing.", ["extractors.core.errors.No", "extractors.nothing"]),
        ("`extractors/core/gone.py`, extractors/core/, extractors/models/parsers/NAME.py", ["extractors/core/gone.py"]),
        ("/elsewhere/config/own.yaml, my-config/x.yaml", []),
    ],
)
def test_a_name_of_nothing_is_found(text, wrong):
    assert list(wrong_names(text)) == wrong


def test_a_command_of_nothing_is_found():
    text = f"`{PROGRAM} judge x`, {PROGRAM} suite score, `{PROGRAM} suite judge`, {PROGRAM} -q show"
    assert list(wrong_commands(text)) == ["judge", "suite score"]
