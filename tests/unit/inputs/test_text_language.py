"""The language of a text by its frequent words: what is said of right, wrong, short and mixed texts."""

import random

import pytest

from extractors.inputs.text_language import LEAST_WORDS, another_language, frequent_words


def text(language, words=2 * LEAST_WORDS, seed=1):
    """Words of a language, as often as it has them, and between them some of none."""
    shares = frequent_words()[language]
    drawn = random.Random(seed).choices([*shares, "qqq"], [*shares.values(), 1 - sum(shares.values())], k=words)
    return [" ".join(drawn[at : at + 10]) for at in range(0, words, 10)]


@pytest.mark.parametrize("language", frequent_words())
def test_a_text_in_its_language_is_right(language):
    assert another_language(text(language), language, other="en") is None


@pytest.mark.parametrize(("language", "said"), [("en", "de"), ("de", "en"), ("ja", "zh"), ("uk", "ru"), ("cs", "nb")])
def test_a_text_in_another_language_is_said_to_be_with_its_words(language, said):
    found = another_language(text(language, 500), said, other="fr")
    assert found.language == language
    assert set(found.words) <= frequent_words()[language].keys()


def test_the_words_are_the_most_telling_ones():
    assert str(another_language(text("en", 1000), "de", other="en")).startswith("English (the, ")


def test_a_short_text_and_a_mixed_one_are_not_judged():
    assert another_language(text("en", LEAST_WORDS - 1), "de", other="en") is None
    assert another_language([*text("en", 600), *text("de", 600)], "de", other="en") is None
    assert another_language([*text("en", 600), *text("de", 600)], "en", other="de") is None


def test_near_relatives_are_not_told_apart():
    assert another_language(text("da", 1000), "no", other="en") is None


def test_of_a_language_without_words_only_the_other_side_is_recognised():
    assert another_language(text("en", 1000), "lt", other="en").language == "en"
    assert another_language(text("fr", 1000), "lt", other="en") is None
    assert another_language(text("no", 1000), "lt", other="lv") is None
