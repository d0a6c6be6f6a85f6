import shutil
import subprocess

import pytest

from extractors.cli.doctor import Status, shipped_models
from extractors.formats import checksums
from extractors.models import installed
from tests import ROOT


def test_the_shipped_models_are_as_they_were_shipped():
    found = shipped_models.check_models()
    assert [finding.status for finding in found] == [Status.OK] * len(installed.shipped())


def test_the_checksums_are_of_every_file_of_the_models():
    folder = ROOT / "resources/models"
    named = {line.partition("  ")[2] for line in (folder / checksums.FILE).read_text().splitlines()}
    tracked = subprocess.run(["git", "ls-files", "."], cwd=folder, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("no checkout of git")
    assert named == set(tracked.stdout.split()) - {"README.md", "LICENCES.md", checksums.FILE}


@pytest.fixture
def models(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "resources/models", tmp_path / "models")
    monkeypatch.setenv(installed.VARIABLE, str(tmp_path / "models"))
    return tmp_path / "models"


def test_a_model_with_a_changed_or_missing_file_is_a_fault(models):
    with (models / "aligner-de-en/config.json").open("a") as file:
        file.write(" ")
    (models / "parser-multilingual/model.safetensors").unlink()
    faults = {f.what: f.text for f in shipped_models.check_models() if f.status == Status.FAULT}
    assert faults == {
        "model aligner-de-en": "aligner-de-en/config.json has changed",
        "model parser-multilingual": "parser-multilingual/model.safetensors is missing",
    }


def test_models_of_the_user_s_own_folder_without_checksums_are_no_fault(models):
    (models / checksums.FILE).unlink()
    assert [finding.status for finding in shipped_models.check_models()] == [Status.NOTE]
