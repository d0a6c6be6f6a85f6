"""Snakemake in the tests: by its program, and in processes that have loaded it already."""

import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from multiprocessing import forkserver
from pathlib import Path

import psutil

from tests import ROOT
from tests.workflow import WORKFLOW

SNAKEMAKE = str(Path(sys.executable).with_name("snakemake"))
SEGMENTS = 60
SYSTEMS = ("forgetful", "literal", "noisy")
CONFIG = """\
corpora:
  small:
    source_language: de
    target_language: en
    source: small/source.de
    references: {A: small/reference.A.en}
    systems: small/systems
controls: {samples: 20}
metrics: {bleu: {}, ribes: {}}
report: {charts: true}
publish: {licence: cc0-1.0, attribution: Us}
"""
SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(["tests.workflow.loaded"])


def run_program(folder, *arguments, variables=None):
    """snakemake in a folder, as a user's shell would start it."""
    command = [SNAKEMAKE, "--cores", "2", *arguments]
    environment = os.environ | {"NO_COLOR": "1"} | (variables or {})
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def run(folder, *arguments, check=True, variables=None):
    """The same by a process that is forked from one which has loaded Snakemake: a third of the CPU time."""
    environment = os.environ | {"NO_COLOR": "1"} | (variables or {})
    with tempfile.TemporaryDirectory() as place:
        written = [Path(place) / name for name in ("stdout", "stderr")]
        _forget_ended_server()
        process = SERVER.Process(target=_snakemake, args=(folder, arguments, environment, written))
        process.start()
        process.join()
        done = subprocess.CompletedProcess(
            arguments, process.exitcode, *(file.read_text(encoding="utf-8") for file in written)
        )
    if check and done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return done


def _forget_ended_server():
    """Let another server of forks start: a test of stopped commands may have ended all children, the server among them.

    The standard library starts another one only if nobody else has waited for the end of the first.
    """
    server = forkserver._forkserver
    if server._forkserver_pid is not None and not psutil.pid_exists(server._forkserver_pid):
        os.close(server._forkserver_alive_fd)
        server._forkserver_address = server._forkserver_alive_fd = server._forkserver_pid = None


def _snakemake(folder, arguments, environment, written):
    """The work of a forked process; its outputs go into two files."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for stream, path in zip((sys.stdout, sys.stderr), written, strict=True):
        stream.flush()
        with path.open("w") as file:
            os.dup2(file.fileno(), stream.fileno())
    # The server of forks passes over a module that it cannot import.
    from tests.workflow.loaded import main

    main(["--cores", "2", *arguments])


def plan(folder, *arguments, check=True, variables=None):
    """The exit status of a dry run, and all that it writes."""
    done = run(folder, "--dry-run", *arguments, check=check, variables=variables)
    return subprocess.CompletedProcess(arguments, done.returncode, done.stdout + done.stderr, "")


def jobs(folder, *arguments, variables=None):
    """The jobs that a run would do, by rule."""
    found = planned(plan(folder, *arguments, variables=variables).stdout)
    targets = ("all", "extract", "score", "report", "publish")
    return {rule: count for rule, count in found.items() if rule not in targets}


def planned(text):
    """The rules of the jobs that a dry run prints."""
    return Counter(re.findall(r"^(?:local)?rule (\w+):", text, re.MULTILINE))


def checkout(folder):
    """The workflow in a folder of its own, with a corpus of the first segments of the bundled one."""
    copy_workflow(folder)
    shutil.copytree(ROOT / "config", folder / "config")
    # One that is known is read once for all plans.
    edit(folder / "config/phenomena.yaml").symlink_to(ROOT / "config/phenomena.yaml")
    (folder / "resources").symlink_to(ROOT / "resources")
    corpus = ROOT / "resources/corpus/de-en"
    for name in ("source.de", "reference.A.en", *(f"systems/{system}.en" for system in SYSTEMS)):
        file, target = corpus / name, folder / "small" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        lines = file.read_text(encoding="utf-8").split("\n")[:SEGMENTS]
        target.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    (folder / "config/config.yaml").write_text(CONFIG)
    return folder


def edit(path):
    """Remove a file that may be a link into the checkout, so that another can take its place."""
    path.unlink()
    return path


def copy_workflow(folder):
    """The Snakefile and what it includes, without a config."""
    for name in WORKFLOW:
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)


def without_network(folder):
    """Variables for processes that are to have no network, see no_network/sitecustomize.py; notes go into a folder."""
    path = os.pathsep.join(filter(None, [str(Path(__file__).parent / "no_network"), os.environ.get("PYTHONPATH")]))
    notes = {f"NO_NETWORK_{name.upper()}": str(folder / name) for name in ("processes", "attempts")}
    return {"PYTHONPATH": path} | notes
