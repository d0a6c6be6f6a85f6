"""Success by category and subcategory, counted by hand."""

import pytest

from challenge_sets_suites.human_tables import by_category, by_subcategory
from extractors.core.errors import InputError
from tests.builders.sheets import answers
from tests.builders.suites import items_of, judgments_of

ITEMS = items_of("A/x", "B/z", "A/x", "A/y")


def people(items=ITEMS, **systems):
    return judgments_of(items, "people", **systems)


def test_subcategories_of_a_category_stand_together():
    rows = by_subcategory(ITEMS, people(one="RWWR", two="RR-U"))
    assert [(row.category, row.phenomenon, row.items) for row in rows] == [("A", "x", 2), ("A", "y", 1), ("B", "z", 1)]
    assert [row.share("one") for row in rows] == [0.5, 1, 0]
    # An output that is missing, or undecided, is no success and stays in the denominator.
    assert [row.share("two") for row in rows] == [0.5, 0, 1]
    assert [row.undecided["two"] for row in rows] == [1, 1, 0]


def test_categories_of_majorities_end_with_all_items():
    rows = by_category(ITEMS, people(one="RWWR"))
    assert [(row.category, row.items, row.successes["one"]) for row in rows] == [("A", 3, 2), ("B", 1, 0), ("", 4, 2)]
    assert [row.agreement for row in rows] == [None, None, None]


def test_verdicts_of_judges_are_not_those_of_people():
    (row,) = by_category(items_of("x", "x"), judgments_of(items_of("x", "x"), one="RW"))
    assert (row.share("one"), row.undecided["one"]) == (0, 2)


def test_single_answers_are_pooled():
    judgments = people(one="RRRR", two="RWWR")
    annotations = [*answers("i0", "R S0", "yyn"), *answers("i1", "R S1", "yy"), *answers("i2", "R S2", "y")]
    of_a, of_b, of_all = by_category(ITEMS, judgments, annotations)
    # Of system one: i0 has two yes of three, i2 one of one, i3 none; system two has the output of i0 too.
    assert (of_a.successes, of_a.judged) == ({"one": 3, "two": 2}, {"one": 4, "two": 3})
    assert of_a.undecided == {"one": 1, "two": 2}
    # Outputs with several answers: that of i0, by both systems.
    assert of_a.agreement == 0
    assert (of_b.share("one"), of_b.share("two"), of_b.agreement) == (1, None, 1)
    assert of_all.share("one") == pytest.approx(5 / 6)
    assert of_all.agreement == pytest.approx(1 / 3)


def test_a_judgment_of_no_item_is_refused():
    with pytest.raises(InputError, match="does not have the item 'i3'"):
        by_subcategory(ITEMS[:3], people(one="RRRR"))
