"""Our own format of items: what is written is read again, alone and from folders."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_suites.formats.items import Items
from challenge_sets_suites.tables.items import ITEMS, Item, Suite
from extractors.core.errors import InputError
from extractors.formats import tables
from tests.builders import suite_results
from tests.builders.rows import table_of

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NAME = TEXT.filter(bool)
OPTIONAL = st.none() | TEXT
EXPRESSION = OPTIONAL.map(lambda text: text and re.escape(text))
LIST = st.lists(TEXT, max_size=3).map(tuple)
ITEM = st.builds(
    Item,
    item=NAME,
    sentence=st.integers(0, 9),
    source=NAME,
    phenomenon=NAME,
    category=TEXT,
    distance=st.none() | st.integers(0, 99),
    frequency=st.none() | st.integers(0, 2**31 - 1),
    reference=OPTIONAL,
    origin=OPTIONAL,
    contrastive=OPTIONAL,
    positive_regex=EXPRESSION,
    negative_regex=EXPRESSION,
    positive_tokens=LIST,
    negative_tokens=LIST,
    word=OPTIONAL,
    right_words=LIST,
    wrong_words=LIST,
    question=OPTIONAL,
)


@given(items=st.lists(ITEM, max_size=5, unique_by=lambda item: item.item), rest=TEXT)
def test_what_is_written_is_read_again(tmp_path_factory, items, rest):
    path = tmp_path_factory.getbasetemp() / "items.parquet"
    suite = Suite(items=items, source_language="de", target_language="hsb", judge="rules", rest=rest)
    tables.write(suite.table(), path)
    assert Items().read(path) == suite


@pytest.fixture
def folder(tmp_path):
    return suite_results.small(tmp_path / "small")


def test_the_folder_of_a_suites_results_is_read(folder):
    suite = Items(source_language="de").read(folder)
    assert [item.item for item in suite.items][:2] == ["t1", "t2"]
    assert (suite.source_language, suite.target_language, suite.judge) == ("de", "en", "rules")


def test_a_folder_without_items_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"neither data/test\.parquet nor items\.parquet"):
        Items().read(tmp_path)


def test_another_language_is_refused(folder):
    with pytest.raises(InputError, match="target language is 'en', and 'fr' was asked for") as refused:
        Items(target_language="fr").read(folder)
    assert str(folder / "items.parquet") in str(refused.value)


def test_a_table_without_metadata_is_refused(tmp_path):
    path = tmp_path / "items.parquet"
    tables.write(table_of(ITEMS, []), path)
    with pytest.raises(InputError, match="source_language"):
        Items().read(path)
