import shutil
import subprocess

import pytest

from extractors.cli.doctor import Status, model_folders
from extractors.core import lock
from extractors.models import installed
from tests import ROOT


def test_the_shipped_models_are_as_they_were_shipped():
    found = model_folders.check_models()
    assert [finding.status for finding in found] == [Status.OK] * len(installed.shipped())


def test_the_checksums_are_of_every_file_of_the_models():
    folder = ROOT / "resources/models"
    named = {line.partition("  ")[2] for line in (folder / model_folders.SUMS).read_text().splitlines()}
    tracked = subprocess.run(["git", "ls-files", "."], cwd=folder, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("no checkout of git")
    assert named == set(tracked.stdout.split()) - {"README.md", "LICENCES.md", model_folders.SUMS}


@pytest.fixture
def models(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "resources/models", tmp_path / "models")
    monkeypatch.setenv(installed.VARIABLE, str(tmp_path / "models"))
    return tmp_path / "models"


def test_a_model_with_a_changed_or_missing_file_is_a_fault(models):
    with (models / "parser-de/config.json").open("a") as file:
        file.write(" ")
    (models / "parser-en/model.safetensors").unlink()
    faults = {f.what: f.text for f in model_folders.check_models() if f.status == Status.FAULT}
    assert faults == {
        "model parser-de": "parser-de/config.json is not what was shipped",
        "model parser-en": "parser-en/model.safetensors is missing",
    }


def test_models_of_the_user_s_own_folder_without_checksums_are_no_fault(models):
    (models / model_folders.SUMS).unlink()
    assert [finding.status for finding in model_folders.check_models()] == [Status.NOTE]


def test_a_folder_that_is_not_there_yet_is_looked_at_in_the_one_above_and_left_clean(tmp_path):
    found = model_folders.check_place("results", tmp_path / "new/results")
    assert found.status == Status.OK
    assert "GB free" in found.text
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_a_fault(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied", str(tmp_path))

    monkeypatch.setattr(model_folders.tempfile, "TemporaryDirectory", refuse)
    found = model_folders.check_place("results", tmp_path)
    assert (found.status, found.text) == (Status.FAULT, "cannot be written: Permission denied")
    assert "check the permissions" in found.remedy


def test_a_file_system_without_locks_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(lock, "is_held", lambda _: True)
    found = model_folders.check_place("results", tmp_path)
    assert found.status == Status.NOTE
    assert "has no locks" in found.text
