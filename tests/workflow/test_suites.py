"""Test suites in the workflow: each kind from its file to its report, and what runs again when something changes."""

import shutil

import pytest

from extractors.formats import tables
from extractors.formats.suites import SUITE_ACCURACY
from tests import ROOT
from tests.workflow.running import checkout, jobs, run

KINDS = {
    "contrastive": ("careful", (17, 3, 0, 0)),
    "rules": ("hasty", (1, 12, 6, 1)),
    "lexical-choice": ("hasty", (4, 3, 5, 0)),
    "people": ("wordwise", (3, 7, 0, 0)),
}
"""A system of each bundled suite, and how many of its items are right, wrong, undecided and missing, by its README."""


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """A run of the bundled suites alone, with copies of their files that a test may change."""
    folder = tmp_path_factory.mktemp("suites") / "run"
    folder.mkdir()
    checkout(folder)
    (folder / "resources").unlink()
    (folder / "resources").mkdir()
    (folder / "resources/models").symlink_to(ROOT / "resources/models")
    shutil.copytree(ROOT / "resources/suites", folder / "resources/suites")
    bundled = (ROOT / "config/config.yaml").read_text()
    suites = bundled[bundled.index("suites:") : bundled.index("sets:")]
    (folder / "config/config.yaml").write_text(suites)
    return folder, run(folder, "score", "report").stdout


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_judged_as_its_readme_says(judged, kind):
    folder, printed = judged
    place = folder / "results/suites" / f"demo-{kind}"
    system, expected = KINDS[kind]
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


def test_an_answer_more_judges_no_output_again(judged):
    folder, _ = judged
    shutil.copy(folder / "resources/suites/people/annotations/ben.csv", folder / "ben.csv")
    (folder / "resources/suites/people/annotations/ben.csv").unlink()
    found = jobs(folder, "score", "report")
    shutil.move(folder / "ben.csv", folder / "resources/suites/people/annotations/ben.csv")
    assert found == {"tabulate_suite": 1, "report_suite": 1}


def test_an_output_that_changed_is_judged_again(judged):
    folder, _ = judged
    file = folder / "resources/suites/rules/systems/hasty.de"
    before = file.read_text(encoding="utf-8")
    file.write_text(before + "One more.\n", encoding="utf-8")
    assert jobs(folder, "score") == {"judge_suite": 1, "tabulate_suite": 1}
    done = run(folder, "score", check=False)
    file.write_text(before, encoding="utf-8")
    assert done.returncode
    assert "29 outputs for the 28 sources" in done.stdout + done.stderr
