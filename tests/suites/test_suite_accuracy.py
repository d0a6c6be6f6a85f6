"""Accuracies of a suite, worked out by hand."""

import numpy as np
import pytest
from scipy import stats

from challenge_sets_suites.groups import distance_group, frequency_group, groups, verdicts_of
from challenge_sets_suites.suite_accuracy import accuracy_table, z_test
from challenge_sets_suites.tables.judgments import JUDGMENTS
from extractors.core.errors import InputError
from tests.builders.rows import table_of
from tests.builders.suites import items_of, judgments_of, verdicts

ITEMS = items_of("verbs/tense", "verbs/tense", "verbs/mood", "nouns/case")


def rows(table, **wanted):
    return [row for row in table.to_pylist() if all(row[key] == value for key, value in wanted.items())]


def test_averages_by_hand():
    table = accuracy_table(verdicts(ITEMS, A="RWRU", B="RRWW"))
    (micro,) = rows(table, system="A", by="all", items="own", average="micro")
    assert [micro[name] for name in ("n", "right", "wrong", "undecided", "missing")] == [4, 2, 1, 1, 0]
    assert micro["accuracy"] == pytest.approx(2 / 3)
    assert (micro["bound_low"], micro["bound_high"]) == (0.5, 0.75)
    (categories,) = rows(table, system="A", by="all", items="own", average="macro over categories")
    assert categories["accuracy"] == pytest.approx(2 / 3)  # nouns have nothing decided
    (phenomena,) = rows(table, system="A", by="all", items="own", average="macro over phenomena")
    assert phenomena["accuracy"] == pytest.approx((1 / 2 + 1) / 2)
    assert (phenomena["bound_low"], phenomena["bound_high"]) == (pytest.approx(1.5 / 3), pytest.approx(2.5 / 3))
    (common,) = rows(table, system="B", by="all", items="common", average="micro")
    assert (common["n"], common["accuracy"]) == (3, pytest.approx(2 / 3))
    (case,) = rows(table, system="A", by="phenomenon", phenomenon="case", items="own")
    assert (case["accuracy"], case["bound_low"], case["bound_high"]) == (None, 0.0, 1.0)


def test_a_text_is_right_if_all_its_items_are():
    items = items_of("a", "a", "a", "a", "a", sentences=[0, 0, 1, 1, 2], question=["?"] * 5)
    table = accuracy_table(verdicts(items, A="RRRWR", B="RURRW", C="R-W-R"))
    found = {row["system"]: row for row in rows(table, average="whole texts", items="own")}
    kinds = ("n", "right", "wrong", "undecided", "missing")
    assert {name: [row[kind] for kind in kinds] for name, row in found.items()} == {
        "A": [3, 2, 1, 0, 0],
        "B": [3, 1, 1, 1, 0],
        "C": [3, 1, 0, 0, 2],
    }
    assert (found["A"]["accuracy"], found["B"]["bound_high"]) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    # Only the text of item 4 is decided for all.
    (common,) = rows(table, system="A", average="whole texts", items="common")
    assert (common["n"], common["accuracy"]) == (1, 1.0)


def test_whole_texts_are_of_suites_of_questions_alone():
    items = items_of("a", "a", sentences=[0, 0])
    assert not rows(accuracy_table(verdicts(items, A="RW")), average="whole texts")


def test_items_that_a_system_was_not_asked_say_nothing_of_it():
    table = judgments_of(ITEMS, A="R-W-", B="RRRR")
    for made in (table, table_of(JUDGMENTS, table.to_pylist()[:1])):
        (row,) = rows(accuracy_table(verdicts_of(ITEMS, made, "j")), system="A", by="all", items="own", average="micro")
        assert row["bound_low"] == row["accuracy"]


