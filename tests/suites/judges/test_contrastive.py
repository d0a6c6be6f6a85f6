"""Contrastive pairs judged by scores."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_suites.judges.contrastive import Contrastive
from challenge_sets_suites.tables.items import Item
from extractors.core.errors import InputError
from tests.builders import pairs

ITEMS = [pairs.pair("a"), pairs.pair("b"), pairs.pair("c", 2)]
REST = json.dumps(
    {"without_errors": {"1": {"source": "S1", "reference": "R1"}, "3": {"source": "S3", "reference": "R3"}}}
)


def verdicts(judge, scores, items=ITEMS, rest=REST):
    return [(v.verdict, v.score) for v in judge.judge(items, scores, rest)]


def test_texts_stand_in_the_order_of_lingeval97():
    assert Contrastive().texts(ITEMS, REST) == [
        ("S0", "R0"),
        ("S0", "Ea"),
        ("S0", "Eb"),
        ("S1", "R1"),
        ("S2", "R2"),
        ("S2", "Ec"),
        ("S3", "R3"),
    ]


def test_a_reference_is_scored_again_where_the_sentence_or_the_reference_changes():
    items = [pairs.pair("a"), pairs.pair("b", reference="other"), pairs.pair("c"), pairs.pair("d", 1)]
    assert [text for _, text in Contrastive().texts(items, "")] == ["R0", "Ea", "other", "Eb", "R0", "Ec", "R1", "Ed"]


INF = float("inf")
SCORES = [2.0, 2.5, 1.75, 9.0, 3.0, 3.0, 9.0]


@pytest.mark.parametrize(
    ("maximize", "scores", "expected"),
    [
        (False, SCORES, [("right", 0.5), ("wrong", -0.25), ("wrong", 0.0)]),
        (True, SCORES, [("wrong", -0.5), ("right", 0.25), ("wrong", 0.0)]),
        (False, [1.0, INF, 2.0, 0, INF, INF, 0], [("right", INF), ("right", 1.0), ("wrong", 0.0)]),
    ],
)
def test_the_better_score_wins_and_a_tie_is_wrong(maximize, scores, expected):
    assert verdicts(Contrastive(maximize=maximize), scores) == expected


def test_reasons_name_both_scores():
    reasons = [verdict.reason for verdict in Contrastive().judge(ITEMS, SCORES, REST)]
    assert reasons == [
        "the reference scores better (reference 2, error 2.5; lower is better)",
        "the error scores better (reference 2, error 1.75; lower is better)",
        "a tie: reference and error both score 3",
    ]


def test_an_item_that_is_no_pair_is_undecided_and_has_no_text():
    items = [pairs.pair("a"), Item(item="q", sentence=1, source="S1", phenomenon="p", question="Is it?")]
    judge = Contrastive()
    assert len(judge.texts(items, "")) == 2
    assert [v.verdict for v in judge.judge(items, [1.0, 2.0], "")] == ["right", "undecided"]


@given(scores=st.lists(st.floats(-1e6, 1e6), min_size=7, max_size=7))
def test_a_pair_is_right_only_if_its_margin_is_positive_and_never_both_ways(scores):
    low, high = (Contrastive(maximize=m).judge(ITEMS, scores, REST) for m in (False, True))
    for one, other in zip(low, high, strict=True):
        assert (one.verdict == "right") == (one.score > 0)
        assert one.score == -other.score
        assert [one.verdict, other.verdict].count("right") == (0 if one.score == 0 else 1)


def test_a_suite_without_pairs_of_two_texts_is_refused():
    with pytest.raises(InputError, match="no item has two texts that differ"):
        Contrastive().check([pairs.pair("b", contrastive="R0")], "contrastive")


def test_a_pair_of_two_equal_texts_is_left_out_and_named(caplog):
    items, judge = [pairs.pair("a"), pairs.pair("b", contrastive="R0")], Contrastive()
    judge.check(items, "contrastive")
    assert "1 pairs have two equal texts, and are left out: b" in caplog.text
    assert [verdict.verdict for verdict in judge.judge(items, [1.0, 2.0, 1.0], "")] == ["right", "missing"]
