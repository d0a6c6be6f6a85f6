"""The commands of the profiles for Kubernetes and SGE, with stand-ins for kubectl, qstat and qacct."""

import os
import shlex
import subprocess
from types import SimpleNamespace

import pytest
import yaml

from tests import ROOT

PROFILE, SGE = (
    yaml.safe_load((ROOT / f"profiles/{name}/config.yaml").read_text()) for name in ("kubernetes", "cluster-generic")
)


def shell(command, folder, **tools):
    """What a command prints where these programs are these scripts."""
    place = folder / "bin"
    place.mkdir()
    for name, script in tools.items():
        (place / name).write_text(f"#!/bin/sh\n{script}\n")
        (place / name).chmod(0o755)
    environment = os.environ | {"PATH": f"{place}:{os.environ['PATH']}"}
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_job_is_sent_with_its_script_folder_memory_and_time(tmp_path):
    resources = SimpleNamespace(runtime=7, mem_mb=1250)
    submit = PROFILE["cluster-generic-submit-cmd"].format(rule="parse_source", threads=2, resources=resources)
    script = tmp_path / "a script.sh"
    printed = shell(
        f"{submit} {shlex.quote(str(script))}", tmp_path, kubectl="cat > sent.yaml; echo job.batch/challenge-sets-1"
    )
    assert printed == "job.batch/challenge-sets-1"
    sent = yaml.safe_load((tmp_path / "sent.yaml").read_text())
    (container,) = sent["spec"]["template"]["spec"]["containers"]
    assert container["command"] == ["sh", str(script)]
    assert container["workingDir"] == str(tmp_path)
    assert container["resources"] == {"requests": {"cpu": "2", "memory": "1250Mi"}, "limits": {"memory": "1250Mi"}}
    # Of the pod: that of the job would count the time in which it waits for a node.
    assert sent["spec"]["template"]["spec"]["activeDeadlineSeconds"] == 420
    assert "activeDeadlineSeconds" not in sent["spec"]
    assert sent["metadata"]["labels"]["rule"] == "parse_source"


@pytest.mark.parametrize(
    ("kubectl", "status"),
    [
        ("echo job SuccessCriteriaMet Complete", "success"),
        ("echo job FailureTarget Failed", "failed"),
        ("echo 'job '", "running"),
        # Not found, which --ignore-not-found makes no error; and a server that does not answer.
        ("true", "failed"),
        ("echo connection refused >&2; exit 1", "running"),
    ],
)
def test_the_status_of_a_job_is_one_of_three_words(tmp_path, kubectl, status):
    assert shell(f"{PROFILE['cluster-generic-status-cmd']} 'job.batch/x'", tmp_path, kubectl=kubectl) == status


@pytest.mark.parametrize(
    ("qstat", "qacct", "status"),
    [
        ("exit 0", "exit 1", "running"),
        ("exit 1", "echo 'failed       0'; echo 'exit_status  0'", "success"),
        ("exit 1", "echo 'failed       0'; echo 'exit_status  1'", "failed"),
        ("exit 1", "echo 'failed       100 : assumedly after job'; echo 'exit_status  137'", "failed"),
        ("exit 1", "echo error: job id 7 not found >&2; exit 1", "running"),
    ],
)
def test_a_job_that_sge_has_ended_is_known(tmp_path, qstat, qacct, status):
    assert shell(f"{SGE['cluster-generic-status-cmd']} '7'", tmp_path, qstat=qstat, qacct=qacct) == status
