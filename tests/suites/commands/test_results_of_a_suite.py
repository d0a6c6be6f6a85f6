"""`challenge-sets suite report` and `suite publish` on the results of a small suite."""

import pytest

from challenge_sets_suites.tables.items import Suite
from challenge_sets_suites.tables.suites import SUITE_CHANGES
from extractors.formats import tables
from tests.builders import suite_results
from tests.builders.suites import items_of, judgments_of


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


def test_a_run_is_compared_with_an_earlier_one_whose_system_had_another_name(tmp_path, call, refuses):
    items = items_of("verbs/a", "verbs/b")
    suite = Suite(items=items, source_language="en", target_language="de", judge="test")
    tables.write(suite.table(), tmp_path / "items.parquet")
    for name, run in (("old", {"slow": "WW"}), ("new", {"fast": "RU"})):
        tables.write(judgments_of(items, **run), tmp_path / f"{name}.parquet")
    line = f"suite changes {tmp_path}/items.parquet {tmp_path}/old.parquet {tmp_path}/new.parquet -o {tmp_path}/c.csv"
    assert call(f"{line} --system fast=slow --by-item {tmp_path}/i.csv")[0] == 0
    (row,) = (row for row in tables.read(SUITE_CHANGES, tmp_path / "c.csv").to_pylist() if row["by"] == "all")
    assert (row["system"], row["broken"], row["mended"]) == ("slow -> fast", 0, 1)
    assert tables.count_rows(tmp_path / "i.csv") == 2
    refuses(line, "say which is which: --system NEW=OLD")
    refuses(f"{line} --system fast=sloe", "did you mean 'slow'")


@pytest.mark.usefixtures("folder")
def test_errors_say_what_to_do(refuses):
    refuses("suite publish small -o set", "give --licence")
    refuses("suite report nowhere -o x.html", "nowhere")
    refuses("suite report small", "nothing to write")
    for line in ("dataset publish small --licence cc0-1.0 --attribution Us -o set", "report small -o x.html"):
        refuses(line, "the folder does not hold the results of a corpus")
