"""One finished run on a small corpus, which all tests of a session share."""

import shutil
from pathlib import Path

import pytest

from tests import ROOT
from tests.builders.shared_folder import shared_folder
from tests.workflow.running import checkout, copy_workflow, run_program, without_network


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """The folder of a run of all targets, without a network."""
    return shared_folder(tmp_path_factory, "finished", _finish)


def _finish(folder):
    checkout(folder)
    done = run_program(folder, "extract", "score", "report", "publish", variables=without_network(folder))
    (folder / "stdout").write_text(done.stdout)
    (folder / "stderr").write_text(done.stderr)


@pytest.fixture(scope="session")
def bundled(tmp_path_factory):
    """The folder of a run of config/config.yaml, as it ships."""
    return shared_folder(tmp_path_factory, "bundled", _run_bundled)


def _run_bundled(folder):
    copy_workflow(folder)
    for name in ("config", "resources"):
        (folder / name).symlink_to(ROOT / name)
    done = run_program(folder, "extract", "score", "report")
    (folder / "stdout").write_text(done.stdout)


@pytest.fixture
def copy(finished, tmp_path):
    """A finished run that a test may change."""
    return Path(shutil.copytree(finished, tmp_path / "run", symlinks=True))
