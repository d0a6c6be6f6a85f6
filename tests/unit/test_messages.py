"""Messages in plain English: what was expected and what came, not that one thing "is no" other."""

import ast
import re

import pytest

from tests import ROOT

IS_NO = re.compile(r"(?<!\bthere )(?<!\bThere )\bis no [a-z]")
FILES = sorted([*(ROOT / "extractors").rglob("*.py"), *(ROOT / "lab").rglob("*.py")])


def texts(tree):
    """The lines and texts of the strings that are not docstrings."""
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def wrong_texts(source):
    return [line for line, text in texts(ast.parse(source)) if IS_NO.search(text)]


def test_messages_say_what_was_expected():
    wrong = {str(path.relative_to(ROOT)): wrong_texts(path.read_text(encoding="utf-8")) for path in FILES}
    assert {path: lines for path, lines in wrong.items() if lines} == {}, 'write "X must be ..., got Y"'


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('raise ValueError(f"{x!r} is no shard")', [1]),
        ('raise ValueError(\n    "is no folder"\n)', [2]),
        ('raise ValueError("there is no such file")', []),
        ('raise ValueError("There is no reference")', []),
        ('def f():\n    """A text that is no message."""', []),
    ],
)
def test_a_message_is_found(source, lines):
    assert wrong_texts(source) == lines
