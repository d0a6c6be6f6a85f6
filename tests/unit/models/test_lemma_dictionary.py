"""Lemmas of the dictionaries that come with simplemma."""

import pytest

from extractors.models.lemma_dictionary import LemmaDictionary


@pytest.mark.parametrize(
    ("language", "form", "upos", "lemma"),
    [
        ("cs", "koupil", "VERB", "koupit"),
        ("hr", "kupio", "VERB", "kupiti"),
        ("no", "husene", "NOUN", "hus"),
        ("fr", "Les", "DET", "le"),
        ("de", "Sagen", "NOUN", "Sage"),
    ],
)
def test_a_word_is_looked_up_in_its_language(language, form, upos, lemma):
    assert LemmaDictionary(language).lemma(form, upos) == lemma


@pytest.mark.parametrize(
    ("language", "form", "upos"),
    [("cs", "Kouřil", "PROPN"), ("cs", "qwrtz", "NOUN"), ("th", "\u0e1a\u0e49\u0e32\u0e19", "NOUN")],
)
def test_names_other_words_and_other_languages_are_not_known(language, form, upos):
    assert LemmaDictionary(language).lemma(form, upos) is None
