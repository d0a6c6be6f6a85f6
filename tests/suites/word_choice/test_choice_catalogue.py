"""suites/challenge_sets_suites/word_choices.yaml: what is refused, and what the shipped file holds."""

import pytest

from challenge_sets_suites.word_choice import DEFAULT_FILE, choice_catalogue
from challenge_sets_suites.word_choice.words import WordList
from extractors.core.errors import InputError
from extractors.models.tokenizers import surface_tokens
from extractors.phenomena import DEFAULT_FILE as PHENOMENA
from extractors.phenomena import catalogue as phenomena

GOOD = """\
choices:
  - id: but
    language: en
    words: [but]
    description: A contrast or a correction.
    targets:
      de:
        - {word: aber, meaning: a contrast}
        - {word: sondern, meaning: a correction}
  - id: "to"
    language: en
    request: pattern { N -[case]-> T }
    node: T
    description: The goal of a movement.
    targets:
      de:
        - {word: zu, meaning: persons, forms: [zu, zum]}
        - {word: nach, meaning: towns}
"""


def load(tmp_path, text):
    (tmp_path / "w.yaml").write_text(text, encoding="utf-8")
    return choice_catalogue.load(tmp_path / "w.yaml")


def test_entries_and_defaults(tmp_path):
    found = load(tmp_path, GOOD)
    assert list(found) == ["but", "to"]
    assert [a.all_forms for a in found["but"].alternatives("de")] == [("aber",), ("sondern",)]
    assert [a.all_forms for a in found["to"].alternatives("de")] == [("zu", "zum"), ("nach",)]
    assert (found["but"].needs_parses, found["to"].needs_parses) == (False, True)
    assert found["to"].node == "T"
    with pytest.raises(InputError, match="'but' has no translations into 'dk'"):
        found["but"].alternatives("dk")


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("meaning: a contrast", "meanign: a contrast", 8, "unknown key 'meanign'"),
        ("    words: [but]\n", "", 2, "names no word"),
        ("    node: T\n", "", 12, "has a request, but no node"),
        ("node: T", "node: X", 12, "the pattern has no node 'X'"),
        ("-[case]->", "-[case]>", 12, "in the request of to"),
        ('id: "to"', "id: but", 10, "is there twice"),
        ("forms: [zu, zum]", "forms: [zu, nach]", 18, "'nach' is one of 'zu' and of 'nach'"),
        ("forms: [zu, zum]", "forms: []", 17, "forms"),
        ("        - {word: nach, meaning: towns}\n", "", 16, "must have at least 2 items"),
        ("    node: T\n", "    node: T\n    phenomenon: x\n    role: head\n", 12, "has a request and a phenomenon"),
        ("language: en", "language: english", 3, "language"),
    ],
)
def test_a_fault_is_named_with_its_line(tmp_path, old, new, line, words):
    assert old in GOOD
    with pytest.raises(InputError, match=words) as error:
        load(tmp_path, GOOD.replace(old, new, 1))
    assert error.value.line == line
    assert error.value.remedy


SHIPPED = choice_catalogue.load(DEFAULT_FILE)
APOSTROPHES = "'’"


def test_the_shipped_file_has_the_choices_of_the_literature():
    assert {"but", "mais", "and", "when", "know", "to"} <= SHIPPED.keys()
    words = {
        (i, language): [a.word for a in SHIPPED[i].alternatives(language)]
        for i, language in (("but", "de"), ("but", "es"), ("mais", "de"), ("and", "hr"), ("when", "de"), ("know", "de"))
    }
    assert words == {
        ("but", "de"): ["aber", "sondern"],
        ("but", "es"): ["pero", "sino"],
        ("mais", "de"): ["aber", "sondern"],
        ("and", "hr"): ["i", "a"],
        ("when", "de"): ["als", "wenn", "wann"],
        ("know", "de"): ["wissen", "kennen"],
    }


@pytest.mark.parametrize("choice", SHIPPED.values(), ids=lambda c: c.id)
def test_shipped_words_are_found_as_tokens(choice):
    texts = {choice.language: choice.words}
    for language, alternatives in choice.targets.items():
        texts[language] = [form for alternative in alternatives for form in alternative.all_forms]
    for language, forms in texts.items():
        for form in forms:
            tokens = surface_tokens(f"x {form}{'' if form[-1] in APOSTROPHES else ' '}y", language)
            assert WordList([form], language).find(tokens) == [range(1, len(tokens) - 1)], form


@pytest.mark.parametrize("choice", [c for c in SHIPPED.values() if c.phenomenon], ids=lambda c: c.id)
def test_shipped_phenomena_are_there(choice):
    assert phenomena.load(PHENOMENA)[choice.phenomenon].rules[choice.language]
