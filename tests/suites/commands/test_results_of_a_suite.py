"""`challenge-sets suite report` and `suite publish` on the results of a small suite."""

import pytest

from tests.builders import suite_results


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return suite_results.small(tmp_path / "small")


def test_a_page_and_tables_are_written(folder, call):
    status, said, _ = call("suite report small -o small/report.html --tables tables --examples 3")
    assert status == 0
    assert (folder / "report.html").stat().st_size > 100_000
    assert (folder.parent / "tables/suite_tables.tex").exists()
    assert "open it in a browser" in said


def test_items_are_published_and_the_set_can_be_published_again(folder, call):
    assert "before you pass it on" in call("suite publish small --licence cc0-1.0 --attribution Us -o set")[1]
    assert call("suite publish set --licence cc0-1.0 --attribution Us -o again")[0] == 0
    first, second = ((folder.parent / name / "data/test.parquet").read_bytes() for name in ("set", "again"))
    assert first == second


@pytest.mark.usefixtures("folder")
def test_errors_say_what_to_do(refuses):
    refuses("suite publish small -o set", "give --licence")
    refuses("suite report nowhere -o x.html", "nowhere")
    refuses("suite report small", "nothing to write")
    for line in ("dataset publish small --licence cc0-1.0 --attribution Us -o set", "report small -o x.html"):
        refuses(line, "these are no results of a corpus")
