"""What GitHub reads: workflows run targets that the Makefile has, and templates of issues say what they are for."""

import re

import pytest
import yaml

from tests import ROOT

TEMPLATES = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.md"))
TARGETS = re.compile(r"^([a-z-]+):", re.MULTILINE)


def commands(workflow):
    """The commands of a workflow's jobs, a list for each job."""
    # Words as they are: `on` would be a truth value.
    read = yaml.load(workflow.read_text(), yaml.BaseLoader)
    assert {"name", "on", "jobs"} <= {*read}
    return [[step["run"] for step in job["steps"] if "run" in step] for job in read["jobs"].values()]


@pytest.mark.parametrize(("name", "expected"), [("test", ["make run", "make test"]), ("nightly", ["make check"])])
def test_workflows_run_targets_of_the_makefile(name, expected):
    (job,) = commands(ROOT / f".github/workflows/{name}.yml")
    assert job[-len(expected) :] == expected
    assert {line.removeprefix("make ") for line in expected} <= {*TARGETS.findall((ROOT / "Makefile").read_text())}


def test_they_run_on_linux_and_macos():
    read = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text())
    assert read["jobs"]["test"]["strategy"]["matrix"]["os"] == ["ubuntu-latest", "macos-latest"]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_says_what_it_is_for(template):
    _, head, body = template.read_text().split("---\n", 2)
    assert {"name", "about", "labels"} == {*yaml.safe_load(head)}
    assert body.strip()
