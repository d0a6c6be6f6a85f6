"""Popović's pairs of files: sentences, and the right words of each target language."""

import pytest

from challenge_sets_suites.formats.popovic import Popovic
from extractors.core.errors import InputError
from tests.builders.rule_suites import EXPECTED, SENTENCES


@pytest.fixture
def path(tmp_path):
    (tmp_path / "en.but.test").write_text(SENTENCES, encoding="utf-8")
    (tmp_path / "en.expected-target-but.test").write_text(EXPECTED, encoding="utf-8")
    return tmp_path / "en.but.test"


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", ("sondern", "aber")), ("es", ("sino", "pero")), ("hr", ("nego", "ali")), ("sr", ("nego", "ali"))],
)
def test_the_words_are_those_of_the_target_language(path, language, words):
    suite = Popovic(target_language=language).read(path)
    assert (suite.source_language, suite.target_language) == ("en", language)
    corrected, contrasted = suite.items
    assert (corrected.right_words, corrected.wrong_words) == ((words[0],), (words[1],))
    assert (contrasted.right_words, contrasted.wrong_words) == ((words[1],), (words[0],))
    assert (corrected.word, corrected.category, corrected.phenomenon) == ("but", "but", f"but -> {words[0]}")


@pytest.mark.parametrize(
    ("expected", "language", "words"),
    [
        ("nego/sondern\nali/aber\n", "de", ["sondern", "aber"]),
        ("a\ni\n", "sr", ["a", "i"]),
        ("utan\nmen\n", "sv", ["utan", "men"]),
    ],
)
def test_files_of_other_names_tell_their_order(tmp_path, expected, language, words):
    (tmp_path / "s.txt").write_text(SENTENCES)
    (tmp_path / "e.txt").write_text(expected)
    reader = Popovic(target_language=language, source_language="en", word="but", expected=str(tmp_path / "e.txt"))
    assert [i.right_words for i in reader.read(tmp_path / "s.txt").items] == [(word,) for word in words]


@pytest.mark.parametrize(
    ("expected", "line", "words"),
    [
        ("sondern/sino/nego\naber/pero\n", 2, "has not one word for each target language"),
        ("sondern/sino/nego\naber//ali\n", 2, "has not one word for each target language"),
        ("sondern/sino/nego\n", 2, "1 lines, but"),
        ("sondern/sino/nego\nsondern/pero/ali\n", 2, "'sondern' stands for 'sondern/sino/nego' and for"),
        ("sondern/sino/nego\nsondern/sino/nego\n", None, "the only word is 'sondern'"),
        ("nego\nali\n", None, "no words of the target language 'de'; those it has are of hr, sr"),
        ("vaan/utan\nmutta/men\n", None, "no words of the target language 'de'; those it has are of no language"),
    ],
)
def test_a_bad_file_of_words_is_named_with_its_line(path, expected, line, words):
    other = path.with_name("en.expected-target-but.test")
    other.write_text(expected)
    with pytest.raises(InputError, match=words) as error:
        Popovic(target_language="de").read(path)
    assert (error.value.path, error.value.line) == (other, line)


def test_what_the_name_does_not_tell_must_be_given(path, tmp_path):
    for options, words in (
        ({}, "does not name the target language"),
        ({"target_language": "de", "source_language": "fr"}, "the source language is 'en', and 'fr' was asked for"),
    ):
        with pytest.raises(InputError, match=words):
            Popovic(**options).read(path)
    (tmp_path / "s.txt").write_text(SENTENCES)
    with pytest.raises(InputError, match="the file of right words is not known"):
        Popovic(target_language="de").read(tmp_path / "s.txt")
