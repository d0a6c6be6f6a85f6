"""Words of a list in tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_suites.word_choice.words import WordList, without_parts
from extractors.models.tokenizers import surface_tokens


def find(words, tokens, language="de"):
    return WordList(words, language).find(tokens.split())


@pytest.mark.parametrize(
    ("words", "tokens", "places"),
    [
        (["aber"], "rot , aber blau , aber schön", [range(2, 3), range(5, 6)]),
        (["aber"], "Aber nein . Aber ja : Aber „ Aber", [range(0, 1), range(3, 4), range(6, 7), range(8, 9)]),
        (["aber"], "das Aber , Aber", []),
        (["Bank"], "bank Bank die BANK", [range(1, 2)]),
        (["aber"], "ROT ABER BLAU", [range(1, 2)]),
        (["aber"], "rot ABER blau", []),
        (["a donde", "a", "donde"], "voy a donde quiero", [range(1, 3), range(2, 3)]),
        ([], "aber", []),
        (["aber"], "", []),
        (["a b c"], "a b", []),
    ],
)
def test_places(words, tokens, places):
    assert find(words, tokens) == places


def test_words_are_cut_as_texts_are():
    for language, word, text, place in (
        ("fr", "puisqu'", "Oui, puisqu'il pleut.", range(2, 3)),
        ("fr", "puisque", "Oui, puisque tu viens.", range(2, 3)),
        ("zh", "还是", "茶还是水", range(1, 3)),
        ("es", "ya que", "Leo, ya que llueve.", range(2, 4)),
    ):
        assert WordList([word], language).find(surface_tokens(text, language)) == [place]


def test_a_part_of_a_longer_place_is_left_out():
    longer = [range(1, 3)]
    assert without_parts([range(0, 1), range(2, 3), range(1, 3)], longer) == [range(0, 1), range(1, 3)]
    assert without_parts(longer, [range(2, 3)]) == longer


@given(st.lists(st.sampled_from("abcAB.,"), max_size=12), st.lists(st.sampled_from(["a", "b", "a b"]), max_size=3))
def test_what_is_found_is_written_like_a_word(tokens, words):
    for place in WordList(words, "xx").find(tokens):
        assert " ".join(tokens[at] for at in place).lower() in words


@given(st.lists(st.sampled_from("abc."), max_size=12))
def test_every_token_that_is_the_word_is_found(tokens):
    assert [place.start for place in WordList(["a"], "xx").find(tokens)] == [
        n for n, t in enumerate(tokens) if t == "a"
    ]
