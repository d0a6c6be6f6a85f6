"""Sheets written and read back: order, texts that are no formulas, and every way to spoil one."""

import re
from datetime import datetime, time
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from challenge_sets_suites import _sheet_files, workbook
from challenge_sets_suites.sheets import read_sheet, sheet_rows, triage_rows, write_sheet
from challenge_sets_suites.tables.annotations import Annotation
from challenge_sets_suites.tables.items import normalised
from challenge_sets_suites.tables.judgments import JUDGMENTS
from extractors.core.errors import InputError
from tests.builders.rows import table_of
from tests.builders.sheets import cells, edit, filled, put, row
from tests.builders.suites import items_of, judgments_of

SUFFIXES = ("csv", "xlsx")
DANGEROUS = ["=1+1", "+49 30", "-5", "@home", "'=x", "''-x", "'quoted'", '=HYPERLINK("x")', 'ok, "so"; a\tb']


def column(path, name):
    header, *rows = cells(path)
    return [line[header.index(name)] for line in rows]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_answers_come_back(tmp_path, suffix):
    path = filled(tmp_path / f"ann.{suffix}", {"Ja.": "yes", "Nein.": "NO ", "Hm.": "n/a", "Leer.": ""})
    answers = read_sheet(path)
    assert {(one.output, one.answer) for one in answers} == {("Ja.", "yes"), ("Nein.", "no"), ("Hm.", "na")}
    assert {one.annotator for one in answers} == {"ann"}
    assert {one.annotator for one in read_sheet(path, "Dr. Ann")} == {"Dr. Ann"}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_no_text_becomes_a_formula_and_each_comes_back(tmp_path, suffix):
    path = tmp_path / f"ann.{suffix}"
    write_sheet(path, [row(f"i{n}", text, answer="yes", note=text) for n, text in enumerate(DANGEROUS)])
    expected = [Annotation(f"i{n}", normalised(t), "ann", "yes", normalised(t)) for n, t in enumerate(DANGEROUS)]
    assert read_sheet(path) == expected
    if suffix == "csv":
        assert not [text for text in column(path, "output") if text[0] in "=+-@"]
    else:
        sheet = load_workbook(path).active
        assert {cell.data_type for line in sheet.iter_rows(min_row=2) for cell in line} <= {"s", "n"}


@pytest.mark.parametrize("suffix", SUFFIXES)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=4))
def test_whatever_the_output_is(tmp_path, suffix, texts):
    texts = list(dict.fromkeys(text for text in map(normalised, texts) if text))
    if texts:
        write_sheet(tmp_path / f"x.{suffix}", [row("a", text, answer="no") for text in texts])
        assert {one.output for one in read_sheet(tmp_path / f"x.{suffix}")} == set(texts)


def test_outputs_of_an_item_stand_together_in_an_order_that_a_seed_gives(tmp_path):
    rows = [row(item, output) for output in "uvwxyz" for item in "ab"]
    orders = []
    for seed in (1, 1, 2):
        assert write_sheet(tmp_path / "s.csv", rows, seed) == 12
        assert column(tmp_path / "s.csv", "item") == [*"aaaaaabbbbbb"]
        orders.append(column(tmp_path / "s.csv", "output"))
    assert orders[0] == orders[1] != orders[2]
    assert orders[0][:6] != orders[0][6:]
    assert sorted(orders[0][:6]) == [*"uvwxyz"]


def test_an_output_of_several_systems_stands_once_and_no_system_is_named(tmp_path):
    items = items_of("agreement", "tense")
    judgments = judgments_of(items, first="RU", second="R-", third="WU").to_pylist()
    judgments[2]["output"] = " R\u00a0S0"
    rows = sheet_rows(items, table_of(JUDGMENTS, judgments))
    assert [(one.item, one.output, one.question) for one in rows] == [
        ("i0", "R S0", "agreement"),
        ("i0", "W S0", "agreement"),
        ("i1", "U S1", "tense"),
    ]
    write_sheet(tmp_path / "s.csv", rows)
    header = ["row", "item", "source", "question", "reference", "output", "answer", "note"]
    assert cells(tmp_path / "s.csv")[0] == header
    assert not [text for line in cells(tmp_path / "s.csv") for text in line if "first" in text]


