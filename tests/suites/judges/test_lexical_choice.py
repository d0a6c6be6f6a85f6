"""Lexical choice: words as tokens, both and none, and links where words alone leave it open."""

from collections import Counter

import pytest

from challenge_sets_suites.formats.popovic import Popovic
from challenge_sets_suites.judges import lexical_choice
from challenge_sets_suites.judges.lexical_choice import BOTH, NO_WORDS, NONE, NOT_LINKED, LexicalChoice
from extractors.core.errors import InputError
from tests.builders.rule_suites import BUNDLED, item

GERMAN = {"right_words": ("sondern",), "wrong_words": ("aber",)}
SPANISH = {"right_words": ("sino",), "wrong_words": ("pero",)}


def verdict(output, language="de", **values):
    (found,) = LexicalChoice(target_language=language).judge([item(**values)], [output])
    return found.verdict, found.reason


@pytest.mark.parametrize(
    ("output", "language", "values", "expected"),
    [
        ("Nicht rot, sondern blau.", "de", GERMAN, "right"),
        ("Nicht rot, aber blau.", "de", GERMAN, "wrong"),
        ("Sondern blau.", "de", GERMAN, "right"),
        ("Nicht rot. Sondern blau.", "de", GERMAN, "right"),
        ("Er sagte: „Aber nein!“", "de", GERMAN, "wrong"),
        ("NICHT ROT, SONDERN BLAU.", "de", GERMAN, "right"),
        ("Die besondere, gesonderte Sonderndurchsage.", "de", GERMAN, "undecided"),
        ("Das ist Aberglaube.", "de", GERMAN, "undecided"),
        ("No rojo, sino azul.", "es", SPANISH, "right"),
        ("Si no es rojo, es azul.", "es", SPANISH, "undecided"),
        ("Sino azul.", "es", SPANISH, "right"),
        ("Sein Wissen reicht.", "de", {"right_words": ("wissen", "weiß")}, "undecided"),
        ("Wissen Sie es?", "de", {"right_words": ("wissen", "weiß")}, "right"),
        ("Er weiß es.", "de", {"right_words": ("wissen", "weiß"), "wrong_words": ("kennen", "kennt")}, "right"),
        ("Er kennt es.", "de", {"right_words": ("wissen", "weiß"), "wrong_words": ("kennen", "kennt")}, "wrong"),
    ],
)
def test_words_are_tokens(output, language, values, expected):
    assert verdict(output, language, **values)[0] == expected


def test_a_longer_word_hides_the_shorter_in_it():
    values = {"right_words": ("ya que",), "wrong_words": ("que", "desde")}
    assert verdict("Ya que llueve, leo.", "es", **values)[0] == "right"
    assert verdict("Desde ayer leo.", "es", **values)[0] == "wrong"
    assert verdict("Leo ya que llueve desde ayer.", "es", **values)[0] == "undecided"
    assert verdict("Digo que ya leo.", "es", **values)[0] == "wrong"


def test_reasons_quote_the_words():
    assert verdict("Nicht rot, sondern blau.", **GERMAN)[1] == '"sondern", which is right here'
    assert verdict("Aber blau, aber schön.", **GERMAN)[1] == '"Aber", "aber", which is right elsewhere'
    assert verdict("Sondern blau, aber schön.", **GERMAN)[1] == f'{BOTH}: "Sondern" and "aber"'
    assert verdict("Blau.", **GERMAN) == ("undecided", NONE)
    assert verdict("Aber blau.", wrong_words=("aber",)) == ("undecided", NO_WORDS)


class GivenLinks:
    """An aligner with the links of the test, which counts the pairs that it is asked for."""

    def __init__(self, links=()):
        self.links, self.pairs = links, []

    def align(self, pairs):
        self.pairs += pairs
        return iter([sorted(self.links) for _ in pairs])

    def tell(self):
        """Nothing."""


