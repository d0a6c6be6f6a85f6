import pytest

from extractors.cli.doctor import Status, trial_run
from extractors.config import project


@pytest.fixture
def example(tmp_path):
    project.init(tmp_path, name=trial_run.NAME, texts=None)
    return tmp_path


def test_without_the_workflow_two_systems_are_scored(example):
    found = trial_run._scores(example)
    assert found.status == Status.NOTE, found
    assert found.text.endswith("nothing parsed or aligned")


def test_a_run_that_fails_is_a_fault_with_what_it_said(example):
    (example / "example/reference.en").unlink()
    found = trial_run._scores(example)
    assert found.status == Status.FAULT
    assert "status 2" in found.text or "status 1" in found.text
    assert "example/reference.en" in found.remedy


def test_a_run_that_leaves_nothing_is_a_fault(tmp_path):
    found = trial_run._run(["-c", "pass"], tmp_path, made=tmp_path / "scores.csv", what="nothing")
    assert found.status == Status.FAULT


def test_a_run_that_does_not_end_is_a_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(trial_run, "PATIENCE", 0.5)
    found = trial_run._run(["-c", "import time; time.sleep(60)"], tmp_path, made=tmp_path / "x", what="nothing")
    assert found.status == Status.FAULT
    assert "did not end" in found.text


def test_a_profile_of_the_user_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setenv("SNAKEMAKE_PROFILE", "cluster")
    code = "import os, pathlib; pathlib.Path('x').write_text(os.environ.get('SNAKEMAKE_PROFILE', 'none'))"
    trial_run._run(["-c", code], tmp_path, made=tmp_path / "x", what="nothing")
    assert (tmp_path / "x").read_text() == "none"
