"""Popović's table, worked out by hand."""

import pytest

from challenge_sets_suites.judges.lexical_choice import BOTH, NONE
from challenge_sets_suites.tables.judgments import JUDGMENTS
from challenge_sets_suites.word_choice_table import word_choice_table
from extractors.core.errors import InputError
from tests.builders.rows import table_of
from tests.builders.rule_suites import item
from tests.builders.suite_results import judgment

ITEMS = [
    *(item(n, category="but", phenomenon="but -> sondern") for n in (1, 2, 3, 4, 5)),
    item(6, category="but", phenomenon="but -> aber"),
]
KINDS = {
    "right": ("right", "r"),
    "wrong": ("wrong", "w"),
    "both": ("undecided", f"{BOTH}: a and b"),
    "none": ("undecided", NONE),
    "missing": ("missing", "m"),
}


def judgments(kinds, system="S"):
    rows = []
    for of_item, kind in zip(ITEMS, kinds.split(), strict=True):
        verdict, reason = KINDS[kind]
        rows.append(judgment(of_item.item, system, None, verdict, reason, judge="lexical_choice"))
    return table_of(JUDGMENTS, rows)


def test_counts_and_shares():
    table = word_choice_table(ITEMS, judgments("right wrong both none missing right"), None, "j").to_pylist()
    sondern, aber = table
    assert (sondern["system"], sondern["word"], sondern["right_word"]) == ("S", "but", "but -> sondern")
    counts = [sondern[name] for name in ("n", "right", "opposite", "both", "none", "missing")]
    assert counts == [5, 1, 1, 1, 1, 1]
    assert (sondern["right_share"], sondern["opposite_share"], sondern["inspected_share"]) == (0.25, 0.25, None)
    assert (aber["n"], aber["right_share"]) == (1, 1.0)


def test_what_people_decided_is_beside_it():
    before, after = judgments("right wrong both none missing none"), judgments("right wrong right right missing wrong")
    sondern, aber = word_choice_table(ITEMS, before, after, "j").to_pylist()
    assert (sondern["right"], sondern["inspected_right"], sondern["inspected_share"]) == (1, 3, 0.75)
    assert (aber["right"], aber["inspected_right"], aber["none"]) == (0, 0, 1)


def test_a_system_without_outputs_has_no_share():
    (row, _) = word_choice_table(ITEMS, judgments(" ".join(["missing"] * 6)), None, "j").to_pylist()
    assert (row["missing"], row["right_share"]) == (5, None)


def test_tables_of_other_things_are_refused():
    table = judgments("right wrong both none missing right")
    with pytest.raises(InputError, match="does not have the item '6'"):
        word_choice_table(ITEMS[:5], table, None, "j")
    with pytest.raises(InputError, match="other items or systems"):
        word_choice_table(ITEMS, table, table.slice(1), "j")
