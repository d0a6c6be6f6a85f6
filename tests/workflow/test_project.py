"""The workflow from anywhere: `run` and `init` as their users type them, in folders without a checkout.

The parses are written by hand, so that nothing loads a model; tests/workflow/test_tutorial.py runs the other stages.
"""

import os
import re
import shlex
import subprocess
import sys

import pytest

from extractors.__main__ import main
from tests import ROOT
from tests.builders import small_run
from tests.workflow.running import jobs, plan, run

MODULE = """\
from extractors.core.shipped import shipped
configfile: "config.yaml"
module challenge_sets:
    snakefile: shipped("Snakefile")
    config: config
use rule * from challenge_sets as sets_*
"""


def call(folder, *arguments):
    """A module of Python as a program, in a folder."""
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PYTHONPATH": paths, "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run of a source alone, with its text beside the folder of results, and what it printed."""
    folder = tmp_path_factory.mktemp("anywhere")
    (folder / "s.de").write_text("".join(f"{line}\n" for line in small_run.texts()["source"]), encoding="utf-8")
    (folder / "s.conllu").write_text(small_run.parses(), encoding="utf-8")
    parser = ("--config", "parse={parser: conllu, model: s.conllu}", "--phenomena", "particle_verb")
    source = ("--source", "s.de", "--source-language", "de")
    command = ("run", *source, *parser, "--cores", "2", "-o", "out")
    return folder, command, call(folder, "extractors", *command)


def test_a_run_makes_sets_of_texts_and_leaves_all_in_its_folder(finished):
    folder, _, done = finished
    assert done.stdout.splitlines()[-1] == "extract: out/results/out/sets.parquet"
    assert not (folder / "out/results/out/sets").exists()
    assert {path.name for path in folder.iterdir()} == {"s.de", "s.conllu", "out"}


def test_it_goes_on_from_any_folder_and_as_a_module_with_nothing_to_do(finished):
    folder, *_ = finished
    workflow = ("--snakefile", str(ROOT / "Snakefile"), "--configfile", str(folder / "out/config.yaml"))
    assert jobs("/", *workflow, "--directory", str(folder / "out"), "--", "extract") == {}
    (folder / "out/Modules").write_text(MODULE)
    assert jobs(folder / "out", "--snakefile", "Modules", "--", "sets_extract") == {}


def test_a_lock_that_a_killed_run_has_left_is_told_with_the_command_that_removes_it(finished):
    folder, *_ = finished
    locks = folder / "out/.snakemake/locks"
    locks.mkdir(parents=True, exist_ok=True)
    (locks / "0.output.lock").write_text("results/out/segments.parquet\n")
    # What is there already needs no lock.
    (folder / "out/results/out/sets.parquet").unlink()
    refused = run(folder / "out", "--snakefile", "Snakefile", "extract", check=False)
    assert refused.returncode
    command = re.search(r"remove it by:\n\s+cd (\S+) && snakemake (.* --unlock)$", refused.stderr, re.MULTILINE)
    run(command[1], *shlex.split(command[2]))
    assert not list(locks.glob("*"))
    assert "locks" not in run(folder / "out", "--snakefile", "Snakefile", "extract").stderr


def test_a_new_project_runs_to_the_report(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["init", "first"]) == 0
    found = jobs(tmp_path / "first", "extract", "score", "report")
    assert found["ingest_systems"] == 1
    assert found["write_report"] == found["write_tables"] == 1
    assert "export_sets" not in found


def test_without_a_config_it_says_how_to_get_one(tmp_path):
    done = plan(tmp_path, "--snakefile", str(ROOT / "Snakefile"), check=False)
    assert done.returncode
    assert f"there is no config/config.yaml in {tmp_path}" in done.stdout
    assert "challenge-sets init FOLDER" in done.stdout
