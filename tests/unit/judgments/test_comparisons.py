"""Pairs of systems, ranks, changes and triage of a suite."""

import pytest

from extractors.judgments.changes import change_table, changed_items
from extractors.judgments.comparisons import comparison_table, rank_table
from extractors.judgments.triage import triage_table
from tests.builders.suites import items_of, judgments_of, verdicts

ITEMS = items_of(*["a/x"] * 10, *["b/y"] * 10)


def test_pairs_are_tested_on_what_is_decided_for_both():
    judged = verdicts(ITEMS, A="R" * 20, B="W" * 8 + "U" * 2 + "R" * 10, C="-" * 20)
    table = comparison_table(judged).to_pylist()
    assert {(row["system_a"], row["system_b"]) for row in table} == {("A", "B")}
    everything, category_a, category_b, *_ = table
    assert (everything["n"], everything["only_a"], everything["only_b"]) == (18, 8, 0)
    assert everything["p"] == pytest.approx(2 / 2**8)
    assert (category_a["n"], category_a["difference"]) == (8, 1.0)
    assert category_a["p_holm"] == pytest.approx(4 / 2**8)  # two categories
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


def test_a_later_run_mends_and_breaks():
    tables = [judgments_of(ITEMS, A="RRWWU" * 4), judgments_of(ITEMS, A="RWRRR" * 4)]
    before, after = (verdicts(ITEMS, A=letters * 4) for letters in ("RRWWU", "RWRRR"))
    everything = change_table(before, after, {"A": "A"}).to_pylist()[0]
    assert (everything["n"], everything["mended"], everything["broken"]) == (16, 8, 4)
    assert (everything["became_decided"], everything["became_undecided"]) == (4, 0)
    assert everything["difference"] == 0.25
    changed = changed_items(before, after, tuple(tables), {"A": "A"}).to_pylist()
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
