"""Shells complete commands and options by argcomplete, where that is installed."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("argcomplete")


@pytest.mark.parametrize(
    ("typed", "proposed"),
    [
        ("challenge-sets sc", {"score"}),
        ("challenge-sets suite ju", {"judge"}),
        ("challenge-sets dataset re", {"rebuild"}),
        ("challenge-sets parse --source-", {"--source-language"}),
        ("challenge-sets score --stat", {"--statistics"}),
        ("challenge-sets nothing ", set()),
    ],
)
def test_a_shell_is_answered(tmp_path, typed, proposed):
    answer = tmp_path / "answer"
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "_ARGCOMPLETE_IFS": "\n",
        "COMP_LINE": typed,
        "COMP_POINT": str(len(typed)),
    }
    subprocess.run([sys.executable, "-m", "extractors"], env={**os.environ, **asked}, check=False)
    found = {word.strip() for word in answer.read_text().splitlines()} if answer.is_file() else set()
    assert found - {"-h", "--help"} == proposed
