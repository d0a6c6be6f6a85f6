"""`--json` prints the rows of a command's table, and nothing else, on standard output."""

import json
import shlex
import shutil

import pytest

from challenge_sets_suites.tables.lingeval import PAIR_ACCURACY
from extractors import __main__ as cli
from extractors.cli.commands._json import print_json
from extractors.formats import tables
from extractors.formats.findings import FINDINGS
from extractors.formats.pair import PAIR
from extractors.formats.scores import CORPUS_SCORES, SYSTEM_COMPARISONS
from tests import ROOT
from tests.builders import small_results
from tests.builders.rows import table_of


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
    assert {*table_of(SYSTEM_COMPARISONS, []).column_names, "results"} == pairs[0].keys()


def test_compare_and_score_print_their_tables(results, rows, tmp_path):
    systems = sorted({row["system"] for row in tables.read(CORPUS_SCORES, results / CORPUS_SCORES.file).to_pylist()})
    found = rows(f"compare {results} {systems[0]} {systems[1]} -o {tmp_path}/pair.csv")
    assert len(found) == tables.read(PAIR, tmp_path / "pair.csv").num_rows > 0
    for name in ("out.en", "ref.en"):
        (tmp_path / name).write_text("A house .\nA tree .\n")
    line = f"score --systems {tmp_path}/out.en --reference {tmp_path}/ref.en --metrics bleu,chrf"
    assert [(row["metric"], row["n"]) for row in rows(line)] == [("bleu", 2), ("chrf", 2)]


def test_list_has_a_row_for_each_phenomenon_or_column(rows):
    assert "particle_verb" in {row["phenomenon"] for row in rows("list --source-language de")}
    assert {"table", "column", "type", "meaning"} <= rows("list tables")[0].keys()


def test_validate_prints_its_findings(rows, monkeypatch):
    monkeypatch.chdir(ROOT)
    (error,) = rows("validate config/wmt21.yaml --data-dir nowhere", 1)
    assert error["kind"] == "error"
    assert error["problem"]
    assert {"file", "line", "remedy"} <= error.keys()
    found = rows("validate config/config.yaml")
    assert {(row["kind"], row["corpus"]) for row in found} <= {("audit", "en-de"), ("audit", "de-en")}
    assert {"text", "finding", "segments", "of"} <= found[0].keys()


def test_pairs_have_a_row_for_each_group(rows, tmp_path, monkeypatch, capsys):
    shutil.copytree(ROOT / "suites/examples/contrastive", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    line = "suite table pairs.json scores/careful.scores scores/hasty.scores"
    found = rows(f"{line} --as lingeval97 -o t")
    assert {(row["system"], row["correct"]) for row in found if row["group"] == "total"} == {
        ("careful", 17),
        ("hasty", 10),
    }
    assert len(found) == tables.read(PAIR_ACCURACY, tmp_path / "t" / PAIR_ACCURACY.file).num_rows
    assert cli.main(shlex.split(f"{line} --as human -o h --json")) == 1
    assert "--json is for --as lingeval97" in capsys.readouterr().err


@pytest.mark.parametrize("output", ["", " -o j.parquet"])
def test_a_judged_suite_has_the_rows_of_its_accuracies(rows, tmp_path, monkeypatch, output):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "outputs").mkdir()
    (tmp_path / "outputs/good.en").write_text("A dog.\n")
    (tmp_path / "mine.csv").write_text("source,good\nEin Hund.,dog\n")
    found = rows(f"suite judge mine.csv --systems outputs{output}")
    overall = {(row["system"], row["accuracy"]) for row in found if row["by"] == "all"}
    assert overall == {("good", 1.0)}
    assert (tmp_path / "mine").exists() == (not output)


def test_links_beside_gold_have_a_row_for_each_group(rows, tmp_path):
    (tmp_path / "gold").write_text("0-0 1-1\n")
    (tmp_path / "links").write_text("0-0\n")
    found = rows(f"lab align-quality --gold {tmp_path}/gold --first 0 --links {tmp_path}/links")
    assert (found[0]["precision"], found[0]["recall"]) == (1, 0.5)
