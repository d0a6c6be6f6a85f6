"""A rule re-runs when code that its script runs has changed: its `code` covers all that the script imports."""

import ast
import re

import pytest

from extractors.core.fingerprint import _imports, _source
from tests import ROOT

RULE = re.compile(
    r"^ *rule(?: \w+)?:\n(?P<body>.*?)\"\.\./workflow/scripts/(?P<script>\w+)\.py\"", re.MULTILINE | re.DOTALL
)
RULES = {
    match["script"]: set(re.findall(r"extractors(?:\.\w+)+", match["body"]))
    for file in sorted((ROOT / "rules").glob("*.smk"))
    for match in RULE.finditer(file.read_text())
}
"""By script, the modules that its rule names."""


def with_imports(modules):
    todo, seen = list(modules), set()
    while todo:
        module = todo.pop()
        if module not in seen:
            seen.add(module)
            todo += _imports(module)
    return seen


def test_every_script_has_a_rule():
    assert set(RULES) == {path.stem for path in (ROOT / "workflow/scripts").glob("*.py")}


@pytest.mark.parametrize("script", sorted(RULES))
def test_the_code_of_a_rule_covers_what_its_script_imports(script):
    tree = ast.parse((ROOT / f"workflow/scripts/{script}.py").read_text())
    names = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
    }
    imported = {name for name in names if name.startswith("extractors.") and _source(name)}
    # The job's log decides on no result, and a format that changes re-runs the stage that writes it.
    imported = {name for name in imported if _source(name).name != "__init__.py"} - {"extractors.core.job"}
    assert {name for name in imported if not name.startswith("extractors.formats.")} <= with_imports(RULES[script])
