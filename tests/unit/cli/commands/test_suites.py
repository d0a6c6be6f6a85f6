"""`challenge-sets report` and `dataset publish` on the results of a small suite."""

import shlex

import pytest

from extractors import __main__ as cli
from tests.builders import suite_results


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return suite_results.small(tmp_path / "small")


def test_a_page_and_tables_are_written(folder, capsys):
    line = "report small -o small/report.html --tables tables --examples 3"
    assert cli.main(shlex.split(line)) == 0
    assert (folder / "report.html").stat().st_size > 100_000
    assert (folder.parent / "tables/suite_tables.tex").exists()
    assert "open it in a browser" in capsys.readouterr().out


def test_items_are_published_and_the_set_can_be_published_again(folder, capsys):
    assert cli.main(shlex.split("dataset publish small --licence cc0-1.0 --attribution Us -o set")) == 0
    assert cli.main(shlex.split("dataset publish set --licence cc0-1.0 --attribution Us -o again")) == 0
    first, second = ((folder.parent / name / "data/test.parquet").read_bytes() for name in ("set", "again"))
    assert first == second
    assert "before you pass it on" in capsys.readouterr().out


def test_errors_say_what_to_do(folder, capsys):
    assert folder.exists()
    assert cli.main(shlex.split("dataset publish small -o set")) != 0
    assert "give --licence" in capsys.readouterr().err
    assert cli.main(shlex.split("dataset publish small --ids-only --licence cc0-1.0 --attribution Us -o set")) != 0
    assert "--ids-only is for the sets of a corpus" in capsys.readouterr().err
    assert cli.main(shlex.split("report nowhere -o x.html")) != 0
    assert "nowhere" in capsys.readouterr().err
