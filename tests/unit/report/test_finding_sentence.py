import pytest

from extractors.core.errors import InputError
from extractors.formats.findings import TEXT
from extractors.report.paper_text import paper_sentence
from extractors.score.claims import claim, place_in_words
from tests.builders.finding_rows import finding

ROW = finding("reflexive", -1.04, 0.0004, humans=-2.4, distance=3, n=1094, not_compared=14, systems=2)
CORPUS = [{"metric": "bleu", "score": 41.2}, {"metric": "ribes", "score": 0.8}]
WHERE = place_in_words("news", "de", "en")
OTHERS = "other sentences of that length"


def said(*rows, alpha=0.05):
    return paper_sentence(rows, CORPUS, "reflexive", alpha=alpha, where=WHERE, others=OTHERS)


def test_a_finding_says_systems_people_and_what_is_of_the_systems_with_n_interval_p_tests_and_signature():
    other = ROW | {"phenomenon": "other"}
    assert said(ROW, other, ROW | {"phenomenon": "small", "status": "too small"}) == (
        "On news (German to English), 2 systems score 3.4 BLEU lower on segments with reflexive at a distance of 3 or"
        " more than on other sentences of that length, human translations 2.4 lower; 1.0 [0.0, 2.0] of it is the"
        " systems' (1,094 segments, 14 more without controls; 95 % interval adjusted for selection; p <0.001 after"
        " Benjamini and Hochberg's correction over 2 tests; a true difference of 2.5 is found four times in five;"
        " BLEU|nrefs:1)."
    )


@pytest.mark.parametrize(
    ("beyond", "humans", "end"),
    [
        (1.5, 0.7, "2.2 BLEU higher on segments with p than on x, human translations 0.7 higher; 1.5 [0.5, 2.5] of it"
         " is the systems'"),
        (0.6, -3.6, "3.0 BLEU lower on segments with p than on x, human translations 3.6 lower; people's is larger, by"
         " 0.6 [-0.4, 1.6]"),
        (-1.5, 0.5, "1.0 BLEU lower on segments with p than on x, human translations 0.5 higher; a difference of 1.5"
         " [0.5, 2.5] is the systems'"),
    ],
)  # fmt: skip
def test_what_is_of_the_systems_has_the_sign_of_the_difference(beyond, humans, end):
    row = finding("p", beyond, 0.1, humans=humans)
    assert claim(row, places=1, where=WHERE, others="x") == f"{WHERE}, 20 systems score {end}"


def test_no_finding_says_so_and_what_would_have_been_found():
    text = said(ROW, alpha=0.0001)
    assert text.startswith("No significant difference: on news (German to English), 2 systems score 3.4 BLEU lower")
    assert "a true difference of 2.5 is found four times in five" in text


def test_of_one_human_reference_the_sentence_is_about_text():
    gone = dict.fromkeys(name for name in ROW if name.startswith(("humans", "beyond"))) | {"status": TEXT, "p_bh": None}
    assert "than on other sentences of that length; a second human reference tells whether systems are" in said(
        ROW | gone
    )


def test_a_score_that_sees_no_reference_needs_no_people():
    row = ROW | dict.fromkeys(("humans", "humans_low", "humans_high"))
    assert "of that length [0.0, 2.0], by a score that sees no reference (1,094 segments" in said(row)


def test_what_was_not_tested_says_why_and_what_is_unknown_is_refused():
    assert said(ROW | {"status": "too small: 9 segments"}) == (
        "On news (German to English), segments with reflexive at a distance of 3 or more were not tested (too small: 9"
        " segments)."
    )
    with pytest.raises(InputError, match="did you mean 'reflexive'"):
        paper_sentence([ROW], CORPUS, "reflexiv", alpha=0.05, where=WHERE, others="others")
