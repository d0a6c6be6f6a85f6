"""Pages as their readers follow them: every command as it stands, in order, and what the page says it prints."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.workflow.running import copy_workflow

pytestmark = pytest.mark.release

PAGES = ("docs/tutorial.md", "docs/your-language.md")
"""Blocks of `bash` are run; those of `sh` need what a reader has, and are not."""


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


def steps_of(page):
    """The commands of each block, and the lines that the block after it says they print (none if there is none)."""
    blocks = r"^```bash\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?"
    return re.findall(blocks, text_of(page), re.MULTILINE | re.DOTALL)


BIN = Path(sys.executable).parent


def without_layout(text):
    """Text with one blank for each stretch of them, so that a table may stand narrower on the page."""
    return re.sub(r"[ \t]+", " ", text)


def pattern(line):
    """A stated line as an expression; `...` is whatever the page leaves out."""
    return r".*".join(map(re.escape, without_layout(line).split("..."))) + r"[^\n]*$"


def missing(stated, printed):
    """The stated lines that are no beginning of a printed line."""
    printed = without_layout(printed)
    return [x for x in stated.splitlines() if not re.search(rf"^ ?{pattern(x.strip())}", printed, re.MULTILINE)]


def test_a_line_is_missing_if_nothing_printed_begins_like_it():
    printed = "set  n\n  reordering   108  -0.079\nin 1.3 s\n"
    assert missing("reordering 108\nin ... s\n", printed) == []
    assert missing("reordering 109\n108 -0.079\nset ... 108\n", printed) == [
        "reordering 109",
        "108 -0.079",
        "set ... 108",
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The repository as far as the tutorial needs it."""
    folder = tmp_path_factory.mktemp("tutorial")
    copy_workflow(folder)
    shutil.copytree(ROOT / "config", folder / "config")
    (folder / "resources").symlink_to(ROOT / "resources")
    return folder


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_a_command_or_what_it_prints(page):
    text, steps = text_of(page), steps_of(page)
    kinds = {kind: text.count(f"```{kind}\n") for kind in ("bash", "text", "sh")}
    assert len(steps) == kinds["bash"]
    assert sum(bool(stated) for _, stated in steps) == kinds["text"]
    assert text.count("```") == 2 * sum(kinds.values())


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_print_what_the_page_says(page, folder):
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    variables = {"NO_COLOR": "1", "PYTHONPATH": paths, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    for commands, stated in steps_of(page):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=folder,
            capture_output=True,
            text=True,
            env=os.environ | variables,
        )
        printed = done.stdout + done.stderr
        assert done.returncode == 0, f"{commands}\n{printed}"
        assert missing(stated, printed) == [], f"{commands}\n{printed}"
