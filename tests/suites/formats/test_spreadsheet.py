"""A user's own spreadsheet as a suite, from the page of the documentation to the tables."""

import csv
import io
import re

import openpyxl
import pytest

from challenge_sets_suites.formats.spreadsheet import Spreadsheet
from challenge_sets_suites.judges.rules import Rules
from challenge_sets_suites.judging import create_judge
from challenge_sets_suites.tables.judgments import JUDGMENTS
from challenge_sets_suites.tables.suites import SUITE_RANKS
from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.formats import tables
from tests import ROOT

OUTPUTS = {
    "good": "Ich sah eine Fledermaus in der Höhle.\nEr gab es auf.\nSie hasst die fledermaus.\n",
    "bad": "Ich sah einen Schläger in der Höhle.\nEr gab es ab.\nSie hasst den Vogel.\n",
}


def suite_of(tmp_path, text, name="mine.csv"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return Spreadsheet().read(tmp_path / name)


def verdict(suite, output, **options):
    return Rules(**options).judge(suite.items[:1], [output])[0].verdict


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The spreadsheet of the page, and outputs for it."""
    page = (ROOT / "docs/suites.md").read_text(encoding="utf-8")
    (tmp_path / "mine.csv").write_text(re.search(r"```csv\n(.*?)```", page, re.S)[1], encoding="utf-8")
    (tmp_path / "outputs").mkdir()
    for name, text in OUTPUTS.items():
        (tmp_path / f"outputs/{name}.de").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "\n    challenge-sets suite judge mine.csv --systems outputs\n" in page
    return tmp_path


def verdicts(folder):
    rows = tables.read(JUDGMENTS, folder / "mine/judgments.parquet").to_pylist()
    return {name: [row["verdict"] for row in rows if row["system"] == name] for name in OUTPUTS}


def test_the_page_goes_from_a_spreadsheet_to_verdicts_without_another_word(folder, capsys):
    assert cli.main(["suite", "judge", "mine.csv", "--systems", "outputs"]) == 0
    assert verdicts(folder) == {"good": ["right"] * 3, "bad": ["wrong", "undecided", "undecided"]}
    said = capsys.readouterr().out
    assert "== mine: 3 items, 2 systems; right % on 1 common item ==" in said
    assert "no page of these judgments yet: challenge-sets suite report" in said
    assert [row["system"] for row in tables.read(SUITE_RANKS, folder / "mine/suite_ranks.csv").to_pylist()] == [
        "good",
        "bad",
    ]
    # A second time the results are written anew; a folder of something else is left alone.
    assert cli.main(["suite", "judge", "mine.csv", "--systems", "outputs", "--option", "no_match=wrong"]) == 0
    assert verdicts(folder) == {"good": ["right"] * 3, "bad": ["wrong"] * 3}
    (folder / "mine/judgments.parquet").unlink()
    assert cli.main(["suite", "judge", "mine.csv", "--systems", "outputs"]) == 1
    assert "holds no judgments of a suite" in capsys.readouterr().err


def test_only_the_source_is_needed_and_the_rest_has_names(tmp_path):
    (item, other) = suite_of(tmp_path, "source\nEin Hund.\n\nEin Hund.\n").items
    assert (item.item, item.phenomenon, item.category, item.positive_regex) == ("1", "mine", "", None)
    assert (other.item, other.sentence) == ("3", 0)


def test_words_are_whole_whatever_their_case_and_letters_of_chinese_may_touch(tmp_path):
    suite = suite_of(tmp_path, "source;good\nx;gut | zu Hause|C++\n")
    assert [verdict(suite, text) for text in ("GUT!", "er ist zu Hause", "in C++.")] == ["right"] * 3
    assert [verdict(suite, text) for text in ("Güte, gutes", "zuHause", "C+")] == ["undecided"] * 3
    assert verdict(suite_of(tmp_path, "source\tgood\nx\t蝙蝠\n", "m.tsv"), "我看见蝙蝠了") == "right"


def test_an_expression_stands_between_slashes(tmp_path):
    suite = suite_of(tmp_path, "source,good,bad\nx,/gab.*auf/,/Auf/\n")
    assert [verdict(suite, text) for text in ("er gab es auf", "Er Gab Auf")] == ["right", "wrong"]
    suite = suite_of(tmp_path, "source,good,bad\nx,/fleder(maus)+/i|Hund,/(b)\\1|c/|/(d)\\1/\n")
    assert [verdict(suite, text) for text in ("FLEDERMAUS", "hund", "fleder")] == ["right", "right", "undecided"]
    assert [verdict(suite, text) for text in ("ebbe", "c", "dd", "db")] == ["wrong", "wrong", "wrong", "undecided"]


def test_what_contradicts_itself_stays_undecided_whatever_no_match_says(tmp_path):
    suite = suite_of(tmp_path, "source,good,bad\nx,ja,nein\n")
    assert verdict(suite, "ja und nein", no_match="wrong") == "undecided"
    assert verdict(suite_of(tmp_path, "source,bad\nx,nein\n"), "gut", no_match="wrong") == "undecided"
    with pytest.raises(InputError, match="unknown value 'never' for the option no_match"):
        create_judge("rules", {"no_match": "never"}, suite)


def test_it_is_read_as_any_spreadsheet_program_saves_it(tmp_path, caplog):
    rows = [["source", "good", ""], ['Sie sagte "ja", und', "yes|/no/", ""], ["b", "", ""]]
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append([cell or None for cell in row])
    book.save(tmp_path / "m.xlsx")
    suites = [Spreadsheet().read(tmp_path / "m.xlsx")]
    for delimiter, first in ((",", ""), (";", ""), ("\t", ""), ("|", '"sep=|"\r\n'), (";", "sep=;\n")):
        text = io.StringIO()
        csv.writer(text, delimiter=delimiter).writerows(rows)
        suites.append(suite_of(tmp_path, first + text.getvalue(), "m.csv"))
    assert all(suite.items == suites[0].items for suite in suites)
    assert suites[0].items[0].source == rows[1][0]
    assert "not read" not in caplog.text


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("src,good\nx,y\n", "m.csv", "has no column `source`: its header is 'src', 'good'"),
        ("source,good,Good\nx,y,z\n", "m.csv", "has a column twice"),
        ("source,good\nx\n", "m.csv", "the row has 1 cells, the header 2"),
        ("source,good\n,y\n", "m.csv", "the row has no source"),
        ("id,source\n1,x\n1,y\n", "m.csv", "two items have the id '1'"),
        ("source,good\nx,|\n", "m.csv", "has no word"),
        ('source,good\nx,"y\n', "m.csv", "is not a table with ','"),
        ("source\nx\n", "m.xls", "a spreadsheet ends in .csv, .tsv or .xlsx"),
        ("source,good\n\nx,/a(b/\n", "m.csv", "m.csv:3: the positive expression of item '2' is not a regular"),
        ("sep=;\nsource;bad\nx;/a(b/\n", "m.csv", "m.csv:3: the negative expression of item '1' is not a regular"),
        ("source,good\nx,/a/gi\n", "m.csv", "the expression /a/ has the flags 'gi'"),
        ("source,good\nx,/a|b\n", "m.csv", "begins with a slash"),
        ("source,good\nx,/(?i)a/|b\n", "m.csv", "has a flag for all of them"),
        ("source,good,\nx,a,b\n", "m.csv", "m.csv:2: the row has a text under no column's name"),
        ("no workbook", "m.xlsx", "m.xlsx: cannot be read as XLSX"),
    ],
)
def test_what_is_refused_names_the_fault(tmp_path, text, name, words):
    with pytest.raises(InputError) as caught:
        suite_of(tmp_path, text, name)
    assert words in str(caught.value)
    assert caught.value.remedy
