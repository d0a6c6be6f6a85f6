"""TQ-AutoTest's tables, in both of their forms."""

import pytest

from challenge_sets_suites.formats.tq_autotest import TqAutotest
from extractors.core.errors import InputError
from tests.builders.rule_suites import CSV, TXT

FORMS = {"t.csv": CSV, "t.txt": TXT}


def file(tmp_path, name, text=None):
    path = tmp_path / name
    path.write_bytes((FORMS[name] if text is None else text).encode())
    return path


def test_rows_are_items_by_their_number_and_empty_ones_count(tmp_path):
    suite = TqAutotest().read(file(tmp_path, "t.csv"))
    assert [i.item for i in suite.items] == ["1", "3"]
    first, second = suite.items
    assert first.source == 'She said "no".'
    assert (first.positive_tokens, first.negative_tokens) == (("Sie sagte „Nein“.",), ("Sie sagte „Ja“.",))
    assert (second.positive_tokens, second.negative_tokens) == (
        ("Die Eule fing eine Fledermaus.",),
        ("Die Eule fing einen Schläger.",),
    )


def test_quotation_marks_are_text_where_tabs_delimit(tmp_path):
    first, second = TqAutotest().read(file(tmp_path, "t.txt")).items
    assert (first.source, first.positive_tokens) == ('She said "no".', ('Sie sagte "nein".',))
    assert (second.positive_tokens, second.negative_tokens) == ((), ("Die Eule fing einen Schläger.",))


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("direction;", "pair;", 1, "the header is"),
        ("incorrect2", "bad", 1, "the header is"),
        (";Homonyms;", ";;", 4, "the row has no phenomenon"),
        ("ende;Ambiguity", "deen;Ambiguity", 4, "is of 'deen', the first item of 'ende'"),
        ("Fledermaus.;;", "Fledermaus.;", 4, "the row has 7 columns, the header 8"),
        ('"She said ""no""."', '"She said "no"."', 2, "is not a table with ';'"),
    ],
)
def test_a_bad_row_is_named(tmp_path, old, new, line, words):
    assert old in CSV
    with pytest.raises(InputError, match=words) as error:
        TqAutotest().read(file(tmp_path, "t.csv", CSV.replace(old, new, 1)))
    assert error.value.line == line


def test_a_table_with_another_suffix_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"does not end in '\.json'"):
        TqAutotest().read(tmp_path / "a.json")
