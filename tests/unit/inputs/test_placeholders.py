"""Texts that stand where a translation should."""

import pytest

from extractors.inputs.placeholders import is_phrase, repeated


@pytest.mark.parametrize("text", ["####", " ## ", "NO TRANSLATION AVAILABLE", "no translation", "[MISSING]", "null"])
def test_phrases_of_tools(text):
    assert is_phrase(text)


@pytest.mark.parametrize("text", ["#owls", "No translation is perfect.", "missing you", ""])
def test_texts_that_say_something(text):
    assert not is_phrase(text)


def test_what_many_sources_have_is_one_and_a_double_source_counts_once():
    assert repeated([(n, "same" if n < 5 else f"text {n}") for n in range(20)]) == "same"
    assert repeated([(0, "same")] * 5 + [(n, f"text {n}") for n in range(20)]) is None
    assert repeated([(0, None), (1, "")]) is None
