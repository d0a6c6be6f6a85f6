import pytest

from extractors.__main__ import main
from tests.unit.core.test_sums import flip, write


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("hits.parquet", "report.html"):
        write(tmp_path / "results/small" / name)
    return tmp_path / "results/small"


@pytest.mark.usefixtures("corpus")
def test_results_in_order_have_the_status_0(capsys):
    assert main(["verify", "results/small"]) == 0
    assert capsys.readouterr().out == "results/small: 2 files, 0.0 MB: all as they were written\n"


def test_what_is_damaged_is_named_with_the_command_that_makes_it_again(corpus, capsys):
    flip(corpus / "report.html")
    (corpus / "notes.txt").write_text("mine")
    assert main(["verify", "results"]) == 4
    assert capsys.readouterr().out.splitlines() == [
        "results/small/report.html: differs from what was written",
        "  make it again: snakemake --cores 1 --force results/small/report.html",
        "results: 2 files, 0.0 MB: 1 damaged",
        "results: 1 files without a checksum are not looked at: small/notes.txt",
        "To make them again, run snakemake as before, or: snakemake --cores 1 --force results/small/report.html",
    ]


def test_damaged_files_are_deleted_on_demand_and_still_damaged_until_they_are_there_again(corpus, capsys):
    flip(corpus / "report.html")
    assert main(["verify", "results/small", "--delete"]) == 4
    assert [path.name for path in corpus.glob("*.*") if path.is_file()] == ["hits.parquet"]
    assert main(["verify", "results/small"]) == 4
    assert "report.html: was removed, for it was damaged" in capsys.readouterr().out
    write(corpus / "report.html")
    assert main(["verify", "results/small"]) == 0


@pytest.mark.parametrize(("folder", "words"), [("none", "no such folder"), (".", "no file in it has a checksum")])
def test_a_folder_without_checksums_is_no_folder_in_order(tmp_path, monkeypatch, capsys, folder, words):
    monkeypatch.chdir(tmp_path)
    assert main(["verify", folder]) == 1
    assert words in capsys.readouterr().err
