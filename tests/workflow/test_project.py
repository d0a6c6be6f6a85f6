"""The workflow from anywhere: `run` and `init` as their users type them, in folders without a checkout.

The parses are written by hand, so that nothing loads a model; tests/workflow/test_tutorial.py runs the other stages.
"""

import os
import re
import subprocess
import sys
from collections import Counter

import pytest

from tests import ROOT
from tests.builders import small_run

pytestmark = pytest.mark.xdist_group("runs")

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


def jobs(folder, *arguments):
    """The jobs that Snakemake would do in a folder, by rule."""
    done = call(folder, "snakemake", "--dry-run", "--cores", "1", *arguments)
    return Counter(re.findall(r"^(?:local)?rule (\w+):", done.stdout + done.stderr, re.MULTILINE))


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A run of a source alone, with its text beside the folder of results, and what it printed."""
    folder = tmp_path_factory.mktemp("anywhere")
    (folder / "s.de").write_text("".join(f"{line}\n" for line in small_run.texts()["source"]), encoding="utf-8")
    (folder / "s.conllu").write_text(small_run.parses(), encoding="utf-8")
    parser = ("--parser", "conllu", "--parser-model", "s.conllu", "--phenomena", "particle_verb")
    source = ("--source", "s.de", "--source-language", "de")
    return folder, call(folder, "extractors", "run", *source, *parser, "--cores", "2", "-o", "out")


def test_a_run_makes_sets_of_texts_and_leaves_all_in_its_folder(finished):
    folder, done = finished
    assert done.stdout.splitlines()[-1] == "extract: out/results/out/sets.parquet"
    assert f"{folder}/out/results/out/sets.parquet" in done.stdout.splitlines()
    assert "out  select_sets " in done.stderr
    assert not (folder / "out/results/out/sets").exists()
    call(folder, "extractors", "stage", "export", "sets", "out/results/out", "-o", "out/texts")
    assert (folder / "out/texts/particle_verb/min0/source.de").read_text(encoding="utf-8").startswith("Sie ")
    assert {path.name for path in folder.iterdir()} == {"s.de", "s.conllu", "out"}


def test_it_goes_on_from_any_folder_and_as_a_module_with_nothing_to_do(finished):
    folder, _ = finished
    workflow = ("--snakefile", str(ROOT / "Snakefile"), "--configfile", str(folder / "out/config.yaml"))
    assert jobs("/", *workflow, "--directory", str(folder / "out"), "--", "extract") == {}
    (folder / "out/Modules").write_text(MODULE)
    assert jobs(folder / "out", "--snakefile", "Modules", "--", "sets_extract") == {}


def test_a_new_project_runs_to_the_report(tmp_path):
    call(tmp_path, "extractors", "init", "first")
    found = jobs(tmp_path / "first", "extract", "score", "report")
    assert found["ingest_systems"] == 1
    assert found["write_report"] == found["write_tables"] == 1
    assert not found["export_sets"]


def test_without_a_config_it_says_how_to_get_one(tmp_path):
    command = [sys.executable, "-m", "snakemake", "-s", str(ROOT / "Snakefile"), "--cores", "1", "-n"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode
    assert f"there is no config/config.yaml in {tmp_path}" in done.stdout + done.stderr
    assert "challenge-sets init FOLDER" in done.stdout + done.stderr
