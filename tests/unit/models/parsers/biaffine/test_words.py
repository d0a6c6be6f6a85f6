"""Words as the network sees them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.models.parsers._biaffine.words import LONGEST_WORD, Words, pieces, shape


@pytest.fixture
def words() -> Words:
    return Words.of(["Haus", "haus", "Baum", "Haus"], minimum=2, affix_rows=50, ngram_rows=30)


@pytest.mark.parametrize(
    ("form", "expected"), [("Haus", "Xxx"), ("USA", "XX"), ("3.14", "d.dd"), ("e-mail", "x-xx"), ("!!!", "!!")]
)
def test_shapes(form: str, expected: str) -> None:
    assert shape(form) == expected


def test_only_frequent_forms_have_a_vector_of_their_own(words: Words) -> None:
    assert words.forms == ["haus"]
    assert words["HAUS"].form == words["Haus"].form == 1
    assert words["Baum"].form == 0


def test_a_batch_has_each_distinct_word_once(words: Words) -> None:
    batch = words.batch([["Haus", "Baum", "Haus"], ["Baum"]])
    assert batch.words.tolist() == [[0, 1, 0], [1, 0, 0]]
    assert batch.lengths.tolist() == [3, 1]
    assert batch.form.tolist() == [1, 0]
    assert batch.affix_starts.tolist() == [0, len(words["Haus"].affixes)]
    assert len(batch.ngrams) == len(words["Haus"].ngrams) + len(words["Baum"].ngrams)


@given(st.text(min_size=1, max_size=200))
def test_any_word_has_pieces_within_the_tables(form: str) -> None:
    ids = Words([], [], affix_rows=7, ngram_rows=5)[form]
    assert len(ids.affixes)
    assert len(ids.ngrams)
    assert max(ids.affixes) < 7
    assert max(ids.ngrams) < 5


def test_a_very_long_word_costs_no_more() -> None:
    affixes, ngrams = pieces("x" * 10_000)
    assert len("".join(affixes)) < 4 * LONGEST_WORD
    assert len(ngrams) < 3 * LONGEST_WORD


def test_settings_make_the_same_again(words: Words) -> None:
    again = Words(**words.settings())
    np.testing.assert_array_equal(again["Baum"].affixes, words["Baum"].affixes)
