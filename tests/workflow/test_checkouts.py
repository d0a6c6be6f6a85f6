"""A checkout's workflow runs that checkout's package, though another is installed: in rules, scripts and children."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.builders import small_run
from tests.workflow.running import SNAKEMAKE, copy_workflow

pytestmark = pytest.mark.release

CONFIG = """\
corpora:
  news:
    source_language: de
    source: s.de
    phenomena: [particle_verb]
    parse: {parser: conllu, model: s.conllu}
"""
STOP = 'raise RuntimeError("this checkout was asked")\n'
IN_SCRIPTS = f'import sys\nif hasattr(sys.modules["__main__"], "snakemake"):\n    {STOP}'
CONDA = f"""\
#!{sys.executable}
# What Snakemake asks of conda; an environment is one of venv, in which pip installs what the file names for it.
import json, pathlib, subprocess, sys, yaml
match sys.argv[1:]:
    case ["info", *_]:
        print(json.dumps({{"conda_prefix": str(pathlib.Path(__file__).parents[1]), "platform": "linux-64"}}))
    case ["--version"]:
        print("conda 25.1.0")
    case ["config", *_]:
        print(json.dumps({{"get": {{"channel_priority": "strict"}}}}))
    case ["env", "create", *rest]:
        file, prefix = (pathlib.Path(rest[rest.index(name) + 1]) for name in ("--file", "--prefix"))
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", prefix], check=True)
        # What the package needs is lent by the environment of the tests.
        (site,) = prefix.glob("lib/python*/site-packages")
        (site / "lent.pth").write_text({str(Path(pytest.__file__).parents[1])!r})
        wanted = prefix / "requirements.txt"
        wanted.write_text("\\n".join(yaml.safe_load(file.read_text())["dependencies"][-1]["pip"]))
        pip = [sys.executable, "-m", "pip", "--python", prefix / "bin/python", "install"]
        subprocess.run([*pip, "--no-deps", "--no-build-isolation", "-r", wanted], cwd=file.parent, check=True)
"""


@pytest.fixture
def second(tmp_path):
    """A second checkout with a package of its own, and the folder of a run."""
    folder = tmp_path / "a second checkout"
    folder.mkdir()
    copy_workflow(folder)
    shutil.copytree(ROOT / "extractors", folder / "extractors", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("config", "resources", "pyproject.toml", "setup.py", "README.md", "LICENSE"):
        (folder / name).symlink_to(ROOT / name)
    run = tmp_path / "run"
    run.mkdir()
    (run / "s.de").write_text("".join(f"{line}\n" for line in small_run.texts()["source"]), encoding="utf-8")
    (run / "s.conllu").write_text(small_run.parses(), encoding="utf-8")
    (run / "config.yaml").write_text(CONFIG)
    return folder


def run(checkout, *arguments, **variables):
    """Its workflow by the program of Snakemake, whose logger loads the installed package first."""
    command = [SNAKEMAKE, "--snakefile", checkout / "Snakefile", "--configfile", "config.yaml", "--cores", "2"]
    environment = {**os.environ, "NO_COLOR": "1", **variables}
    return subprocess.run(
        [*command, *arguments, "--", "extract"],
        cwd=checkout.parent / "run",
        capture_output=True,
        text=True,
        env=environment,
    )


@pytest.mark.parametrize("code", [STOP, IN_SCRIPTS])
def test_an_error_in_the_package_of_a_checkout_stops_its_run(second, code):
    (second / "extractors/__init__.py").write_text(code)
    done = run(second)
    assert done.returncode
    assert "this checkout was asked" in done.stderr


def test_with_conda_jobs_run_the_package_of_the_checkout(second, tmp_path):
    for name, text in (("conda", CONDA), ("activate", 'export PATH="$1/bin:$PATH"\n')):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)
    variables = {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    (second / "extractors/__init__.py").write_text(IN_SCRIPTS)
    done = run(second, "--sdm", "conda", **variables)
    assert done.returncode
    assert "this checkout was asked" in done.stderr