def test_rows_of_triage_are_undecided_with_the_reason(tmp_path):
    items = items_of("x", "y")
    rows = triage_rows(items, judgments_of(items, a="RU", b="UU", c="WR"))
    # One answer settles two systems of y, and one of x.
    assert [(one.item, one.output, one.rule) for one in rows] == [
        ("i1", "U S1", "because U"),
        ("i0", "U S0", "because U"),
    ]
    write_sheet(tmp_path / "s.xlsx", rows, None)
    assert column(tmp_path / "s.xlsx", "item") == ["i1", "i0"]
    assert column(tmp_path / "s.xlsx", "rule") == ["because U", "because U"]


def test_a_judgment_of_no_item_is_refused():
    items = items_of("x", "y")
    with pytest.raises(InputError, match="does not have the item 'i1'"):
        sheet_rows(items[:1], judgments_of(items, a="RR"))


def test_excel_helps_the_annotator(tmp_path):
    write_sheet(tmp_path / "s.xlsx", [row("a", "Ja."), row("a", "Nein.")])
    sheet = load_workbook(tmp_path / "s.xlsx").active
    (choice,) = sheet.data_validations.dataValidation
    assert (choice.formula1, str(choice.sqref), choice.type) == ('"yes,no,na"', "G2:G3", "list")
    assert sheet.freeze_panes == "A2"
    assert sheet.protection.sheet
    locked = {sheet.cell(1, cell.column).value: cell.protection.locked for cell in sheet[2]}
    assert [name for name, is_locked in locked.items() if not is_locked] == ["answer", "note"]
    assert sheet["F2"].alignment.wrap_text


def test_csv_opens_in_excel_as_utf_8(tmp_path):
    write_sheet(tmp_path / "s.csv", [row("a", "Ärger")])
    assert (tmp_path / "s.csv").read_bytes().startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_csv_as_other_countries_save_it(tmp_path, delimiter):
    path = filled(tmp_path / "ann.csv", {"Ja, ja; so.": "Y", "Nein.": "False"})
    lines = cells(path)
    quoted = [delimiter.join('"' + text.replace('"', '""') + '"' for text in line) for line in lines]
    path.write_text("\n".join([*quoted, delimiter * 8, ""]), encoding="utf-8")
    assert {(one.output, one.answer) for one in read_sheet(path)} == {("Ja, ja; so.", "yes"), ("Nein.", "no")}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_rows_and_columns_may_be_moved(tmp_path, suffix):
    path = filled(tmp_path / f"ann.{suffix}", {"Ja.": "yes", "Nein.": "no", "Hm.": ""})

    def mirror(lines):
        lines[1:] = lines[:0:-1]
        for line in lines:
            line.reverse()
        lines[0][0] = "Note "

    expected = set(read_sheet(path))
    edit(path, mirror)
    assert set(read_sheet(path)) == expected


FAULTS = {
    "changed output": (put(2, "output", "Doch."), 3, "the item or the output of row 2 was changed"),
    "changed item": (put(2, "item", "b"), 3, "the item or the output of row 2 was changed"),
    "unknown answer": (put(3, "answer", "maybe"), 4, "the answer 'maybe' is not known"),
    "changed row": (put(1, "row", "1"), 2, "expected the row id of a sheet, got '1'"),
    "row of another sheet": (put(2, "row", "1of7:0123456789"), 3, "of another sheet: this one has 3 rows"),
    "lost row": (lambda lines: lines.pop(2), 3, "1 of 3 rows are lost: number 2"),
    "lost first rows": (lambda lines: (lines.pop(1), lines.pop(1)), 2, "2 of 3 rows are lost: number 1, 2"),
    "row twice": (lambda lines: lines.append(lines[1]), 5, "row 1 stands twice: also in line 2"),
    "no rows": (lambda lines: lines.__delitem__(slice(1, None)), 1, "the sheet has no rows"),
    "no column": (put(0, "answer", "Antwort"), 1, "no column 'answer'"),
}


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_spoiled_sheet_is_refused_with_its_line(tmp_path, fault, suffix):
    change, line, words = FAULTS[fault]
    path = filled(tmp_path / f"ann.{suffix}", {"Ja.": "yes", "Nein.": "no", "Hm.": "na"})
    edit(path, change)
    with pytest.raises(InputError, match=words) as error:
        read_sheet(path)
    assert (error.value.path, error.value.line) == (path, line)
    assert error.value.remedy


