"""Both wheels work by themselves: built, unpacked, and run from an empty folder, with nothing of the checkout."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import zipfile

import pytest

from tests import ROOT
from tests.builders import small_results

pytestmark = pytest.mark.release

SOURCE = "Die Behörde lehnte den Antrag gestern ab.\nSie freut sich.\n"
TARGET = "The agency turned the request down yesterday.\nShe is happy.\n"
CONFIG = """\
corpora:
  news:
    source_language: de
    target_language: en
    source: s.de
    references: {A: r.en}
    systems: {same: r.en}
    phenomena: [particle_verb]
"""
# One process for all, since each would load the parser again.
CODE = """\
import json, sys
from extractors.__main__ import main
for arguments in json.loads(sys.argv[1]):
    if status := main(arguments):
        sys.exit(f"{arguments}: {status}")
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Runs command lines one after the other by the wheel, in an empty folder, and gives what they print."""
    place = tmp_path_factory.mktemp("wheel")
    # Built from a copy: the build leaves files beside its source.
    source = place / "source"
    shutil.copytree(
        ROOT, source, ignore=shutil.ignore_patterns(".*", "results", "logs", "build", "tests", "*.egg-info")
    )
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", place]
    subprocess.run([*build, source, source / "resources/models-distribution"], check=True, capture_output=True)
    for wheel in place.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(place / "installed")
    folder = place / "empty"
    folder.mkdir()
    (folder / "s.de").write_text(SOURCE)
    (folder / "r.en").write_text(TARGET)
    (folder / "config.yaml").write_text(CONFIG)
    environment = {**os.environ, "PYTHONPATH": str(place / "installed"), "OMP_NUM_THREADS": "1"}

    def commands(*lines):
        arguments = json.dumps([shlex.split(line) for line in lines])
        done = subprocess.run(
            [sys.executable, "-c", CODE, arguments], cwd=folder, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = subprocess.run(
        [sys.executable, "-c", "import extractors; print(extractors.__file__)"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.startswith(str(place / "installed"))
    return commands


def test_it_has_its_phenomena_its_models_and_its_schemas(run):
    out = run("list", "validate config.yaml")
    assert "particle_verb" in out
    assert "All is in order" in out


def test_texts_go_from_parses_to_scores(run):
    out = run(
        "try particle_verb --source-language de --text 'Sie lehnt ihn ab.'",
        "parse s.de --source-language de -o s.conllu",
        "try particle_verb --source-language de --parses s.conllu",
        "score --systems X=r.en --reference A=r.en",
    )
    scores = out.rpartition("Whole corpus")[2]
    assert "lehnt" in out
    assert "100.0" in scores


def test_results_become_a_report_and_a_set_that_scores(run, tmp_path):
    results = small_results.make(tmp_path, accuracy=False)
    licence = "--licence cc0-1.0 --attribution 'The authors of the corpus'"
    out = run(
        f"report {results} -o report.html",
        f"dataset publish {results} {licence} -o dataset",
        f"score dataset {tmp_path}/good.en --statistics resamples=20",
    )
    assert "report.html" in out
    assert "100.0" in out.rpartition("Whole corpus")[2]


def test_a_project_is_planned_by_the_workflow_in_it(run):
    out = run("init first", "run --source first/example/source.de --source-language de --dry-run -o out")
    assert "rule parse_source:" in out
