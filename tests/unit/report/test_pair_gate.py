"""What fails beside an older system, and what the verdict says that would have been seen."""

import pytest

from extractors.report.pair_gate import PairGate
from extractors.report.pair_table import SystemPair
from extractors.scoring.whole_corpus import WholeCorpus

PAIR = SystemPair(old="old", new="new", metric="bleu", label="BLEU", higher_is_better=True, alpha=0.05)
WHOLE = WholeCorpus(n=500, old=31.0, new=30.0, difference=-1.0, low=-1.9, high=-0.1, p=0.03, detectable=1.26)


def words(change=-0.2, p=0.01, *, raw=-0.2, is_order=False):
    row = {"phenomenon": "negation", "is_order": is_order, "n": 90, "lost": 25, "won": 7, "detectable": 0.123}
    return row | {"change": change, "p_bh": p, "match_old": 0.7, "match_new": 0.7 + raw}


def of_set(name="negation", *, finding=None, interaction=None, p=None, difference=-4):
    row = {"phenomenon": name, "finding": finding, "interaction": interaction, "interaction_p_bh": p}
    return row | {"difference": difference}


@pytest.mark.parametrize(
    ("rows", "at_words", "fail_on", "wanted"),
    [
        ([], [words()], (), {"negation": "at the words: 25 of 90 hits lost, 7 won"}),
        ([], [words(p=0.06)], (), {}),
        ([], [words(change=0.2)], (), {}),
        # It has more of the hits, if less than it has more of control words.
        ([], [words(raw=0.01)], (), {}),
        ([], [words(is_order=True)], (), {"negation": "at the words: 25 of 90 hits in order lost, 7 won"}),
        (
            [],
            [words(p=0.5), words(is_order=True)],
            (),
            {"negation": "at the words: 25 of 90 hits in order lost, 7 won"},
        ),
        (
            [of_set(interaction=-3, p=0.01)],
            [words()],
            (),
            {"negation": "at the words and more than elsewhere: 25 of 90 hits lost, 7 won"},
        ),
        ([of_set("passive", interaction=-3, p=0.01)], [], (), {"passive": "more than elsewhere"}),
        ([of_set("passive", interaction=3, p=0.01)], [], (), {}),
        ([of_set("passive", interaction=-3, p=0.01, difference=1)], [], (), {}),
        ([of_set("passive", finding="worse")], None, (), {"passive": "on its set"}),
        ([of_set("passive", finding="worse")], [], (), {}),
        ([], [], ("whole",), {"the whole corpus": "-1.0 BLEU"}),
    ],
)
def test_what_fails_and_why(rows, at_words, fail_on, wanted):
    assert PairGate(pair=PAIR, whole=WHOLE, rows=rows, at_words=at_words, fail_on=fail_on).failures == wanted


def test_a_pass_says_what_would_have_been_seen():
    better = WholeCorpus(n=500, old=30.0, new=31.0, difference=1.0, low=0.1, high=1.9, p=0.03, detectable=1.26)
    at_words = [words(p=0.5), words(p=0.5, is_order=True)]
    family = ["negation", "passive"]
    gate = PairGate(pair=PAIR, whole=better, rows=[], at_words=at_words, fail_on=("whole",), family=family)
    assert gate.text == (
        "PASS. With 80 % power the words would have shown a loss of this many points: negation 12,"
        " negation (order) 12; with hits too few: passive; and the whole corpus a loss of 1.3 BLEU"
    )


@pytest.mark.parametrize(("fail_on", "advice"), [((), "; --fail-on whole tests the whole corpus"), (("whole",), "")])
def test_a_pass_where_nothing_is_tested_says_so(fail_on, advice):
    better = WholeCorpus(n=20, old=30.0, new=31.0, difference=1.0, low=0.1, high=1.9, p=0.03, detectable=1.26)
    gate = PairGate(pair=PAIR, whole=better, rows=[of_set() | {"p_bh": None}], at_words=None, fail_on=fail_on)
    assert gate.text == f"PASS, but no phenomenon is tested: each has too few hits or segments{advice}"
