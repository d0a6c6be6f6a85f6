"""What every reader of suites owes: it writes what it reads, and names file and line of what it cannot read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from extractors import judges, suites
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.items import ITEMS, suite_of
from extractors.suites import SuiteReader
from tests import ROOT
from tests.builders import pairs


class Case(NamedTuple):
    """A reader with a file of its format.

    Attributes:
        text: of a good file.
        bad: text of a bad file.
        line: of that file, with the fault.
    """

    reader: str
    file: str
    text: str
    bad: str
    line: int
    options: Mapping[str, Any] = MappingProxyType({})


EN_DE = {"source_language": "en", "target_language": "de"}
CASES = [
    Case("lingeval97", "pairs.json", pairs.lingeval97_text(), '[\n{"source": "S", "errors": []}\n]', 2),
    Case("aces", "aces.tsv", pairs.ACES, f"{pairs.ACES}one field\n", 5),
    Case(
        "isabelle",
        "suite.json",
        (ROOT / "resources/suites/people/suite.json").read_text(encoding="utf-8"),
        '[\n{"id": "1"}\n]',
        2,
        EN_DE,
    ),
]


@pytest.fixture(params=CASES, ids=lambda case: case.reader)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def reader_of(case: Case) -> SuiteReader:
    return registry.create(suites, SuiteReader, case.reader, case.options)


def test_what_is_read_is_the_same_after_it_was_written(case: Case, tmp_path: Path) -> None:
    (tmp_path / case.file).write_text(case.text, encoding="utf-8")
    suite = reader_of(case).read(tmp_path / case.file)
    again = tmp_path / "again" / case.file
    reader_of(case).write(suite, again)
    assert reader_of(case).read(again) == suite
    assert suite.items


def test_a_table_of_items_loses_nothing_that_writing_needs(case: Case, tmp_path: Path) -> None:
    (tmp_path / case.file).write_text(case.text, encoding="utf-8")
    suite = reader_of(case).read(tmp_path / case.file)
    tables.write(suite.table(), tmp_path / "items.parquet")
    kept = suite_of(tables.read(ITEMS, tmp_path / "items.parquet"), "items.parquet")
    for name, one in (("direct", suite), ("kept", kept)):
        reader_of(case).write(one, tmp_path / name / case.file)
    assert (tmp_path / "kept" / case.file).read_bytes() == (tmp_path / "direct" / case.file).read_bytes()


def test_ids_are_unique_and_the_judge_exists(case: Case, tmp_path: Path) -> None:
    (tmp_path / case.file).write_text(case.text, encoding="utf-8")
    suite = reader_of(case).read(tmp_path / case.file)
    assert len({item.item for item in suite.items}) == len(suite.items)
    assert suite.judge in registry.names(judges)


def test_a_bad_file_is_refused_with_its_line_and_a_remedy(case: Case, tmp_path: Path) -> None:
    path = tmp_path / case.file
    path.write_text(case.bad, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        reader_of(case).read(path)
    assert (caught.value.path, caught.value.line) == (path, case.line)
    assert caught.value.remedy


def test_a_file_that_is_not_there_is_refused(case: Case, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        reader_of(case).read(tmp_path / "none" / case.file)
