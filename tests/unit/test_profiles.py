"""The commands of the profile for Kubernetes, with a stand-in for kubectl."""

import os
import shlex
import subprocess
from types import SimpleNamespace

import pytest
import yaml

from tests import ROOT

PROFILE = yaml.safe_load((ROOT / "workflow/profiles/kubernetes/config.yaml").read_text())


def shell(command, folder, kubectl):
    """What a command prints where `kubectl` is this script."""
    tool = folder / "bin" / "kubectl"
    tool.parent.mkdir()
    tool.write_text(f"#!/bin/sh\n{kubectl}\n")
    tool.chmod(0o755)
    environment = os.environ | {"PATH": f"{tool.parent}:{os.environ['PATH']}"}
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_job_is_sent_with_its_script_folder_memory_and_time(tmp_path):
    resources = SimpleNamespace(runtime=7, mem_mb=1250)
    submit = PROFILE["cluster-generic-submit-cmd"].format(rule="parse_source", threads=2, resources=resources)
    script = tmp_path / "a script.sh"
    printed = shell(
        f"{submit} {shlex.quote(str(script))}", tmp_path, "cat > sent.yaml; echo job.batch/challenge-sets-1"
    )
    assert printed == "job.batch/challenge-sets-1"
    sent = yaml.safe_load((tmp_path / "sent.yaml").read_text())
    (container,) = sent["spec"]["template"]["spec"]["containers"]
    assert container["command"] == ["sh", str(script)]
    assert container["workingDir"] == str(tmp_path)
    assert container["resources"] == {"requests": {"cpu": "2", "memory": "1250Mi"}, "limits": {"memory": "1250Mi"}}
    assert sent["spec"]["activeDeadlineSeconds"] == 420
    assert sent["metadata"]["labels"]["rule"] == "parse_source"


@pytest.mark.parametrize(
    ("kubectl", "status"),
    [
        ("echo SuccessCriteriaMet Complete", "success"),
        ("echo FailureTarget Failed", "failed"),
        ("echo", "running"),
        ("echo no such job >&2; exit 1", "failed"),
    ],
)
def test_the_status_of_a_job_is_one_of_three_words(tmp_path, kubectl, status):
    assert shell(f"{PROFILE['cluster-generic-status-cmd']} 'job.batch/x'", tmp_path, kubectl) == status
