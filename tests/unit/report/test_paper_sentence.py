import pytest

from extractors.core.errors import InputError
from extractors.report.paper_sentence import paper_sentence

ROW = {
    "phenomenon": "reflexive",
    "label": "reflexive verbs",
    "distance": 3,
    "metric": "bleu",
    "status": "tested",
    "n": 1094,
    "not_compared": 14,
    "systems": 2,
    "difference": -3.44,
    "difference_low": -6.39,
    "difference_high": -0.43,
    "p_bh": 0.0004,
    "detectable": 5.09,
    "signature": "BLEU|nrefs:1|se:jackknife.segments",
}
CORPUS = [{"metric": "bleu", "score": 41.2}, {"metric": "ribes", "score": 0.8}]


def said(*rows, alpha=0.05):
    return paper_sentence(rows, CORPUS, "reflexive", alpha=alpha, others="other sentences of that length")


def test_a_finding_has_n_difference_interval_p_tests_and_signature():
    other = ROW | {"phenomenon": "other"}
    assert said(ROW, other, ROW | {"phenomenon": "small", "status": "too small"}) == (
        "On 1,094 segments with reflexive verbs at a distance of 3 or more (14 more have no controls), the 2 systems"
        " score on average 3.4 BLEU lower than on other sentences of that length (95 % interval adjusted for selection"
        " [-6.4, -0.4]; p <0.001 after Benjamini and Hochberg's correction over 2 tests)"
        " (BLEU|nrefs:1|se:jackknife.segments)."
    )


def test_a_rise_of_one_system_at_any_distance():
    row = ROW | {"distance": 0, "not_compared": 0, "systems": 1, "difference": 3.44, "p_bh": 0.041}
    assert said(row).startswith("On 1,094 segments with reflexive verbs, the system scores 3.4 BLEU higher than on ")
    assert "p = 0.041 after Benjamini and Hochberg's correction over 1 test)" in said(row)


def test_no_finding_says_what_would_have_been_found():
    text = said(ROW, alpha=0.0001)
    assert "the mean score of the 2 systems does not differ significantly from that on other sentences of " in text
    assert " (-3.4 BLEU, 95 % interval" in text
    assert "a difference of 5.1 would be found four times in five" in text


def test_what_was_not_tested_says_why_and_what_is_unknown_is_refused():
    assert said(ROW | {"status": "too small: 9 segments"}) == (
        "Segments with reflexive verbs at a distance of 3 or more were not tested (too small: 9 segments)."
    )
    with pytest.raises(InputError, match="did you mean 'reflexive'"):
        paper_sentence([ROW], CORPUS, "reflexiv", alpha=0.05, others="others")
