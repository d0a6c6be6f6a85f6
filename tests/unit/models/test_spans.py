"""Where tokens and words stand in texts."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.core.escapes import without_invisible
from extractors.models.spans import LocatedWords, covering_spans, token_spans, word_spans
from extractors.models.tokenizers import tokens

PLACE = {"what": "segment 3", "path": "x.conllu"}
TEXT = st.text(st.sampled_from("ab I'm don't U.S. 10€ \u2028\u00a0\u0301😀-.,!\"“"), max_size=40)


def cut(text, spans):
    return [text[start:end] for start, end in spans]


@given(TEXT, st.sampled_from(["en", "de", "fr"]))
def test_tokens_stand_where_their_spans_say(text, language):
    forms = [token.form for token in tokens(text, language)]
    assert cut(text, token_spans(text, forms, **PLACE)) == forms


def test_a_token_may_hold_other_white_space_than_its_text():
    text = "rund 10\u00a0000  Euro"
    assert cut(text, token_spans(text, ["rund", "10 000", "Euro"], **PLACE)) == ["rund", "10\u00a0000", "Euro"]


def test_tokens_of_another_text_are_refused():
    with pytest.raises(InputError, match=r"x\.conllu: the token 'came' of segment 3 .*'went home'") as error:
        token_spans("She went home", ["She", "came"], **PLACE)
    assert "remedy" in str(error.value)


def test_a_token_without_a_visible_character_is_refused():
    with pytest.raises(InputError, match="the token ' ' of segment 3"):
        token_spans("a  b", ["a", " ", "b"], **PLACE)


def test_a_text_may_go_on_behind_its_tokens():
    assert token_spans("She went home", ["She", "went"], **PLACE) == [(0, 3), (4, 8)]


# Invisible characters belong to no token.
@given(st.text(max_size=30).map(without_invisible), st.lists(st.integers(1, 3), max_size=30))
def test_covering_spans_are_the_tokens_without_white_space_around(text, sizes):
    visible, tokens = "".join(text.split()), []
    for size in [*sizes, len(visible)]:
        if visible:
            tokens.append(visible[:size])
            visible = visible[size:]
    spans = covering_spans(text, tokens)
    assert ["".join(text[a:b].split()) for a, b in spans] == tokens
    assert all(text[a:b] == text[a:b].strip() for a, b in spans)
    assert all(b <= a for (_, b), (a, _) in pairwise(spans))


@pytest.mark.parametrize("tokens", [["ab"], ["ab", "d"], ["ab", "c", "d"], ["ab", "", "c"], []])
def test_tokens_of_another_text_have_no_spans(tokens):
    assert covering_spans("ab c", tokens) is None


def test_words_of_a_token_have_their_parts_or_all_of_it():
    assert word_spans((4, 9), "don't", ["do", "n't"]) == [(4, 6), (6, 9)]
    assert word_spans((4, 7), "zum", ["zu", "dem"]) == [(4, 7), (4, 7)]
    assert word_spans((4, 8), "Haus", ["Haus"]) == [(4, 8)]


def test_words_of_a_text():
    located = LocatedWords.of("I don't.", tokens("I don't.", "en"), **PLACE)
    assert located.words == ["I", "do", "n't", "."]
    assert located.spans == [(0, 1), (2, 4), (4, 7), (7, 8)]
    assert located.first == [0, 1, 3, 4]
    assert located.of_tokens([1, 2]) == [1, 2, 3]
