"""Pairs of systems, ranks, changes and triage of a suite."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from challenge_sets_suites.changes import change_table, changed_items
from challenge_sets_suites.comparisons import comparison_table, rank_table
from challenge_sets_suites.groups import verdicts_of
from challenge_sets_suites.sheets import triage_table
from challenge_sets_suites.tables.suites import ITEM_SETS
from tests.builders.suites import items_of, judgments_of, verdicts

ITEMS = items_of(*["a/x"] * 10, *["b/y"] * 10)


@pytest.mark.parametrize("items", ITEM_SETS)
def test_pairs_are_tested_on_what_is_decided_for_both(items):
    judged = verdicts(ITEMS, A="R" * 20, B="W" * 8 + "U" * 2 + "R" * 10, C="-" * 20)
    table = comparison_table(judged, items).to_pylist()
    assert {(row["system_a"], row["system_b"]) for row in table} == {("A", "B")}
    everything, category_a, category_b, *_ = table
    assert (everything["n"], everything["only_a"], everything["only_b"]) == (18, 8, 0)
    assert everything["p"] == pytest.approx(2 / 2**8)
    assert (category_a["n"], category_a["difference"]) == (8, 1.0)
    assert category_a["p_bh"] == pytest.approx(4 / 2**8)  # two categories
    assert category_b["p"] == 1


def test_ranks_and_clusters():
    judged = verdicts(ITEMS, worse="W" * 16 + "R" * 4, best="R" * 20, good="R" * 19 + "W", none="-" * 20)
    ranks = rank_table(judged, comparison_table(judged)).to_pylist()
    assert [(row["system"], row["rank"], row["cluster"], row["worst_rank"]) for row in ranks] == [
        ("best", 1, 1, 2),
        ("good", 2, 1, 2),
        ("worse", 3, 2, 3),
        ("none", 0, 0, 0),
    ]


# A beats B on the items of the two by 96 to 50 %, and C is decided on ten items, of which B has more right.
CONTRARY = {
    "A": "R" * 100 + "W" * 4 + "W" * 5 + "R" * 5,
    "B": "R" * 50 + "W" * 54 + "R" * 10,
    "C": "U" * 104 + "RW" * 5,
}


@pytest.mark.parametrize("items", ITEM_SETS)
def test_no_system_ranks_before_one_that_beats_it(items):
    judged = verdicts(items_of(*["x"] * 114), **CONTRARY)
    comparisons = comparison_table(judged, items)
    of_pair = next(row for row in comparisons.to_pylist() if (row["system_a"], row["system_b"]) == ("A", "B"))
    ranks = {row["system"]: row for row in rank_table(judged, comparisons, items).to_pylist()}
    assert {row["items"] for row in ranks.values()} == {of_pair["items"]} == {items}
    if items == "own":
        assert (of_pair["n"], of_pair["difference"] > 0.35, of_pair["p"] < 1e-6) == (114, True, True)
        assert (ranks["A"]["rank"], ranks["A"]["best_rank"], ranks["B"]["best_rank"]) == (1, 1, 2)
    else:
        assert (of_pair["n"], of_pair["difference"]) == (10, -0.5)
        assert (ranks["B"]["rank"], ranks["B"]["accuracy"], ranks["B"]["n"]) == (1, 1.0, 10)


def test_clusters_respect_the_direction_of_a_test():
    """On its own items A is behind, as B left out what is hard; on the items of both, A is better."""
    judged = verdicts(items_of(*["x"] * 300), A="R" * 96 + "W" * 4 + "W" * 200, B="R" * 50 + "W" * 50 + "U" * 200)
    comparisons = comparison_table(judged, "own")
    first, second = rank_table(judged, comparisons, "own").to_pylist()
    said = ("system", "accuracy", "n", "cluster", "best_rank", "worst_rank")
    assert [first[name] for name in said] == ["A", 0.32, 300, 1, 1, 1]
    assert [second[name] for name in said] == ["B", 0.5, 100, 2, 2, 2]


LETTERS = st.text("RRRWWU-", min_size=40, max_size=40)


@settings(max_examples=60)
@given(st.lists(LETTERS, min_size=1, max_size=6), st.integers(1, 4), st.sampled_from(ITEM_SETS))
def test_ranks_ranges_and_clusters_agree_with_the_tests(letters, repeated, which):
    """By definition: the range counts significantly better and worse systems, and a cluster beats all later ones."""
    items = items_of(*["x"] * (40 * repeated))
    judged = verdicts(items, **{f"s{n}": text * repeated for n, text in enumerate(letters)})
    comparisons = comparison_table(judged, which)
    beats = set()
    for row in comparisons.to_pylist():
        if row["by"] == "all" and row["p_bh"] is not None and row["p_bh"] < 0.05:
            a, b = row["system_a"], row["system_b"]
            beats.add((a, b) if row["difference"] > 0 else (b, a))
    ranks = [row for row in rank_table(judged, comparisons, which).to_pylist() if row["rank"]]
    in_circle = {pair for pair in beats if reaches(beats, pair[1], pair[0])}
    assert which == "own" or not in_circle
    for row in ranks:
        name = row["system"]
        assert row["best_rank"] == 1 + sum(beaten == name for _, beaten in beats)
        assert row["worst_rank"] == len(ranks) - sum(better == name for better, _ in beats)
        for other in ranks:
            if other["rank"] < row["rank"] and (name, other["system"]) not in in_circle:
                assert (name, other["system"]) not in beats
            if other["cluster"] < row["cluster"]:
                assert (other["system"], name) in beats
        if not in_circle:
            assert row["best_rank"] <= row["rank"] <= row["worst_rank"]


def reaches(beats, first, last):
    """Whether there is a way from one system to another, each beating the next."""
    seen, left = set(), [first]
    while left:
        name = left.pop()
        if name == last:
            return True
        if name not in seen:
            seen.add(name)
            left += [beaten for better, beaten in beats if better == name]
    return False


def test_items_that_only_one_run_has_did_not_become_undecided():
    """Three items are gone in the later run, one was not in the earlier one, and one is undecided now."""
    items = items_of(*["x"] * 6)
    tables = judgments_of(items[:5], A="RRWRU"), judgments_of([items[0], items[4], items[5]], A="URR")
    before, after = (verdicts_of(items, table, "judgments.parquet") for table in tables)
    everything = change_table(before, after, {"A": "A"}).to_pylist()[0]
    assert (everything["n"], everything["became_undecided"], everything["became_decided"]) == (0, 1, 1)
    assert [row["item"] for row in changed_items(before, after, tables, {"A": "A"}).to_pylist()] == ["i0", "i4"]


def test_a_later_run_mends_and_breaks():
    tables = judgments_of(ITEMS, A="RRWWU" * 4), judgments_of(ITEMS, A="RWRRR" * 4)
    before, after = (verdicts_of(ITEMS, table, "judgments.parquet") for table in tables)
    everything = change_table(before, after, {"A": "A"}).to_pylist()[0]
    assert (everything["n"], everything["mended"], everything["broken"]) == (16, 8, 4)
    assert (everything["became_decided"], everything["became_undecided"]) == (4, 0)
    assert everything["difference"] == 0.25
    changed = changed_items(before, after, tables, {"A": "A"}).to_pylist()
    assert [(row["before"], row["after"]) for row in changed] == (
        [("right", "wrong")] * 4 + [("wrong", "right")] * 8 + [("undecided", "right")] * 4
    )
    assert changed[0]["output_before"] == "R S1"
    assert changed[0]["reason"] == "because W"


def test_what_separates_systems_is_judged_first():
    """Item 0: all three gave one output; 1: two gave one output, one another; 2: one of them is undecided."""
    items = items_of("x", "x", "y")
    table = judgments_of(items, A="UUR", B="UUU", C="URR")
    found = triage_table(items, table).to_pylist()
    assert [(row["item"], row["settles"], row["separates"], row["systems"]) for row in found] == [
        ("i1", 2, 2, "A, B"),
        ("i2", 1, 2, "B"),
        ("i0", 3, 0, "A, B, C"),
    ]
