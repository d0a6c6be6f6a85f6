"""Lemma rules: they give back the lemma they were made from, and carry over to new words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.models.parsers._multilingual import lemmas

WORDS = st.text(alphabet="abcßäİI>|AB= '-0", min_size=1, max_size=12)


@given(WORDS, WORDS)
def test_a_rule_gives_back_its_lemma(form: str, lemma: str) -> None:
    assert lemmas.apply(lemmas.rule(form, lemma), form) == lemma


@given(WORDS, WORDS, WORDS)
def test_a_rule_can_be_applied_to_any_form(form: str, lemma: str, other: str) -> None:
    assert isinstance(lemmas.apply(lemmas.rule(form, lemma), other), str)


@pytest.mark.parametrize(
    ("form", "lemma", "new", "expected"),
    [
        ("angekommen", "ankommen", "angefangen", "anfangen"),
        ("walked", "walk", "talked", "talk"),
        ("Walked", "walk", "Talked", "talk"),
        ("is", "be", "is", "be"),
        ("Haus", "Haus", "Baum", "Baum"),
    ],
)
def test_rules_carry_over(form: str, lemma: str, new: str, expected: str) -> None:
    assert lemmas.apply(lemmas.rule(form, lemma), new) == expected


def test_a_rule_that_does_not_fit_leaves_the_form() -> None:
    assert lemmas.apply(lemmas.rule("walked", "walk"), "sing") == "sing"


@pytest.mark.parametrize(
    ("form", "upos", "expected"),
    [("Was", "AUX", "be"), ("was", "AUX", "be"), ("Was", "PROPN", "Wa"), ("was", "PRON", "wa")],
)
def test_a_word_of_the_lexicon_has_its_lemma_also_at_the_beginning_of_a_sentence(
    form: str, upos: str, expected: str
) -> None:
    assert lemmas.lemma(form, upos, "k>|s>", {"was/AUX": "be", "was/PROPN": "never"}) == expected


def test_a_lexicon_has_words_of_one_lemma_that_is_annotated() -> None:
    words = [("dogs", "NOUN", "dog"), ("saw", "VERB", "see"), ("saw", "VERB", "saw"), ("Ann", "PROPN", "_")]
    assert lemmas.lexicon([*words, ("_", "PUNCT", "_")]) == {"dogs/NOUN": "dog", "_/PUNCT": "_"}


def test_a_word_without_a_rule_has_no_lemma() -> None:
    assert lemmas.lemma("was", "AUX", "_", {"was/AUX": "be"}) == "_"
