import math

import numpy as np
import pytest

from challenge_sets_lab.alignment_quality.gold_links import GoldPair
from challenge_sets_lab.alignment_quality.link_scores import MEASURES, line, score, with_intervals


def test_scores_are_those_of_och_and_ney() -> None:
    tokens = ["a", "b", "c"]
    gold = [
        GoldPair(tokens, tokens, frozenset({(0, 0), (1, 1)}), frozenset({(0, 0), (1, 1), (2, 2)})),
        GoldPair(tokens, tokens, frozenset({(2, 0)}), frozenset({(2, 0)})),
    ]
    # 4 links, of which 3 are possible and 2 of 3 sure ones.
    scores = score([[(0, 0), (2, 2), (0, 2)], [(2, 0)]], gold)
    f1 = 2 * 0.75 * (2 / 3) / (0.75 + 2 / 3)
    assert scores == pytest.approx({"precision": 3 / 4, "recall": 2 / 3, "f1": f1, "aer": 1 - (2 + 3) / (4 + 3)})
    assert line(scores) == "precision 75.0, recall 66.7, F1 70.6, AER 28.6"
    perfect = score([list(pair.sure) for pair in gold], gold)
    assert perfect == {"precision": 1, "recall": 1, "f1": 1, "aer": 0}


def test_no_links_have_no_precision() -> None:
    gold = [GoldPair(["a"], ["b"], frozenset({(0, 0)}), frozenset({(0, 0)}))]
    scores = score([[]], gold)
    assert math.isnan(scores["precision"])
    assert (scores["recall"], scores["aer"]) == (0, 1)
    with pytest.raises(ValueError, match="longer"):
        score([], gold)


def test_intervals_hold_their_value_and_narrow_with_more_pairs() -> None:
    draw = np.random.default_rng(1)
    rows = np.stack([np.full(400, 10), *draw.integers(4, 9, (2, 400)), np.full(400, 10)], axis=1)
    few, many = (with_intervals(rows[:n], MEASURES, resamples=300) for n in (40, 400))
    for name in MEASURES:
        for value, low, high in (few[name], many[name]):
            assert 0 <= low < value < high <= 1
        assert many[name][2] - many[name][1] < few[name][2] - few[name][1]


def test_an_interval_does_not_go_beyond_a_share() -> None:
    rows = np.array([[1, 1, 1, 1]] * 5 + [[4, 0, 0, 4]])
    for value, low, high in with_intervals(rows, MEASURES, resamples=100).values():
        assert 0 <= low <= value <= high <= 1
