"""Accuracy of all systems together: shares of hits, and their tests."""

import numpy as np
import pytest

from extractors.formats.sets import Range
from extractors.words.accuracy_effects import correct, of_all_systems
from tests.builders.accuracy_corpora import Corpus

SEGMENTS = 36
KEPT = ["left", "leaf", "dog", "ran"]
ALL, FAR = Range("minimum", 0, None), Range("minimum", 1, None)


@pytest.fixture(scope="module")
def corpus():
    """Four verbs a segment, each linked to a word of its own; the first two are the hit."""
    source = ["a/VERB b/VERB c/VERB d/VERB"] * SEGMENTS
    return Corpus(
        source,
        {"A": [" ".join(KEPT)] * SEGMENTS},
        {"A": ["0-0 1-1 2-2 3-3"] * SEGMENTS},
        [(k, "p", 0, 1, k % 2) for k in range(SEGMENTS)],
        fewest=1,
        one_in=1,
    )


def output(missed):
    """The reference, without the words of the hit in some segments."""
    return [" ".join(KEPT[2:] if k in missed else KEPT) for k in range(SEGMENTS)]


def test_the_mean_of_the_systems_is_tested_and_not_their_sum(corpus):
    systems = {"s": output(range(12)), "t": output(range(24)), "u": output(())}
    (effect,) = corpus.effects(systems, {"p": (ALL,)})
    of_systems = corpus.measure(systems, {"p": (ALL,)})[0]
    for name in ("accuracy", "control", "difference"):
        assert effect[name] == pytest.approx(np.mean([row[name] for row in of_systems]))
    assert (effect["systems"], effect["below"], effect["hits"], effect["segments"]) == (3, 2, SEGMENTS, SEGMENTS)
    assert effect["difference"] == pytest.approx(-1 / 3)
    assert effect["difference_low"] < effect["difference"] < effect["difference_high"] < 0
    assert effect["p"] < 0.05


def test_one_system_twenty_times_over_is_one_system(corpus):
    one = corpus.effects({"s": output(range(9))}, {"p": (ALL,)})
    twenty = corpus.effects({f"s{n}": output(range(9)) for n in range(20)}, {"p": (ALL,)})
    for name in ("accuracy", "low", "high", "difference", "difference_low", "difference_high", "p"):
        assert one[0][name] == pytest.approx(twenty[0][name]), name
    (of_system,) = corpus.measure({"s": output(range(9))}, {"p": (ALL,)})[0]
    assert one[0]["p"] == pytest.approx(of_system["p"])


def test_a_set_of_few_segments_is_too_small_and_ranges_with_the_same_hits_are_one_test(corpus):
    systems = {"s": output(range(12)), "t": output(range(24))}
    same = Range("minimum", 0, None), Range("minimum", 0, 7), FAR
    rows = corpus.effects(systems, {"p": same})
    assert [row["too_small"] for row in rows] == [False, False, True]
    assert [row["family"] for row in rows] == [1, 1, None]
    assert rows[2]["p_bh"] is None
    assert rows[0]["p_bh"] == rows[1]["p_bh"] == rows[0]["p"]


def test_the_share_is_of_the_systems_that_a_hit_counts_for():
    values = np.array([[1.0, 0.0, np.nan], [np.nan, np.nan, np.nan], [1.0, 1.0, 0.0]])
    assert of_all_systems(values)[:, 0].tolist() == pytest.approx([0.5, np.nan, 2 / 3], nan_ok=True)


def test_buckets_and_the_definitions_of_the_paper_are_families_of_their_own():
    row = {"kind": "minimum", "too_small": False, "phenomenon": "a", "p": 0.02}
    rows = [
        dict(row),
        row | {"phenomenon": "b", "p": 0.5},
        row | {"kind": "exact"},
        row | {"phenomenon": "a_paper"},
        row | {"too_small": True},
        row | {"phenomenon": "c", "p": None},
    ]
    correct(rows, [bytes([k]) for k in range(len(rows))])
    assert [row["family"] for row in rows] == [2, 2, 1, 1, None, None]
    assert [row["p_bh"] for row in rows] == [0.04, 0.5, 0.02, 0.02, None, None]


def test_systems_are_compared_with_people_by_one_reference_at_a_time():
    """People miss the words of a third of the hits, systems those of two thirds; controls are found by all."""
    source = ["a/VERB b/VERB c/VERB d/VERB"] * SEGMENTS
    free = output(range(0, SEGMENTS, 3))
    links = ["0-0 1-1 2-2 3-3"] * SEGMENTS
    # In the free reference the words of some hits are others, which nobody else has.
    texts = {"A": [" ".join(KEPT)] * SEGMENTS, "B": [t if len(t.split()) == 4 else f"x y {t}" for t in free]}
    both = Corpus(
        source, texts, dict.fromkeys("AB", links), [(k, "p", 0, 1, 0) for k in range(SEGMENTS)], fewest=1, one_in=1
    )
    systems = {"s": output([k for k in range(SEGMENTS) if k % 3 != 1])}
    (with_people,) = both.effects(systems, {"p": (ALL,)}, humans="AB")
    assert with_people["humans"] == pytest.approx(-1 / 3)
    # By A the system misses two thirds; by B the third in which B is free counts as missed, too, and another third.
    assert with_people["beyond"] == pytest.approx(-1 / 3)
    assert with_people["beyond_low"] < with_people["beyond"] < with_people["beyond_high"] < 0
    assert with_people["beyond_p_bh"] < 0.05
    # People who miss the same words are no different.
    (alike,) = both.effects({"s": texts["B"]}, {"p": (ALL,)}, humans="AB")
    assert alike["beyond"] == pytest.approx(1 / 6)
    (without,) = both.effects(systems, {"p": (ALL,)})
    assert without["humans"] is without["beyond"] is without["beyond_p_bh"] is None
