"""Cells of .csv and .tsv."""

import csv

import pytest

from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.formats.sets import CONTROLS, SETS
from tests.builders.hits import HIT
from tests.builders.rows import table_of


def test_a_confidence_is_written_in_few_digits(tmp_path):
    tables.write(table_of(HITS, [HIT | {"confidence": 0.9}]), tmp_path / "hits.tsv")
    assert "0.9" in (tmp_path / "hits.tsv").read_text().splitlines()[1].split("\t")


FORMULAS = {"head_form": "=cmd|'/C calc'!A0", "dependent_form": "-1+2", "head_target_forms": ["@SUM(1)", "'=x"]}


def test_no_cell_of_a_csv_is_a_formula_and_what_is_read_back_is_the_text(tmp_path):
    rows = [HIT | FORMULAS, HIT | {"head_form": "-", "dependent_form": "'=", "head_target_forms": ["'s", "="]}]
    tables.write(table_of(HITS, rows), tmp_path / "hits.csv")
    cells = next(csv.reader((tmp_path / "hits.csv").read_text().splitlines()[1:]))
    assert [cell for cell in cells if cell[:1] in "=+-@"] == [""] * cells.count("")
    assert tables.read(HITS, tmp_path / "hits.csv").to_pylist() == rows
    tables.write(table_of(HITS, rows), tmp_path / "hits.tsv")
    assert "=cmd|'/C calc'!A0" in (tmp_path / "hits.tsv").read_text().split("\t")


def test_numbers_below_zero_are_no_formulas(tmp_path):
    controls = {"phenomenon": "a", "kind": "minimum", "distance_from": 0, "distance_below": None}
    row = controls | {"sample": 0, "unmatched": 1, "segment_ids": [-1, 3]}
    tables.write(table_of(CONTROLS, [row]), tmp_path / "controls.csv")
    assert "-1 3" in (tmp_path / "controls.csv").read_text().split("\n")[1].split(",")
    assert tables.read(CONTROLS, tmp_path / "controls.csv").to_pylist() == [row]


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_a_list_that_is_longer_than_a_megabyte_is_read_back(tmp_path, suffix):
    row = dict.fromkeys(("distance_from", "segments", "hits"), 0) | {"phenomenon": "a", "kind": "minimum"}
    ids = list(range(1_000_000, 1_300_000))
    tables.write(table_of(SETS, [row | {"distance_below": None, "segment_ids": ids}]), tmp_path / f"t{suffix}")
    assert tables.read(SETS, tmp_path / f"t{suffix}").column("segment_ids")[0].as_py() == ids


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_rows_are_counted_as_they_were_written(tmp_path, suffix):
    table = table_of(HITS, [HIT | {"head_form": '"', "segment_id": number} for number in range(3)])
    tables.write(table, tmp_path / f"hits{suffix}")
    assert tables.count_rows(tmp_path / f"hits{suffix}") == 3
