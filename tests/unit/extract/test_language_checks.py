"""What is refused: swapped texts or languages, outputs of another pair, and outputs that are the source."""

import pytest

from extractors.core.errors import InputError
from extractors.extract.ingest import check_corpus, check_output
from tests.unit.inputs.test_text_language import text

GERMAN, ENGLISH = text("de", 500), text("en", 500)
LANGUAGES = {"source_language": "de", "target_language": "en"}


def test_texts_as_they_are_said_to_be_pass():
    check_corpus(GERMAN, {"A": ENGLISH}, **LANGUAGES)
    check_output("x", ENGLISH, GERMAN, **LANGUAGES)


def test_a_swapped_corpus_is_refused_with_its_words():
    with pytest.raises(InputError) as caught:
        check_corpus(ENGLISH, {"A": GERMAN}, **LANGUAGES)
    assert "the source looks like English (the, " in caught.value.problem
    assert "source_language is de" in caught.value.problem
    assert "the reference A looks like German (" in caught.value.problem
    assert "swapped" in caught.value.problem
    assert "check_languages: false" in caught.value.remedy


def test_one_wrong_text_is_not_called_swapped():
    with pytest.raises(InputError, match="the reference B looks like French") as caught:
        check_corpus(GERMAN, {"A": ENGLISH, "B": text("fr", 500)}, **LANGUAGES)
    assert "swapped" not in caught.value.problem


def test_an_output_of_another_pair_is_refused():
    with pytest.raises(InputError, match=r"the output of x looks like French .*, and target_language is en"):
        check_output("x", text("fr", 500), GERMAN, **LANGUAGES)


def test_an_output_that_is_the_source_is_refused_in_any_language():
    source = [f"eins zwei drei vier fünf {number}" for number in range(30)]
    with pytest.raises(InputError, match="the output of x repeats the source in 30 of 30 long segments"):
        check_output("x", source, source, source_language="hsb", target_language="dsb")
    check_output("x", [*source[:20], *["other"] * 10], source, source_language="hsb", target_language="dsb")
    check_output("x", source, source, source_language="hsb", target_language="hsb")
