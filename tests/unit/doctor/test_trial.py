import pytest

from extractors.config import project
from extractors.doctor import Status, trial


@pytest.fixture
def example(tmp_path):
    project.init(tmp_path, name=trial.NAME, texts=None)
    return tmp_path


def test_without_the_workflow_two_systems_are_scored(example):
    found = trial._scores(example)
    assert found.status == Status.NOTE, found
    assert found.text.endswith("nothing parsed or aligned")


def test_a_run_that_fails_is_a_fault_with_what_it_said(example):
    (example / "example/reference.en").unlink()
    found = trial._scores(example)
    assert found.status == Status.FAULT
    assert "status 2" in found.text or "status 1" in found.text
    assert "example/reference.en" in found.remedy


def test_a_run_that_leaves_nothing_is_a_fault(tmp_path):
    found = trial._run(["-c", "pass"], tmp_path, made=tmp_path / "scores.csv", what="nothing")
    assert found.status == Status.FAULT
