"""Which tests are a family, which are one test, and the level at which a family is tested."""

from operator import itemgetter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.scoring.corrections import correct_rows
from extractors.scoring.statistics.pvalues import benjamini_hochberg

p_values = st.floats(0, 1, allow_subnormal=False)


def row(p, *, too_small=False):
    return {"p": p, "too_small": too_small}


@given(st.lists(st.sampled_from("abcdef"), min_size=1), st.data())
def test_tests_of_the_same_are_one_and_have_one_result(names, data):
    by_name = {name: data.draw(p_values) for name in names}
    rows = [row(by_name[name]) for name in names]
    correct_rows(rows, lambda _: "f", tests=names)
    expected = dict(zip(by_name, benjamini_hochberg(list(by_name.values())), strict=True))
    assert [one["p_bh"] for one in rows] == pytest.approx([expected[name] for name in names])


def test_rows_that_are_too_small_or_without_a_p_value_are_in_no_family():
    rows = [row(0.01), row(0.02), row(0.0001, too_small=True), row(None), row(np.nan)]
    correct_rows(rows, lambda _: "f")
    assert [one["p_bh"] for one in rows] == [0.02, 0.02, None, None, None]


def test_families_are_corrected_apart():
    rows = [row(p) | {"metric": name} for p, name in ((0.01, "f"), (0.02, "g"), (0.03, "g"))]
    correct_rows(rows, itemgetter("metric"))
    assert [one["p_bh"] for one in rows] == [0.01, 0.03, 0.03]
