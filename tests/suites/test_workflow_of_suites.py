"""Test suites in the workflow: each kind from its file to its report, and what runs again when something changes."""

import json
import shutil

import pytest

from challenge_sets_suites.pair_scores import read_scores
from challenge_sets_suites.tables.judgments import JUDGMENTS
from challenge_sets_suites.tables.lingeval import PAIR_ACCURACY
from challenge_sets_suites.tables.suites import SUITE_ACCURACY
from extractors import __main__ as cli
from extractors.formats import tables
from tests import ROOT
from tests.builders.sheets import edit, put
from tests.tiny_models import translation as tiny
from tests.workflow.running import checkout, jobs, run

CAREFUL = ROOT / "suites/examples/contrastive/scores/careful.scores"
KINDS = [
    ("contrastive", "careful", (17, 3, 0, 0)),
    ("rules", "careful", (18, 0, 1, 1)),
    ("rules", "hasty", (1, 12, 6, 1)),
    ("lexical-choice", "hasty", (4, 3, 5, 0)),
    ("people", "wordwise", (3, 7, 0, 0)),
]
"""Systems of the bundled suites, and how many of their items are right, wrong, undecided and missing, by the README."""

MORE = {
    "contrastive": "    table_as: lingeval97\n    score_by: {tiny: {model: model}}\n",
    "lexical-choice": "    table_as: word-choice\n",
    "people": "    table_as: human\n",
}
"""What a suite has besides in these tests."""


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """A run of the bundled suites alone, with copies of their files that a test may change."""
    folder = tmp_path_factory.mktemp("suites") / "run"
    folder.mkdir()
    checkout(folder)
    (folder / "resources").unlink()
    (folder / "resources").mkdir()
    (folder / "resources/models").symlink_to(ROOT / "resources/models")
    shutil.copytree(ROOT / "suites/examples", folder / "suites/examples")
    bundled = (ROOT / "suites/demo.yaml").read_text()
    suites = bundled[bundled.index("suites:") :]
    for kind, more in MORE.items():
        suites = suites.replace(f"  demo-{kind}:\n", f"  demo-{kind}:\n{more}")
    (folder / "config/config.yaml").write_text(suites)
    tiny.save_bart(folder / "model", limit=200)
    return folder, run(folder, "score", "report").stdout


@pytest.mark.parametrize(("kind", "system", "expected"), KINDS)
def test_each_kind_is_judged_as_its_readme_says(judged, kind, system, expected):
    folder, printed = judged
    place = folder / "results/suites" / f"demo-{kind}"
    (row,) = (
        row
        for row in tables.read(SUITE_ACCURACY, place / "suite_accuracy.csv").to_pylist()
        if (row["system"], row["by"], row["items"], row["average"]) == (system, "all", "own", "micro")
    )
    assert tuple(row[name] for name in ("right", "wrong", "undecided", "missing")) == expected
    assert f"demo-{kind}" in (place / "report.html").read_text(encoding="utf-8")
    assert f"== demo-{kind}:" in printed
    assert f"results/suites/demo-{kind}/report.html" in printed


def test_a_second_run_does_nothing(judged):
    assert jobs(judged[0], "score", "report") == {}


def test_the_tables_of_papers_are_those_of_the_command(judged, tmp_path):
    folder, _ = judged
    suites = folder / "results/suites"
    scores = [f"careful={CAREFUL}"]
    arguments = ["suite", "table", "--as", "lingeval97", f"{ROOT}/suites/examples/contrastive/pairs.json"]
    assert cli.main([*arguments, *scores, "-o", str(tmp_path / "pairs")]) == 0
    expected = tables.read(PAIR_ACCURACY, tmp_path / "pairs" / PAIR_ACCURACY.file).to_pylist()
    rows = tables.read(PAIR_ACCURACY, suites / "demo-contrastive/paper" / PAIR_ACCURACY.file).to_pylist()
    assert [row for row in rows if row["system"] == "careful"] == expected
    assert {row["system"] for row in rows} > {"careful", "tiny"}
    assert (suites / "demo-lexical-choice/paper/word_choices.csv").is_file()
    assert (suites / "demo-people/paper/success_by_category.tex").is_file()


def test_pairs_are_scored_by_a_model(judged):
    scores = judged[0] / "results/suites/demo-contrastive/scores"
    about = json.loads((scores / "tiny.json").read_text(encoding="utf-8"))
    assert about["texts"] == len(read_scores(scores / "tiny.txt.gz")) == len(read_scores(CAREFUL))


def test_an_answer_more_judges_no_output_again(judged):
    folder, _ = judged
    shutil.copy(folder / "suites/examples/people/annotations/ben.csv", folder / "ben.csv")
    (folder / "suites/examples/people/annotations/ben.csv").unlink()
    found = jobs(folder, "score", "report")
    shutil.move(folder / "ben.csv", folder / "suites/examples/people/annotations/ben.csv")
    assert found == {"tabulate_suite": 1, "report_suite": 1, "write_paper": 1}


def test_a_sheet_that_is_filled_where_it_is_stays_and_is_read(judged):
    folder, _ = judged
    results = folder / "results/suites/demo-rules"
    before = {path.name: path.read_bytes() for path in results.glob("*to_judge*")}
    edit(results / "to_judge.xlsx", put(1, "answer", "yes"))
    filled = (results / "to_judge.xlsx").read_bytes()
    assert jobs(folder, "score")["tabulate_suite"] == 1
    run(folder, "score")
    assert (results / "to_judge.xlsx").read_bytes() == filled
    judgments = tables.read(JUDGMENTS, results / "judgments.parquet").to_pylist()
    assert [row["verdict"] for row in judgments if row["judge"] == "people"] == ["right"]
    assert jobs(folder, "score") == {}
    for path in results.glob("*to_judge*"):
        path.unlink()
    for name, content in before.items():
        (results / name).write_bytes(content)
    run(folder, "score")


def test_an_output_that_changed_is_judged_again(judged):
    folder, _ = judged
    file = folder / "suites/examples/rules/systems/hasty.de"
    before = file.read_text(encoding="utf-8")
    file.write_text(before + "One more.\n", encoding="utf-8")
    assert jobs(folder, "score") == {"judge_suite": 1, "tabulate_suite": 1}
    done = run(folder, "score", check=False)
    file.write_text(before, encoding="utf-8")
    assert done.returncode
    assert "29 outputs for the 28 sources" in done.stdout + done.stderr
