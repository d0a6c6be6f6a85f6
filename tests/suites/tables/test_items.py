"""Items as a table, and texts as suites compare them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_suites.tables.items import ITEMS, Item, Suite, normalised, number_sentences, suite_of
from extractors.core.errors import InputError
from extractors.formats import tables

ITEM = Item(
    item="1",
    sentence=0,
    source="He sleeps.",
    phenomenon="polarity",
    category="negation",
    distance=3,
    positive_tokens=("Er schläft.", "Er pennt."),
)
OTHER = Item(item="2", sentence=0, source="He sleeps.", phenomenon="number")


def suite(*items: Item) -> Suite:
    return Suite(items=items, source_language="en", target_language="de", judge="rules", rest='{"a": 1}')


def test_a_suite_is_the_same_after_a_file(tmp_path):
    file = tmp_path / "items.parquet"
    tables.write(suite(ITEM, OTHER).table(), file)
    again = suite_of(tables.read(ITEMS, file), file)
    assert list(again.items) == [ITEM, OTHER]
    assert (again.source_language, again.target_language, again.judge, again.rest) == ("en", "de", "rules", '{"a": 1}')


def test_two_items_of_one_id_are_refused():
    with pytest.raises(InputError, match="two items have the id '1'"):
        suite_of(suite(ITEM, ITEM).table(), "items.parquet")


def test_normalised_texts_differ_in_what_a_reader_sees():
    assert normalised(" a\u00a0 b\t") == "a b"
    assert normalised("u\u0308ber") == "\u00fcber"
    assert normalised("\ufeffA\u200b-Zug") == "A-Zug"


def test_sentences_are_numbered_by_first_appearance():
    assert number_sentences(["b", "a", "b", "c"]) == [0, 1, 0, 2]


@given(st.text())
def test_normalising_again_changes_nothing(text):
    assert normalised(normalised(text)) == normalised(text)


def test_control_characters_are_left_out():
    assert normalised("a\x00b\x1b\ufffe c\x0bd") == "ab c d"
    assert normalised("u\u200b\u0308") == "\u00fc"
