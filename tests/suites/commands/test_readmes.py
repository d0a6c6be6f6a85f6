"""The commands of the first pages work on the examples beside them."""

import re
import shutil

import pytest

from tests import ROOT


def commands_of(page):
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    return re.findall(r"^ *challenge-sets (suite .*)$", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("page", "folder", "made"),
    [
        ("suites/README.md", ".", ["items/report.html", "en/suite_ranks.csv", "people.parquet"]),
        ("suites/examples/people/README.md", "suites/examples/people", ["meta.csv", "tables/human_tables.tex"]),
        ("suites/examples/contrastive/README.md", ".", []),
    ],
)
def test_the_commands_of_a_page_work_one_after_the_other(tmp_path, monkeypatch, call, page, folder, made):
    shutil.copytree(ROOT / "suites/examples", tmp_path / "suites/examples")
    monkeypatch.chdir(tmp_path / folder)
    assert commands_of(page)
    for command in commands_of(page):
        assert call(command)[0] == 0, command
    for name in made:
        assert (tmp_path / folder / name).stat().st_size
