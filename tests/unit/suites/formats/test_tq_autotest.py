"""TQ-AutoTest's tables, in both of their forms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.formats.items import Suite, normalised
from extractors.suites.formats.tq_autotest import TqAutotest
from tests.builders.rule_suites import CSV, TXT, item

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


@pytest.mark.parametrize("name", FORMS)
def test_a_table_is_written_byte_by_byte(tmp_path, name):
    path = file(tmp_path, name)
    TqAutotest().write(TqAutotest().read(path), tmp_path / f"again{path.suffix}")
    assert (tmp_path / f"again{path.suffix}").read_bytes() == path.read_bytes()


CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\t\n\r"), min_size=1, max_size=6).filter(normalised)


@pytest.mark.parametrize("name", ["a.csv", "a.txt", "a.csv.gz"])
@given(
    rows=st.dictionaries(
        st.integers(1, 6),
        st.tuples(CELLS, st.lists(CELLS, max_size=2), st.lists(CELLS, max_size=2)),
        min_size=1,
        max_size=3,
    )
)
def test_any_texts_come_back(tmp_path_factory, name, rows):
    path = tmp_path_factory.mktemp("tq") / name
    sources = {}
    items = [
        item(
            number,
            sentence=sources.setdefault(source, len(sources)),
            source=source,
            positive_tokens=tuple(right),
            negative_tokens=tuple(wrong),
        )
        for number, (source, right, wrong) in sorted(rows.items())
    ]
    suite = Suite(items=items, source_language="en", target_language="de", judge="rules")
    TqAutotest().write(suite, path)
    assert list(TqAutotest().read(path).items) == items


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("direction;", "pair;", 1, "the header is"),
        ("incorrect2", "bad", 1, "the header is"),
        (";Homonyms;", ";;", 4, "the row has no phenomenon"),
        ("ende;Ambiguity", "deen;Ambiguity", 4, "is of 'deen', the first item of 'ende'"),
        ("Fledermaus.;;", "Fledermaus.;", 4, "the row has 7 columns, the header 8"),
        ('"She said ""no""."', '"She said "no"."', 2, "is not a table with semicolons"),
    ],
)
def test_a_bad_row_is_named(tmp_path, old, new, line, words):
    assert old in CSV
    with pytest.raises(InputError, match=words) as error:
        TqAutotest().read(file(tmp_path, "t.csv", CSV.replace(old, new, 1)))
    assert error.value.line == line


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("a.csv", {"item": "x"}, "no room for the id 'x'"),
        ("a.csv", {"positive_tokens": ("a", "b", "c")}, "has 3 correct translations, the table room for 2"),
        ("a.csv", {"positive_regex": "a"}, "no room for the positive_regex"),
        ("a.txt", {"category": "a\tb"}, "a tab or a line break"),
        ("a.json", {}, "does not end in '.json'"),
    ],
)
def test_what_a_table_cannot_hold_is_refused(tmp_path, name, values, words):
    suite = Suite(items=[item(**values)], source_language="en", target_language="de", judge="rules")
    with pytest.raises(InputError, match=words):
        TqAutotest().write(suite, tmp_path / name)
    assert not (tmp_path / name).exists()
