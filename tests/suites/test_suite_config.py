"""Suites of a run's config."""

import re
from pathlib import Path

import pytest

from challenge_sets_suites.suite_settings import SuiteEntry
from extractors.config.targets import score_targets
from extractors.core import wings
from tests import ROOT
from tests.builders.configs import load, refused

GOOD = """\
data_dir: .
suites:
  verbs:
    format: dfki
    file: "{data_dir}/suite.json"
    systems: out
    sources: all.en
    annotations: answers
    judge_options: {seconds: 2}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in (
        "suite.json",
        "all.en",
        "out/A.de",
        "out/B.de",
        "answers/ann.csv",
        "answers/~$ann.xlsx",
        "answers/notes.txt",
    ):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("x\n")
    return tmp_path


def test_a_run_of_a_suite_alone(folder):
    run = load(folder, GOOD)
    suite = run.blocks["suites"].suites["verbs"]
    assert not run.corpora
    assert (suite.format, suite.judge, suite.judge_options) == ("dfki", None, {"seconds": 2})
    assert list(suite.systems) == ["A", "B"]
    assert suite.files() == ["suite.json"]
    assert suite.texts() == ["out/A.de", "out/B.de", "all.en"]
    assert suite.answers() == ["answers/ann.csv"]
    assert suite.compare_on == "common"
    assert load(folder, GOOD + "    compare_on: own\n").blocks["suites"].suites["verbs"].compare_on == "own"


def test_a_further_file_of_a_format_is_read_too(folder):
    suite = load(folder, GOOD + "    options: {expected: all.en, target: de}\n").blocks["suites"].suites["verbs"]
    assert suite.files() == ["suite.json", "all.en"]


def test_the_texts_of_a_folder_are_watched(folder):
    for name in ("src.en", "tgt.correct.de", "notes.txt"):
        (folder / "sets/a.mt").mkdir(parents=True, exist_ok=True)
        (folder / "sets/a.mt" / name).write_text("x\n")
    text = GOOD.replace("dfki", "distil_lingeval").replace("suite.json", "sets")
    assert load(folder, text).blocks["suites"].suites["verbs"].files() == [
        "sets/a.mt/src.en",
        "sets/a.mt/tgt.correct.de",
    ]


def test_scores_and_tables_are_targets_that_a_suite_asks_for(folder):
    more = "    score_by: {opus: {model: x/y}}\n    table_as: lingeval97\n"
    run = load(folder, GOOD + more)
    suite = run.blocks["suites"].suites["verbs"]
    assert suite.scores == {"opus": Path("results/suites/verbs/scores/opus.txt.gz")}
    assert suite.scorers["opus"].kind == "seq2seq"
    assert "results/suites/verbs/paper" in score_targets(run)
    assert "results/suites/verbs/paper" not in score_targets(load(folder, GOOD))


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("format: dfki", "format: dkfi", 4, "unknown format 'dkfi'.*did you mean 'dfki'"),
        ("    sources", "    judge: rule\n    sources", 7, "unknown judge 'rule'.*did you mean 'rules'"),
        ("suite.json", "sweet.json", 5, "no such file: sweet.json"),
        ("systems: out", "systems: nowhere", 3, "nowhere"),
        ("sources: all.en", "sources: every.en", 3, "no such file: every.en"),
        ("annotations: answers", "annotations: nobody", 8, "no such folder: nobody"),
        ("    sources", "    score_by: {B: {model: m}}\n    sources", 7, "'B' is given by `systems:`.*`score_by:`"),
        ("    sources", "    score_by: {C: {modell: m}}\n    sources", 7, "did you mean 'model'"),
        ("    sources", "    table_as: lingeval\n    sources", 7, "lingeval97"),
        ("sources:", "source:", 7, "did you mean 'sources'"),
        (
            GOOD,
            "suites: {" + ", ".join(f"s{n}: {{format: dfki, file: f}}" for n in range(1001)) + "}\n",
            1,
            "at most 1000",
        ),
    ],
)
def test_faults_name_file_line_and_remedy(folder, old, new, line, words):
    assert old in GOOD
    refused(folder, GOOD.replace(old, new), words, line)


def test_without_the_package_the_error_says_what_to_install(folder, monkeypatch):
    monkeypatch.setattr(wings, "wings", dict)
    refused(folder, GOOD, "`suites:` belongs to the package mt-challenge-sets-suites.*pip install -e .*/suites", 2)


def test_a_model_that_scores_pairs_needs_an_extra(folder):
    run = load(folder, GOOD + "    score_by: {opus: {model: x/y}}\n")
    assert list(run.blocks["suites"].extras()) == ["torch"]
    assert list(load(folder, GOOD).blocks["suites"].extras()) == []


def test_the_readme_has_every_key():
    text = (ROOT / "suites/README.md").read_text(encoding="utf-8")
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `suites.NAME.")]
    named = {name.removeprefix("suites.NAME.") for cell in cells for name in re.findall(r"`([A-Za-z_.]+)`", cell)}
    assert named == {*SuiteEntry.model_fields}


def test_a_corpus_cannot_have_the_folder_of_suites(folder):
    corpus = "corpora:\n  suites: {source_language: de, target_language: en, source: all.en, references: all.en}\n"
    refused(folder, corpus, "cannot be named 'suites'", 2)
