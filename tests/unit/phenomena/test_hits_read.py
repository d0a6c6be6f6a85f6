"""The shipped table of hits that a person read: for which parser and definition it holds."""

import pytest

from extractors.core.errors import InputError
from extractors.phenomena import DEFAULT_FILE, catalogue, hits_read, parser_quality
from extractors.phenomena.catalogue import definitions_checksum
from extractors.phenomena.hits_read import COLUMNS, Read
from tests.builders.quality import origin

ROW = "biaffine:0.1.0/parser-en:1234,en,negation,d,8,1,1"


@pytest.fixture
def table(monkeypatch, tmp_path):
    """Makes a table with these rows the shipped one; gives its path."""

    def write(*rows, columns=COLUMNS):
        path = tmp_path / "reading.csv"
        path.write_text("\n".join([",".join(columns), *rows]) + "\n")
        monkeypatch.setattr(hits_read, "shipped", lambda: hits_read.load(path))
        return path

    return write


def test_it_holds_for_one_parser_language_and_definition(table):
    table(ROW, ROW.replace(",d,8", ",old,0"))
    expected = {"negation": Read(right=8, wrong=1, unsure=1)}
    assert hits_read.of_parser("biaffine:7/parser-en:1234", "en", {"negation": "d"}) == expected
    assert hits_read.of_parser("biaffine:0.1.0/parser-en:9999", "en", {"negation": "d"}) == {}
    assert hits_read.of_parser("biaffine:0.1.0/parser-en:1234", "de", {"negation": "d"}) == {}
    assert hits_read.of_parser("biaffine:0.1.0/parser-en:1234", "en", {"negation": "new"}) == {}


def test_of_a_run_that_keeps_sure_hits_nothing_is_said(table):
    table(ROW)
    every, sure = (origin("biaffine:0.1.0/parser-en:1234", minimum_confidence=least) for least in (0.0, 0.7))
    assert set(hits_read.of_run(every, "en", {"negation": "d"})) == {"negation"}
    assert hits_read.of_run(sure, "en", {"negation": "d"}) == hits_read.of_run(None, "en", {"negation": "d"}) == {}


def test_the_shipped_table_is_of_the_shipped_parsers_and_definitions():
    known = catalogue.load(DEFAULT_FILE)
    for language, stranding in (("en", Read(right=35, wrong=6, unsure=1)), ("de", None)):
        parser = parser_quality.shipped()[f"parser-{language}"].parser
        definitions = {
            name: definitions_checksum([p.definition(language)]) for name, p in known.items() if p.has(language)
        }
        read = hits_read.of_parser(parser, language, definitions)
        assert len(read) == sum(row[1] == language for row in hits_read.shipped())
        assert read.get("preposition_stranding") == stranding


def test_in_words():
    assert Read(right=38, wrong=6, unsure=0).text == "read in news: 38 of 44 right"
    assert Read(right=38, wrong=6, unsure=1).text == "read in news: 38 of 44 right, 1 unsure"


@pytest.mark.parametrize(
    ("rows", "line", "problem"),
    [
        ([ROW, ROW], 3, "a second row of negation"),
        ([ROW.replace("8", "many")], 2, "right must be a count, got 'many'"),
        ([ROW + ",1"], 2, "another number of columns"),
        ([ROW.rpartition(",")[0]], 2, "another number of columns"),
    ],
)
def test_a_damaged_table_is_named_with_its_line(table, rows, line, problem):
    path = table(*rows)
    with pytest.raises(InputError, match=problem) as refused:
        hits_read.load(path)
    assert (refused.value.path, refused.value.line) == (path, line)
    assert "read_hits.py package" in refused.value.remedy


def test_other_columns_are_refused(table):
    with pytest.raises(InputError, match="it has no column 'parser'"):
        hits_read.load(table(columns=("phenomenon",)))
