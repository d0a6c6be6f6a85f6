"""One finished run on a small corpus, which all tests of a session share."""

import fcntl
import os
import shutil
from pathlib import Path

import pytest

from tests.workflow.running import checkout, run_program, without_network


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """The folder of a run of all targets, without a network; nothing in it may be changed.

    The first worker that needs it makes it, and the others wait.
    """
    base = tmp_path_factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = base / "finished"
    with (base / "finished.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "stderr").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            checkout(folder)
            done = run_program(
                folder, "extract", "score", "report", "publish", "atlas", variables=without_network(folder)
            )
            (folder / "stdout").write_text(done.stdout)
            (folder / "stderr").write_text(done.stderr)
    return folder


@pytest.fixture
def copy(finished, tmp_path):
    """A finished run that a test may change."""
    return Path(shutil.copytree(finished, tmp_path / "run", symlinks=True))
