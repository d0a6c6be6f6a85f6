"""Words that can stand for a negator."""

import pytest

from extractors.score.accuracy.lexicon import LemmaLexicon
from extractors.score.accuracy.negators import NegativeWords

LEXICON = LemmaLexicon(
    [
        ("failed", "fail", 3),
        ("able", "able", 1),
        ("vaccinated", "vaccinate", 1),
        ("hope", "hope", 2),
        ("less", "less", 4),
    ]
)


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("they failed to settle", {1}),
        ("we are unable to come", {2}),
        ("the unvaccinated were under pressure", {1}),
        ("hopeless but less so", {0}),
        ("by itself rather than an investor", {2, 3}),
        ("rather late", set()),
        ("they come", set()),
    ],
)
def test_words_phrases_and_affixes_of_known_words_are_found(sentence, found):
    listed = ["un-", "-less", "fail", "rather than"]
    assert NegativeWords(listed, LEXICON).places(sentence.split()) == found


def test_capitals_and_sharp_s_do_not_matter():
    assert NegativeWords(["außer", "Un-"], LEXICON).places(["Außer", "unable"]) == {0, 1}
