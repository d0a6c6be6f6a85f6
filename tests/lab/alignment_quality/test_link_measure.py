"""Links beside gold ones, by confidence and by the reordering found from them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenge_sets_lab.alignment_quality import link_page, reordering_quality
from challenge_sets_lab.alignment_quality.gold_links import GoldLinks, GoldPair, read
from challenge_sets_lab.alignment_quality.link_measure import JudgedLinks, measure, read_links
from extractors.core.errors import InputError

WORDS = ["ha", "hb", "hc", "hd"]


def gold_of(*links, has_text=True) -> GoldLinks:
    pairs = [GoldPair(WORDS, WORDS, frozenset(of), frozenset(of)) for of in links]
    return GoldLinks("gold", pairs, 0, has_text)


def rows_of(linked, gold):
    return measure(linked, gold, name="links", resamples=50).to_pylist()


def test_confidences_are_counted_by_tenth_and_from_a_minimum_on():
    gold = gold_of([(0, 0), (1, 1)], [(2, 2)])
    linked = [([(0, 0), (1, 1), (3, 3)], [1.0, 0.95, 0.3]), ([(2, 1), (2, 2)], [0.34, 0.7])]
    rows = rows_of(linked, gold)
    tenths = {round(row["at_least"], 1): row for row in rows if row["measured"] == "tenth"}
    assert {start: (row["found"], row["right"]) for start, row in tenths.items()} == {
        0.3: (2, 0),
        0.7: (1, 1),
        0.9: (2, 2),
    }
    assert tenths[0.9]["confidence"] == pytest.approx(0.975)
    assert tenths[0.9]["recall"] is None
    onwards = {round(row["at_least"], 1): row for row in rows if row["measured"] == "minimum"}
    assert [(row["found"], row["precision"], row["recall"]) for row in onwards.values()] == [
        (5, 3 / 5, 1),
        (3, 1, 1),
        (2, 1, pytest.approx(2 / 3)),
    ]
    assert "| 0.3 to 0.4 | 2 | 0.32 | 0.0 |" in link_page.section(measure(linked, gold, name="links", resamples=50))


@given(st.integers(0, 1000))
def test_a_tenth_begins_at_its_number(thousandths):
    sure = np.array([np.float32(thousandths / 1000)], dtype=np.float64)
    links = JudgedLinks(np.zeros(1, int), sure, np.ones(1, bool), np.ones(1, bool))
    assert links.tenth.tolist() == [min(thousandths // 100, 9)]


def test_without_confidences_there_are_no_tenths():
    gold = gold_of([(0, 0)])
    for linked in ([([(0, 0)], [None])], [([(0, 0), (1, 1)], [0.5, None])], [([], [])]):
        assert {row["measured"] for row in rows_of(linked, gold)} <= {"links", "shift", "crossing"}


def test_reordering_is_that_of_the_phenomena():
    gold = gold_of([(0, 3), (3, 0)], [(0, 0), (1, 1)], [(0, 1)])
    linked = [([(0, 3), (3, 0)], [None, None]), ([(0, 3)], [None]), ([(0, 0)], [None])]
    shifts = {row["at_least"]: row for row in rows_of(linked, gold) if row["measured"] == "shift"}
    assert (shifts[1]["gold_count"], shifts[1]["found"], shifts[1]["right"]) == (2, 2, 1)
    assert (shifts[3]["gold_count"], shifts[3]["found"], shifts[3]["f1"]) == (1, 2, pytest.approx(2 / 3))
    assert 5 not in shifts
    found = reordering_quality.distances("crossing", gold.tokens, [links for links, _ in linked])
    assert found.tolist() == [3, 0, 0]
    assert {row["measured"] for row in rows_of(linked, gold_of([(0, 3)], [], [], has_text=False))} == {"links"}


@pytest.mark.parametrize(("start", "text"), [(0, "0-0 2-1\n0-0\n"), (1, "1-1 3-2\n1-1\n")])
def test_links_and_gold_count_each_in_their_own_way(tmp_path, start, text):
    (tmp_path / "gold").write_text("1-1 2p1 3-2\n1-1\n", encoding="utf-8")
    (tmp_path / "links").write_text(text, encoding="utf-8")
    gold = read(tmp_path / "gold", tokens=[(["a", "b", "c"], ["x", "y"]), (["a"], ["x"])])
    linked, first = read_links(tmp_path / "links", gold)
    assert first == start
    (row, *_) = rows_of(linked, gold)
    assert (row["found"], row["precision"], row["recall"], row["aer"]) == (3, 1, 1, 0)


def test_links_of_the_other_direction_are_turned(tmp_path):
    gold = gold_of([(0, 3)])
    (tmp_path / "links").write_text("3-0:0.4 3-0:0.6\n", encoding="utf-8")
    assert read_links(tmp_path / "links", gold, reverse=True) == ([([(0, 3)], [0.6])], 0)


@pytest.mark.parametrize(
    ("text", "words"), [("0-0\n", "has 1 lines, and there are 2 pairs in gold"), ("0-0\n0p1\n", "is for gold")]
)
def test_links_of_other_pairs_and_possible_ones_are_refused_with_their_line(tmp_path, text, words):
    (tmp_path / "links").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"links:2: .*{words}"):
        read_links(tmp_path / "links", gold_of([(0, 0)], [(1, 1)]))