def test_an_item_that_the_suite_does_not_have_is_refused(tmp_path):
    path = filled(tmp_path / "ann.csv", {"Ja.": "yes"}, items=("a", "b"))
    assert len(read_sheet(path, items={"a", "b", "c"})) == 2
    with pytest.raises(InputError, match="not have the item 'b'") as error:
        read_sheet(path, items={"a"})
    assert error.value.line == 3


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("ann.xlsx", b"PK no archive", "cannot be read as XLSX"),
        ("ann.xlsx", None, "no such file"),
        ("ann.csv", None, "no such file"),
        ("ann.csv", b"", "the file is empty"),
        ("ann.csv", b'row,item,output,answer\n"open', "is not a table"),
        ("ann.csv", "row,Übung\n".encode("latin-1"), "invalid UTF-8"),
        ("ann.ods", b"x", "a sheet is .csv or .xlsx"),
    ],
)
def test_what_is_no_sheet(tmp_path, name, content, words):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=words) as error:
        read_sheet(tmp_path / name)
    assert error.value.remedy


def test_what_no_cell_holds_is_not_written(tmp_path):
    with pytest.raises(InputError, match="has 32768 characters, and a cell holds 32767"):
        write_sheet(tmp_path / "s.xlsx", [row("a", "x" * 32_768)])
    assert not (tmp_path / "s.xlsx").exists()


@pytest.mark.parametrize(
    ("value", "layout", "made"),
    [
        (datetime(2024, 3, 1), "yyyy-mm-dd", "a date or a time, 2024-03-01"),
        (time(12, 30), "h:mm", "a date or a time, 12:30"),
        (0.5, "0%", "a percentage, 50.0"),
        ("=A1", "General", "a formula without a value, =A1"),
        ("#NAME?", "General", "an error, #NAME"),
    ],
)
def test_a_cell_that_is_no_text_is_refused_with_its_place(tmp_path, value, layout, made):
    path = tmp_path / "s.xlsx"
    write_sheet(path, [row("a", "Ja."), row("a", "Nein.")], None)
    book = load_workbook(path)
    cell = book.active["D3"]
    cell.value, cell.number_format = value, layout
    book.save(path)
    with pytest.raises(InputError, match=f"expected a text in D3, got {re.escape(made)}") as refused:
        read_sheet(path)
    assert refused.value.line == 3


def test_numbers_and_truth_values_are_texts(tmp_path):
    path = tmp_path / "s.xlsx"
    write_sheet(path, [row("a", "Ja.")], None)
    book = load_workbook(path)
    book.active.append([3, True, None, 1.5])
    book.save(path)
    assert workbook.read(path)[-1] == (3, ["3", "True", "", "1.5"])


@pytest.mark.parametrize("name", ["s.xlsx", "s.csv"])
def test_where_all_is_decided_the_sheet_is_empty(tmp_path, name):
    assert write_sheet(tmp_path / name, []) == 0
    with pytest.raises(InputError, match="no rows"):
        read_sheet(tmp_path / name)


def test_the_size_that_a_workbook_says_is_not_believed(tmp_path, monkeypatch):
    path = tmp_path / "s.xlsx"
    _sheet_files.write(path, ("answer", "note"), [("yes", "x")])
    with ZipFile(path) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    with ZipFile(path, "w") as lying:
        for name, data in parts.items():
            lying.writestr(name, re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', data))
    assert _sheet_files.read(path, ["note"]) == [(2, {"answer": "yes", "note": "x"})]
    monkeypatch.setattr(workbook, "MOST_CELLS", 3)
    with pytest.raises(InputError, match="more than 3 cells"):
        _sheet_files.read(path, ["note"])
