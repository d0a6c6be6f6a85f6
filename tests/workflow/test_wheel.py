"""The wheel works by itself: built, unpacked, and run from an empty folder, with nothing of the checkout."""

import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from tests import ROOT

SOURCE = "Die Behörde lehnte den Antrag gestern ab.\nSie freut sich.\n"
TARGET = "The agency turned the request down yesterday.\nShe is happy.\n"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Runs `challenge-sets` of the wheel in an empty folder."""
    place = tmp_path_factory.mktemp("wheel")
    # Built from a copy: the build leaves files beside its source.
    source = place / "source"
    shutil.copytree(
        ROOT, source, ignore=shutil.ignore_patterns(".*", "results", "logs", "build", "tests", "*.egg-info")
    )
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", place, source]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = place.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(place / "installed")
    folder = place / "empty"
    folder.mkdir()
    (folder / "s.de").write_text(SOURCE)
    (folder / "r.en").write_text(TARGET)
    environment = {**os.environ, "PYTHONPATH": str(place / "installed"), "OMP_NUM_THREADS": "1"}

    def command(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "extractors", *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
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
    return command


def test_it_has_its_phenomena_and_its_models(run):
    assert "particle_verb" in run("list")
    assert "parser-de" in run("models")


def test_texts_go_from_parses_to_scores(run):
    run("parse", "s.de", "--source-language", "de", "-o", "s.conllu")
    languages = ("--source-language", "de", "--target-language", "en")
    run("align", "s.conllu", "--reference", "A=r.en", *languages, "-o", "links.parquet")
    run("detect", "s.conllu", "--source-language", "de", "--alignment", "links.parquet", "-o", "hits.parquet")
    assert "particle_verb" in run("detect", "s.conllu", "--source-language", "de")
    run("select", "hits.parquet", "-o", "sets.parquet")
    scores = run("score", "--hypothesis", "X=r.en", "--reference", "A=r.en", "--sets", "sets.parquet")
    assert "100.0" in scores


def test_a_project_is_planned_by_the_workflow_in_it(run):
    run("init", "first")
    source = ("--source", "first/example/source.de", "--source-language", "de")
    assert "rule parse_source:" in run("run", *source, "--dry-run", "-o", "out")
