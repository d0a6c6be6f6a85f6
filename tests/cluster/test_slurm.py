"""The workflow on a real Slurm, of which a node is killed: `make test-cluster` installs it and runs this.

It takes some minutes.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from tests.builders import slurm
from tests.workflow.running import SNAKEMAKE, checkout

pytestmark = pytest.mark.skipif("CLUSTER" not in os.environ, reason="a real Slurm: make test-cluster")
TARGETS = ("extract", "score")
QUICK = ["--slurm-status-command", "squeue", "--slurm-init-seconds-before-status-checks", "3", "--slurm-no-account"]
"""As on a cluster without accounting, and with less patience."""


@pytest.fixture
def cluster():
    # Sockets want short paths.
    folder = Path(tempfile.mkdtemp(prefix="slurm"))
    cluster = slurm.Slurm(folder, ["one", "two"])
    yield cluster
    cluster.stop()
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def folder_of_local_run(tmp_path_factory):
    folder = checkout(tmp_path_factory.mktemp("local"))
    subprocess.run([SNAKEMAKE, "--cores", "2", *TARGETS], cwd=folder, check=True)
    return folder


def checksums(folder):
    """The SHA-256 of each result, by its path; the manifest has times."""
    files = [file for file in (folder / "results").rglob("*") if file.is_file()]
    kept = [file for file in files if file.name not in ("manifest.json", "config.json", ".lock")]
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in kept}


def test_slurm_is_here():
    assert slurm.lacking() == []


def test_a_run_on_slurm_that_loses_a_node_ends_with_the_same_results(cluster, folder_of_local_run, tmp_path):
    folder = checkout(tmp_path)
    profile = ["--profile", "profiles/slurm"]
    command = [SNAKEMAKE, *profile, *QUICK, "--latency-wait", "10", "--", *TARGETS]
    with (tmp_path / "said").open("w") as said:
        run = subprocess.Popen(command, cwd=folder, env=cluster.environment, stdout=said, stderr=said)
    kill_a_node_at_work(cluster, run, folder / "results/small/source.conllu.gz")
    assert run.wait(timeout=1500) == 0, (tmp_path / "said").read_text()
    assert "one" in cluster.call("sinfo", "--noheader", "--states=down", "--Node", "--format=%N")
    ours, theirs = checksums(folder), checksums(folder_of_local_run)
    assert {name for name in theirs.keys() | ours.keys() if ours.get(name) != theirs.get(name)} == set()
    assert len(ours) > 20


def kill_a_node_at_work(cluster, run, parsed):
    """Kill the node `one` in the middle of a run, while it works; its jobs."""
    end = time.monotonic() + 1200
    while time.monotonic() < end:
        assert run.poll() is None, "the run has ended"
        if parsed.exists() and "one" in cluster.running().values():
            # The job has begun, and its script may have; a short one may have ended.
            time.sleep(1)
            if "one" in cluster.running().values():
                return cluster.kill_node("one")
        time.sleep(0.2)
    pytest.fail("no job came to the node")