def test_systems_without_a_common_item_have_a_row_that_says_so():
    table = accuracy_table(verdicts(ITEMS, A="RRUU", B="UUWW"))
    found = rows(table, by="all", items="common", average="micro")
    assert [(row["system"], row["n"], row["accuracy"], row["bound_low"]) for row in found] == [
        ("A", 0, None, None),
        ("B", 0, None, None),
    ]


def test_a_system_of_placeholders_takes_nothing_from_the_common_items():
    table = accuracy_table(verdicts(ITEMS, A="RRWW", none="----"))
    (common,) = rows(table, system="A", by="all", items="common", average="micro")
    assert common["n"] == 4
    (nothing,) = rows(table, system="none", by="all", items="own", average="micro")
    assert (nothing["accuracy"], nothing["is_best"], nothing["p_worse"]) == (None, False, None)


def test_the_best_is_named_and_others_are_tested_against_it_in_two_ways():
    items = items_of(*["x"] * 12)
    table = accuracy_table(verdicts(items, A="R" * 11 + "W", B="R" * 6 + "W" * 6))
    best, other = rows(table, by="all", items="own", average="micro")
    assert (best["is_best"], other["is_best"], best["p_worse"]) == (True, False, None)
    # A alone is right on five items, B alone on none.
    assert other["p_worse"] == pytest.approx(1 / 2**5)
    pooled = 17 / 24
    z = (11 / 12 - 6 / 12) / np.sqrt(pooled * (1 - pooled) * 2 / 12)
    assert other["p_worse_z"] == pytest.approx(stats.norm.sf(z))


def test_z_test_without_variance_says_nothing():
    assert z_test({"right": 3, "wrong": 0}, {"right": 2, "wrong": 0}) == 0.5


def test_macro_intervals_draw_source_texts():
    items = items_of(*["a/x"] * 20, *["b/y"] * 20, sentences=[i // 2 for i in range(40)])
    table = accuracy_table(verdicts(items, A=("RW" * 10) + "R" * 20, B=("RRWW" * 5) + "R" * 20))
    narrow, wide = (rows(table, system=s, by="all", items="own", average="macro over categories")[0] for s in "AB")
    assert narrow["accuracy"] == wide["accuracy"] == 0.75
    assert (narrow["low"], narrow["high"]) == (0.75, 0.75)  # every source text has one right and one wrong
    assert 0.55 < wide["low"] < 0.7 < 0.8 < wide["high"] < 0.95


def test_groups_by_distance_and_frequency_ascend():
    items = items_of("p", "p", "p", distance=[20, 3, None], frequency=[0, 12000, 4])
    found = [
        (group["by"], group["distance"] or group["frequency"], members.tolist()) for group, members in groups(items)
    ]
    assert found == [
        ("all", None, [0, 1, 2]),
        ("phenomenon", None, [0, 1, 2]),
        ("distance", "3", [1]),
        ("distance", ">15", [0]),
        ("frequency", "0", [0]),
        ("frequency", "3-5", [2]),
        ("frequency", ">10000", [1]),
        ("category and distance", ">15", [0]),
        ("category and distance", "3", [1]),
    ]


def test_groups_of_numbers_do_not_overlap():
    assert [frequency_group(n) for n in (0, 1, 2, 3, 5, 6, 10, 11, 10_000, 10_001)] == [
        "0", "1", "2", "3-5", "3-5", "6-10", "6-10", "11-20", "5001-10000", ">10000",
    ]  # fmt: skip
    assert [distance_group(n) for n in (0, 15, 16)] == ["0", "15", ">15"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"item": "zz"}, "does not have the item 'zz'"),
        ({"verdict": "good"}, "the verdict 'good'"),
        ({"item": "i1"}, "two judgments of the item 'i1' and the system 'A'"),
    ],
)
def test_judgments_that_do_not_fit_are_refused(change, message):
    first, *others = judgments_of(ITEMS, A="RRRR").to_pylist()
    with pytest.raises(InputError, match=message):
        verdicts_of(ITEMS, table_of(JUDGMENTS, [first | change, *others]), "judgments.parquet")
