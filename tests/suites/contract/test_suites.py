"""What every reader of suites owes: file and line of what it cannot read; what writes, writes what it reads."""

import inspect
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from challenge_sets_suites import formats as suites
from challenge_sets_suites import judges
from challenge_sets_suites.formats import SuiteReader, SuiteWriter
from challenge_sets_suites.tables.items import ITEMS, suite_of
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.formats import tables
from tests import ROOT
from tests.builders import pairs, rule_suites

NONE: Mapping[str, Any] = MappingProxyType({})


class Case(NamedTuple):
    """A reader with a file of its format.

    Attributes:
        text: of a good file.
        bad: text of a bad file.
        line: of that file, with the fault.
        beside: texts of other files that belong to it, by name.
        folder: the path of the suite is the folder of these files.
    """

    reader: str
    file: str
    text: str
    bad: str
    line: int
    options: Mapping[str, Any] = NONE
    beside: Mapping[str, str] = NONE
    folder: bool = False


EN_DE = {"source_language": "en", "target_language": "de"}
CASES = [
    Case("lingeval97", "pairs.json", pairs.lingeval97_text(), '[\n{"source": "S", "errors": []}\n]', 2),
    Case(
        "isabelle",
        "suite.json",
        (ROOT / "suites/examples/people/suite.json").read_text(encoding="utf-8"),
        '[\n{"id": "1"}\n]',
        2,
        EN_DE,
    ),
    Case("ltb", "v1.json", rule_suites.LTB, rule_suites.LTB.replace('"source_text"', '"text"'), 2),
    Case("dfki", "items.json", rule_suites.DFKI, rule_suites.DFKI.replace('"id": "0002"', '"nr": "0002"'), 14),
    Case("tq_autotest", "t.csv", rule_suites.CSV, rule_suites.CSV.replace("The owl caught a bat.", ""), 4),
    Case("tq_autotest", "t.txt", rule_suites.TXT, rule_suites.TXT.replace("ende\tAmb", "ende\tx\tAmb"), 4),
    Case(
        "spreadsheet",
        "mine.csv",
        'source;good;bad;note\n"Ein; Hund.";dog|hound;/\\bcat/;x\n\nEine Katze.;"=cat";;\n',
        'source;good;bad;note\n"Ein; Hund.";dog|hound;/\\bcat/;x\n\nEine Katze.;"=cat";\n',
        4,
    ),
    Case("spreadsheet", "mine.tsv", 'id\tSource\tgood\n7\tA "cat".\tKatze\n', "id\tgood\n", 1),
    Case(
        "popovic",
        "en.but.test",
        rule_suites.SENTENCES,
        rule_suites.SENTENCES.replace("He called, but nobody answered.", ""),
        2,
        {"target_language": "de"},
        {"en.expected-target-but.test": rule_suites.EXPECTED},
    ),
    Case(
        "distil_lingeval",
        "tgt.correct.de",
        "Die Eule schläft.\nSie wacht auf.\n",
        "Die Eule schläft.\n",
        2,
        NONE,
        {"src.en": "The owl sleeps.\nIt wakes up.\n", "tgt.incorrect.de": "Die Eule schlafen.\nSie wacht.\n"},
        folder=True,
    ),
]


NO_TEXT = {"items", "lm_eval", "published", "results"}
"""Readers of tables and folders that this project writes, which have tests of their own."""
WITHOUT_LANGUAGES = {"isabelle", "lingeval97", "spreadsheet"}
"""Formats that do not say which languages they are in."""


def test_every_reader_is_here():
    assert {case.reader for case in CASES} == set(registry.names(suites)) - NO_TEXT


@pytest.fixture(params=CASES, ids=lambda case: f"{case.reader}-{case.file}")
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def reader_of(case: Case, **options: str) -> SuiteReader:
    return registry.create(suites, SuiteReader, case.reader, {**case.options, **options})


def put(case: Case, folder: Path, text: str | None = None) -> Path:
    """The path of the case's file, written with what belongs to it."""
    for name, content in {**case.beside, case.file: case.text if text is None else text}.items():
        (folder / name).write_text(content, encoding="utf-8", newline="")
    return folder if case.folder else folder / case.file


def test_options_are_keywords_with_defaults(case: Case) -> None:
    options = inspect.signature(registry.load(suites, SuiteReader, case.reader)).parameters.values()
    assert all(o.kind is inspect.Parameter.KEYWORD_ONLY and o.default is not o.empty for o in options)
    assert {"source_language", "target_language"} <= {option.name for option in options}


def test_what_was_written_is_read_again_also_from_a_table_of_items(tmp_path: Path) -> None:
    case = next(case for case in CASES if case.reader == "lingeval97")
    writer = reader_of(case)
    assert isinstance(writer, SuiteWriter)
    suite = writer.read(put(case, tmp_path))
    tables.write(suite.table(), tmp_path / "items.parquet")
    kept = suite_of(tables.read(ITEMS, tmp_path / "items.parquet"), "items.parquet")
    for name, one in (("direct", suite), ("kept", kept)):
        writer.write(one, tmp_path / name / case.file)
        assert reader_of(case).read(tmp_path / name / case.file) == suite


def test_ids_are_unique_and_the_judge_exists(case: Case, tmp_path: Path) -> None:
    suite = reader_of(case).read(put(case, tmp_path))
    assert len({item.item for item in suite.items}) == len(suite.items)
    assert suite.judge in registry.names(judges)


def test_items_of_one_source_share_a_sentence(case: Case, tmp_path: Path) -> None:
    items = reader_of(case).read(put(case, tmp_path)).items
    assert len({item.sentence for item in items}) == len({item.source for item in items})


def test_a_bad_file_is_refused_with_its_line_and_a_remedy(case: Case, tmp_path: Path) -> None:
    path = put(case, tmp_path, case.bad)
    with pytest.raises(InputError) as caught:
        reader_of(case).read(path)
    assert (caught.value.path, caught.value.line) == (path / case.file if case.folder else path, case.line)
    assert caught.value.remedy


def test_a_language_that_the_file_has_not_is_refused(case: Case, tmp_path: Path) -> None:
    if case.reader in WITHOUT_LANGUAGES:
        return
    with pytest.raises(InputError, match=r"\bfi\b"):
        reader_of(case, target_language="fi").read(put(case, tmp_path))


def test_a_file_that_is_not_there_is_refused(case: Case, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no set of" if case.folder else "no such file"):
        reader_of(case).read(tmp_path / "none" / case.file)
