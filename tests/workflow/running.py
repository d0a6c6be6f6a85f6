"""Snakemake in the tests: real runs by its program, and plans in processes that have loaded it already."""

import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests import ROOT
from tests.workflow import WORKFLOW

SNAKEMAKE = str(Path(sys.executable).with_name("snakemake"))
SEGMENTS = 60
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
"""
SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(
    ["snakemake.cli", "snakemake.workflow", "snakemake.executors.local", "nbformat.v4", "pygments.lexers"]
    + [f"extractors.{name}" for name in ("config.run", "phenomena.quality", "inputs.reading")]
)


def run(folder, *arguments, check=True, variables=None):
    """snakemake in a folder, as a user's shell would start it."""
    command = [SNAKEMAKE, "--cores", "2", *arguments]
    environment = os.environ | {"NO_COLOR": "1"} | (variables or {})
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)
    if check and done.returncode:
        raise AssertionError(done.stdout + done.stderr)
    return done


def plan(folder, *arguments, check=True, variables=None):
    """snakemake with --dry-run: its exit status, and all that it writes.

    Each plan is made by a process of its own, forked from one that has imported Snakemake and the package: a second
    of CPU time instead of two and a half.
    """
    environment = os.environ | {"NO_COLOR": "1"} | (variables or {})
    with tempfile.TemporaryDirectory() as place:
        written = Path(place) / "written"
        process = SERVER.Process(target=_plan, args=(folder, arguments, environment, written))
        process.start()
        process.join()
        text = written.read_text(encoding="utf-8")
    if check and process.exitcode:
        raise AssertionError(text)
    return subprocess.CompletedProcess(arguments, process.exitcode, text, "")


def _plan(folder, arguments, environment, written):
    """What a process of a plan does: it is in the folder, and both of its outputs are in a file."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    with written.open("w") as file:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
            os.dup2(file.fileno(), stream.fileno())
    from snakemake.cli import main

    main(["--cores", "2", "--dry-run", *arguments])


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
    (folder / "resources").symlink_to(ROOT / "resources")
    for file in (ROOT / "resources/corpus/de-en").rglob("*.[de][en]"):
        target = folder / "small" / file.relative_to(ROOT / "resources/corpus/de-en")
        target.parent.mkdir(parents=True, exist_ok=True)
        lines = file.read_text(encoding="utf-8").split("\n")[:SEGMENTS]
        target.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    (folder / "config/config.yaml").write_text(CONFIG)
    return folder


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
