"""`--json` prints the rows of a command's table, and nothing else, on standard output."""

import json
import shlex

import pytest

from extractors import __main__ as cli
from extractors.cli.commands._json import print_json
from extractors.formats import tables
from extractors.formats.findings import FINDINGS
from extractors.formats.pair import PAIR
from extractors.formats.scores import CORPUS_SCORES, SYSTEM_COMPARISONS
from tests import ROOT
from tests.builders import small_results


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("json"), accuracy=False)


@pytest.fixture
def rows(capsys):
    def run(line, status=0):
        assert cli.main([*shlex.split(line), "--json"]) == status
        return json.loads(capsys.readouterr().out)

    return run


def test_numbers_are_in_full_and_what_json_lacks_is_null(capsys):
    print_json([{"a": 0.1 + 0.2, "b": float("nan"), "c": None, "d": "\u00e4"}, {"a": [1, 2]}])
    assert json.loads(capsys.readouterr().out) == [{"a": 0.1 + 0.2, "b": None, "c": None, "d": "\u00e4"}, {"a": [1, 2]}]
    print_json([])
    assert json.loads(capsys.readouterr().out) == []


def test_show_prints_the_findings(results, rows):
    found = rows(f"show {results}")
    stored = tables.read(FINDINGS, results / FINDINGS.file).to_pylist()
    assert found == [{"results": str(results), **row} for row in stored]
    pairs = rows(f"show {results} --pairs {stored[0]['phenomenon']}")
    assert {*SYSTEM_COMPARISONS.table([]).column_names, "results"} == pairs[0].keys()


def test_compare_and_score_print_their_tables(results, rows, tmp_path):
    systems = sorted({row["system"] for row in tables.read(CORPUS_SCORES, results / CORPUS_SCORES.file).to_pylist()})
    found = rows(f"compare --results {results} {systems[0]} {systems[1]} --csv {tmp_path}/pair.csv")
    assert len(found) == tables.read(PAIR, tmp_path / "pair.csv").num_rows > 0
    for name in ("out.en", "ref.en"):
        (tmp_path / name).write_text("A house .\nA tree .\n")
    line = f"score --hypothesis {tmp_path}/out.en --reference {tmp_path}/ref.en --metrics bleu,chrf"
    assert [(row["metric"], row["n"]) for row in rows(line)] == [("bleu", 2), ("chrf", 2)]


def test_list_has_a_row_for_each_phenomenon_or_column(rows):
    assert "particle_verb" in {row["phenomenon"] for row in rows("list --source-language de")}
    assert {"table", "column", "type", "meaning"} <= rows("list tables")[0].keys()


def test_validate_prints_its_findings(rows, monkeypatch):
    monkeypatch.chdir(ROOT)
    errors = [row for row in rows("validate config/wmt21.yaml --data-dir nowhere", 1) if row["kind"] == "error"]
    assert errors[0]["problem"]
    assert {"file", "line", "remedy"} <= errors[0].keys()


def test_models_have_a_row_each(rows):
    assert ("shipped", "parser-de") in {(row["found_by"], row["name"]) for row in rows("model list")}
