"""Docstrings of functions say first what happens: they begin with a verb."""

import ast
import re

from tests import ROOT

FOLDERS = ("extractors", "lab", "benchmarks")
# fmt: off
VERBS = frozenset((  # noqa: SIM905
    "Accept Add Align Answer Apply Ask Assign Average Bind Bring Build Call Capitalise Change Check Choose Clean "
    "Collect Combine Compare Compile Compute Convert Copy Correct Count Create Cut Decide Decode Define Describe "
    "Divide Do Draw Drop Encode End Escape Estimate Evaluate Expand Fill Find Fit Format Gather Get Give Go Group "
    "Have Hide Import Invert Join Judge Keep Label Lay Learn Leave Let Link List Load Locate Lock Log Look Make Map "
    "Mark Match Measure Merge Move Multiply Name Narrow Normalise Normalize Number Open Order Pack Pair Parse Part "
    "Pass Pick Place Plant Pool Predict Prepare Print Put Quote Raise Rank Read Record Reduce Refuse Reject Remove "
    "Rename Render Replace Report Return Rewrite Run Save Say Scale Score Select Send Set Show Shuffle Simulate "
    "Sort Split Stack Start Subtract Suggest Sum Tabulate Take Tell Test Tokenise Train Transform Translate Try "
    "Turn Undo Unpack Update Validate Wait Warn Wrap Write Yield"
).split())
# fmt: on
"""The verbs in use; add a new one here."""


def is_property(function):
    return any("property" in ast.unparse(decorator) for decorator in function.decorator_list)


def test_docstrings_of_functions_begin_with_a_verb():
    others = []
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_property(node):
                said = ast.get_docstring(node)
                if said and re.split(r"\W", said, maxsplit=1)[0] not in VERBS:
                    others.append(f"{path.relative_to(ROOT)}:{node.lineno}: {said.splitlines()[0]}")
    assert others == []
