"""`challenge-sets report`, on the results of the browser tests."""

import pytest

from extractors import __main__ as cli
from tests import ROOT
from tests.builders import small_results


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("command"))


def call(*arguments):
    return cli.main(["report", *map(str, arguments), "--phenomena-file", str(ROOT / "config/phenomena.yaml")])


def test_a_page_and_charts(folder, tmp_path, capsys):
    output = tmp_path / "report.html"
    assert call(folder, "-o", output, "--charts", tmp_path / "charts", "--examples", 5) == 0
    said = capsys.readouterr().out
    assert f"{output}: 1." in said
    assert "charts, each as .svg, .pdf and .csv" in said
    assert "<caption>chrF2; each phenomenon at its tested distance</caption>" in output.read_text(encoding="utf-8")
    svg = (tmp_path / "charts/particle_verb/systems.svg").read_text(encoding="utf-8")
    assert "particle verbs: chrF2 of each system" in svg
    again = tmp_path / "again.html"
    assert call(folder, "-o", again, "--examples", 5) == 0
    assert again.read_bytes() == output.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--examples", 0], "examples must be at least 1"), (["--megabytes", 0.1], "a page without any example has")],
)
def test_faults_are_words_and_leave_no_page(folder, tmp_path, capsys, arguments, words):
    output = tmp_path / "report.html"
    assert call(folder, "-o", output, *arguments) == 1
    error = capsys.readouterr().err
    assert words in error
    assert "remedy" in error
    assert not output.exists()


def test_a_folder_that_was_not_scored(tmp_path, capsys):
    assert call(tmp_path, "-o", tmp_path / "report.html") == 1
    assert "the folder has no manifest.json" in capsys.readouterr().err
