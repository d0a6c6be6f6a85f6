"""How two outputs differ, by counts that a reader checks."""

from collections import Counter

import numpy as np
import pytest

from extractors.formats.statistics import Statistics
from extractors.scoring.metrics import create_metric
from extractors.scoring.output_differences import OutputDifferences, class_names, ngrams, telling_ngrams, words_of

TEXTS = OutputDifferences(
    source=["Er kam an .", "Sie ging nicht weg ."],
    references=[["he arrived .", "she did not leave ."], ["he came .", "she did not go ."]],
    old=["he arrived .", "she did not leave ."],
    new=["he came .", "she left ."],
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It's 3.5!", ["it", "'", "s", "3", ".", "5", "!"]),
        ("他来了。", ["他", "来", "了", "。"]),
        ("Straße  Ärger", ["straße", "ärger"]),
        ("", []),
    ],
)
def test_words(text, words):
    assert words_of(text) == words


def test_ngrams_have_a_word_in_them():
    assert ngrams(["a", ".", "."]) == Counter({("a",): 1, ("a", "."): 1, ("a", ".", "."): 1})


def test_matched_ngrams_are_those_of_any_reference():
    found = TEXTS.matched_ngrams()
    assert found["old"][0] == {"ngram": "did not leave .", "old": 1, "new": 0}
    assert {"ngram": "he came .", "old": 0, "new": 1} in found["new"]
    assert not [row for row in found["new"] if "left" in row["ngram"]]


def test_own_ngrams_need_no_reference():
    assert {"ngram": "she left .", "old": 0, "new": 1} in TEXTS.own_ngrams()["new"]


def test_the_most_one_sided_come_first_and_parts_of_longer_ones_are_left_out():
    old = Counter({("a", "b"): 9, ("a",): 9, ("c",): 3, ("d",): 2})
    new = Counter({("a",): 0, ("c",): 1, ("d",): 2})
    assert [row["ngram"] for row in telling_ngrams(old, new)["old"]] == ["a b", "c"]
    assert telling_ngrams(old, new)["new"] == []


def test_the_segments_that_differ_most_come_first():
    assert TEXTS.segments()[0] == 1
    assert TEXTS.gains[1] < 0 < -TEXTS.gains[1]
    same = OutputDifferences(source=["a"], references=[["b"]], old=["b"], new=["b"])
    assert same.segments() == []


def test_words_by_how_often_a_reference_has_them():
    texts = OutputDifferences(source=["", ""], references=[["a a b", "a c"]], old=["a b", "c"], new=["a a", "a"])
    assert texts.by_frequency() == [
        {"class": "1", "n": 2, "old": 1.0, "new": 0.0},
        {"class": "2-4", "n": 3, "old": pytest.approx(1 / 3), "new": 1.0},
    ]


def test_scores_by_the_length_of_the_source():
    source = ["one two"] * 12 + ["w " * 15] * 11 + ["w " * 25] * 3
    metric = create_metric("human", {"segment_scores": True, "higher_is_better": True, "sees": "reference"})

    def scores(values):
        rows = np.stack([np.array(values, dtype=np.float64), np.ones(len(values))], axis=1)
        return Statistics(system="x", metric="human", rows=rows, signature="human")

    texts = OutputDifferences(source=source, references=[source], old=source, new=source)
    rows = texts.by_length(scores([1] * 12 + [2] * 14), scores([3] * 26), metric)
    assert rows == [
        {"class": "1-9", "n": 12, "old": 1.0, "new": 3.0},
        {"class": "10-19", "n": 11, "old": 2.0, "new": 3.0},
    ]


def test_names_of_classes():
    assert class_names((1, 2, 5, 10)) == ["1", "2-4", "5-9", "10 or more"]
