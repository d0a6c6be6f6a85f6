"""Run every command that the pages and the help show, on the finished run of the bundled corpora.

Nothing of the package is replaced. The files that a command reads are laid into its folder first (shown_layouts.py).
The pages of test_tutorial.py are tested there, with what they print.
"""

import io
import re
import shlex
import sys
from dataclasses import dataclass
from functools import cache

import pytest

from extractors.__main__ import command_names, load_command, main
from tests import ROOT
from tests.workflow.shown_layouts import Layouts, layout_of
from tests.workflow.test_tutorial import PAGES as FOLLOWED

pytestmark = pytest.mark.release

PAGES = [
    name
    for name in ("README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")), "config/README.md")
    if name not in FOLLOWED
]
COMMANDS = [name for group in ("", "dataset", "suite") for name in command_names(group)]
LEFT_OUT = {
    r"\bwmt\d*[:/]|\b(ids|sets)/|config/(paper|wmt21)\.yaml": "needs the texts of WMT, which are not shipped",
    r"Helsinki-NLP/|OWNER/NAME": "needs a model or a data set of the hub",
    r"--parser stanza": "needs a package and models that are not installed",
    r"compare \S*results/\S+ \S*results/": "needs two corpora of one direction, and the bundled ones are one each way",
    r"^challenge-sets lab ": "belongs to the distribution mt-challenge-sets-lab, and trains or needs treebanks",
}
"""Patterns of commands that are not run, each with the reason."""
RENAMED = {"old": "free", "new": "literal"}
"""Systems that pages compare in results, and systems of the bundled run."""


@dataclass(frozen=True)
class Block:
    """Commands that are shown together."""

    place: str
    commands: tuple[str, ...]


def commands_in(code):
    """List the commands of a block, each on one line and without its comment."""
    code = re.sub(r"\s+\\\n\s*|\n\s+(?=--)", " ", code)  # continued by a backslash, or folded by YAML
    lines = (re.sub(r"\s+# .*", "", line).strip().removeprefix("- run: ") for line in code.splitlines())
    return tuple(line for line in lines if line.startswith("challenge-sets "))


def code_of(page):
    """Yield the line number and the text of each block of code of a page, fenced or indented."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.compile(r"^( *)```.*\n((?:.*\n)*?)\1```$|((?:^ {4}.*\n)+)", re.MULTILINE)
    for match in blocks.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match[2] or match[3] or ""


def is_left_out(command):
    return any(re.search(pattern, command) for pattern in LEFT_OUT)


SHOWN = [
    *(Block(f"{page}:{line}", commands_in(code)) for page in PAGES for line, code in code_of(page)),
    *(Block(f"{name} --help", commands_in(load_command(name).EXAMPLE)) for name in COMMANDS),
]
RUN = {block.commands: block for block in SHOWN if not all(map(is_left_out, block.commands))}
"""The blocks to run; of those with the same commands, the last."""


def call(command):
    """Run a command up to a pipe or a redirection, and return its exit status."""
    words = shlex.split(re.split(r" [|>] ", command)[0])[1:]
    if words[0] == "compare" and "results/" in words[1]:
        words = [RENAMED.get(word, word) for word in words]
    return plan(*words) if words[0] == "run" else main(words)


@cache
def plan(*words):
    """Plan a run, once however often it is shown, and return the exit status."""
    return main([*words, "--dry-run"])


@pytest.fixture(scope="module")
def layouts(bundled, tmp_path_factory):
    return Layouts(tmp_path_factory.mktemp("layouts"), bundled / "results")


@pytest.mark.parametrize("block", RUN.values(), ids=lambda block: block.place)
def test_the_commands_shown_work(block, layouts, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    laid = set()
    for command in block.commands:
        if is_left_out(command):
            continue
        if (layout := layout_of(command)) not in laid:
            layouts.copy(layout, tmp_path)
            laid.add(layout)
        capsys.readouterr()
        status = call(command)
        said = capsys.readouterr()
        assert status in ((0, 3) if "--fail-if-worse" in command else (0,)), f"{command}\n{said.out}\n{said.err}"
        assert "Traceback" not in said.out + said.err, command


def test_each_command_is_shown_and_run_or_left_out_for_a_reason():
    commands = [command for block in SHOWN for command in block.commands]
    assert len(LEFT_OUT) <= 5
    assert all(any(re.search(pattern, command) for command in commands) for pattern in LEFT_OUT)
    run = [command for command in commands if not is_left_out(command)]
    unused = [
        name for name in COMMANDS if not any(f"{command} ".startswith(f"challenge-sets {name} ") for command in run)
    ]
    assert unused == ["suite score-pairs"]
