"""Which tests are a family, which are one test, and the level at which a family is tested."""

from operator import itemgetter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.score.corrections import correct_rows
from extractors.score.statistics.pvalues import benjamini_hochberg, correct_family

p_values = st.floats(0, 1, allow_subnormal=False)


def row(p, *, too_small=False):
    return {"p": p, "too_small": too_small}


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.none()), min_size=1), st.data())
def test_tests_of_the_same_are_one_and_have_one_result(named, data):
    by_name = {name: data.draw(p_values) for name, _ in named}
    once = dict(zip(by_name, correct_family(list(by_name.items())), strict=True))
    repeated = correct_family([(name, by_name[name]) for name, _ in named])
    assert repeated == [once[name] for name, _ in named]
    assert {one.family for one in repeated} == {len(by_name)}
    p = list(by_name.values())
    assert [one.p_bh for one in once.values()] == pytest.approx(benjamini_hochberg(p))


def test_where_there_was_no_test_there_is_no_result_and_nobody_pays_for_it():
    tested, without = correct_family([("a", 0.04), ("b", np.nan)])
    assert (tested.p_bh, tested.family) == (0.04, 1)
    assert without.p_bh is without.family is None
    assert correct_family([("b", np.nan)])[0].family is None
    assert correct_family([]) == []


def test_rows_that_are_too_small_or_without_a_p_value_are_in_no_family():
    rows = [row(0.01), row(0.02), row(0.0001, too_small=True), row(None)]
    correct_rows(rows, lambda _: "f")
    assert [one["p_bh"] for one in rows] == [0.02, 0.02, None, None]


def test_families_are_corrected_apart():
    rows = [row(p) | {"metric": name} for p, name in ((0.01, "f"), (0.02, "g"), (0.03, "g"))]
    correct_rows(rows, itemgetter("metric"))
    assert [one["p_bh"] for one in rows] == [0.01, 0.03, 0.03]