@pytest.fixture
def judge_with(monkeypatch):
    """The judge with an aligner that the test gives."""

    def judge(aligner):
        monkeypatch.setattr(lexical_choice, "create_aligner", lambda *_, **__: aligner)
        return LexicalChoice(source_language="en", target_language="de", aligner="given")

    return judge


@pytest.fixture
def by_links(judge_with):
    """Judges the output of a source by links that the test gives, as `2-4 5-6`."""

    def judge(source, output, links, **values):
        pairs = [tuple(map(int, link.split("-"))) for link in links.split()]
        of_item = item(source=source, word="but", **GERMAN, **values)
        (found,) = judge_with(GivenLinks(pairs)).judge([of_item], [output])
        return found.verdict, found.reason

    return judge


def test_links_decide_where_the_output_has_both(by_links):
    source, output = "Not red but blue .", "Aber nicht rot , sondern blau ."
    assert by_links(source, output, "2-4") == ("right", '"sondern", which is right here, by the alignment')
    assert by_links(source, output, "2-0")[0] == "wrong"
    assert by_links(source, output, "2-0 2-4") == ("undecided", f'{BOTH}: "sondern" and "Aber", by the alignment')
    assert by_links(source, output, "0-1 1-4") == (
        "undecided",
        f'{BOTH}: "sondern" and "Aber"; the alignment does not tell which it is',
    )


def test_links_tell_which_word_of_the_source_is_meant(by_links):
    source, output = "Late , but not red but blue .", "Spät , aber nicht rot , sondern blau ."
    assert by_links(source, output, "2-2 5-6", position=5)[0] == "right"
    assert by_links(source, output, "2-2 5-6", position=2)[0] == "wrong"
    assert by_links(source, output, "2-2 5-6")[0] == "undecided"
    assert by_links(source, "Spät , aber nicht rot blau .", "2-2", position=5) == ("undecided", f'{NOT_LINKED}: "aber"')


def test_the_aligner_is_asked_only_where_words_leave_it_open(judge_with):
    outputs = ["Nicht rot, sondern blau.", "Nichts.", "Aber sondern."]
    aligner = GivenLinks()
    items = [item(n, source="Not red but blue.", word="but", **GERMAN) for n in (1, 2, 3)]
    judged = judge_with(aligner).judge(items, outputs)
    assert [v.verdict for v in judged] == ["right", "undecided", "undecided"]
    assert aligner.pairs == [(["Not", "red", "but", "blue", "."], ["Aber", "sondern", "."])]


def test_texts_are_cut_by_their_languages():
    with pytest.raises(InputError, match="needs the target language"):
        LexicalChoice()
    with pytest.raises(InputError, match="needs the source language"):
        LexicalChoice(target_language="de", aligner="simalign")


@pytest.mark.parametrize(
    ("aligner", "hasty_sondern"),
    [(None, {"right": 2, "wrong": 2, BOTH: 2, NONE: 1}), ("simalign", {"right": 3, "wrong": 2, BOTH: 1, NONE: 1})],
)
def test_the_bundled_set_gives_the_figures_of_its_readme(aligner, hasty_sondern):
    folder = BUNDLED / "lexical_choice"
    suite = Popovic(target_language="de").read(folder / "en.but.test")
    judge = LexicalChoice(source_language=suite.source_language, target_language=suite.target_language, aligner=aligner)
    counts = {}
    for system in ("careful", "hasty"):
        outputs = (folder / "systems" / f"{system}.de").read_text(encoding="utf-8").splitlines()
        for of_item, found in zip(suite.items, judge.judge(suite.items, outputs), strict=True):
            kind = found.verdict if found.verdict != "undecided" else BOTH if found.reason.startswith(BOTH) else NONE
            counts.setdefault((system, of_item.right_words[0]), Counter())[kind] += 1
    assert counts == {
        ("careful", "sondern"): {"right": 5, BOTH: 1, NONE: 1},
        ("careful", "aber"): {"right": 5},
        ("hasty", "sondern"): hasty_sondern,
        ("hasty", "aber"): {"right": 2, "wrong": 1, NONE: 2},
    }
