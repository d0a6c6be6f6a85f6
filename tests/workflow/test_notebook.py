"""The notebook of docs, its cells run one after another on a run that published nothing."""

import ast
import contextlib
import io
import json
import shutil

import pytest

from extractors.formats import tables
from extractors.formats.findings import FINDINGS
from extractors.scoring.metric_settings import DEFAULT_METRICS
from tests import ROOT

pytestmark = pytest.mark.release

NOTEBOOK = json.loads((ROOT / "docs/notebook.ipynb").read_text(encoding="utf-8"))
CODE = ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


def shown(cell, names):
    """What a notebook shows below a cell: what it prints, and the value of its last expression as HTML or as text."""
    tree = ast.parse(cell)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "notebook", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "notebook", "eval"), names)
    html = getattr(value, "_repr_html_", None)
    return printed.getvalue() + ("" if value is None else html() if html else repr(value))


def test_the_notebook_keeps_no_outputs():
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in NOTEBOOK["cells"])


def test_the_notebook_leads_from_a_run_to_the_sentence_of_a_finding(copy, monkeypatch):
    monkeypatch.chdir(copy)
    shutil.rmtree("results/small/dataset")
    paths, *cells = CODE
    paths = paths.replace("results/de-en", "results/small").replace("resources/corpus/de-en", "small")
    names = {}
    outputs = [shown(cell, names) for cell in [paths, *cells]]
    hits, findings, examples, pair, verdict, scores, sentence = outputs[1:]
    assert hits.count("<mark ") == 2
    assert "particle_verb" in findings
    assert examples.count("<mark ") >= 4
    assert "minimum_distance" in pair
    assert "worse on" in verdict
    assert scores.count("mine") == len(DEFAULT_METRICS)
    rows = tables.read(FINDINGS, copy / "results/small" / FINDINGS.file).to_pylist()
    (row,) = [row for row in rows if f" with {row['label']}" in sentence]
    assert row["status"] in sentence or (row["signature"] in sentence and f"On {row['n']:,} segments" in sentence)
