"""Which items a page holds when it has no room for all, and what it holds of each."""

import gzip
import json
from collections import Counter

import pytest

from challenge_sets_suites.report.items_data import chosen, items_data
from challenge_sets_suites.report.suite_results import read_suite_results
from challenge_sets_suites.tables.judgments import JUDGMENTS, VERDICTS
from extractors.core.errors import InputError
from tests.builders import suite_results
from tests.builders.rows import table_of
from tests.builders.suites import items_of, judgments_of


def read(folder, limit=100, max_bytes=10**6):
    data = items_data(read_suite_results(folder), limit=limit, max_bytes=max_bytes)
    assert len(data) <= max_bytes
    return json.loads(gzip.decompress(data))


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    return suite_results.large(tmp_path_factory.mktemp("large") / "large", items=300, phenomena=6, systems=3)


def test_failures_come_first_then_undecided_then_missing_ones(tmp_path):
    items = items_of(*["x"] * 8, "y")
    judgments = judgments_of(items, A="RR-UWRRRR", B="RRRRRRWRR")
    order = chosen(read_suite_results(suite_results.make(tmp_path / "s", items, judgments)), 5)
    assert [len(turn) for turn in order] == [2, 1, 1, 1, 1]
    of_x = [place for turn in order for place in turn if place != 8]
    assert set(of_x[:2]) == {4, 6}
    assert of_x[2:4] == [3, 2]
    assert 8 in order[0]


def test_systems_of_one_output_and_verdict_stand_together(tmp_path):
    payload = read(suite_results.small(tmp_path / "small"))
    item = next(item for item in payload["items"] if item["id"] == "t1")
    assert payload["total"] == 6
    assert item["positive_regex"] == r"\bwas\b"
    assert "reference" not in item
    right, undecided = VERDICTS.index("right"), VERDICTS.index("undecided")
    assert item["judged"] == [
        ["He was there.", right, "matches what is right", None, [0, 1], None],
        ["It was him.", undecided, "no expression matches", None, [2], None],
    ]
    assert payload["phenomena"][0] == ["verbs", "tense", 2, 2]
    assert payload["outputs"] is True


def test_scores_and_other_judges_are_kept(tmp_path):
    items = items_of("x", "x")
    rows = [
        suite_results.judgment("i0", "A", None, "right", "better", judge="contrastive", score=0.5),
        suite_results.judgment("i1", "A", None, "wrong", "asked", judge="people"),
    ]
    folder = suite_results.make(tmp_path / "s", items, table_of(JUDGMENTS, rows), judge="contrastive")
    payload = read(folder)
    assert payload["outputs"] is False
    assert [item["judged"][0][3:] for item in payload["items"]] == [[None, [0], [0.5]], ["people", [0], None]]


@pytest.mark.parametrize("room", [2_000, 6_000])
def test_less_room_means_fewer_items_of_every_phenomenon(large, room):
    payload = read(large, max_bytes=room)
    shown = [count for *_, count in payload["phenomena"]]
    assert 0 < sum(shown) == len(payload["items"]) < 300
    assert max(shown) - min(shown) <= 1
    assert payload["limit"] == max(shown) < payload["asked"]


def test_the_limit_of_a_phenomenon_holds(large):
    payload = read(large, limit=7)
    assert {count for *_, count in payload["phenomena"]} == {7}
    wrong = VERDICTS.index("wrong")
    results = read_suite_results(large)
    has_wrong = (results.verdicts.codes == wrong).any(axis=1)
    all_wrong = Counter(results.suite.items[place].phenomenon for place in has_wrong.nonzero()[0])
    shown = Counter(
        payload["phenomena"][item["phenomenon"]][1]
        for item in payload["items"]
        if any(verdict == wrong for _, verdict, *_ in item["judged"])
    )
    assert shown == {phenomenon: min(7, count) for phenomenon, count in all_wrong.items()}
    assert min(shown.values()) < 7
    places = [item["place"] for item in payload["items"]]
    assert places == sorted(places)


def test_no_room_at_all_is_refused(large):
    with pytest.raises(InputError, match="no room for one") as refused:
        items_data(read_suite_results(large), limit=9, max_bytes=50)
    assert "report: megabytes" in str(refused.value)
