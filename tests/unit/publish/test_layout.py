"""Splits: each distance is in one of them, and the sets at minimum distances are unions of them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.extract import select
from extractors.formats.hits import HITS
from extractors.publish import layout
from tests.builders.sets import ranges


@given(st.lists(st.integers(0, 30), max_size=6), st.integers(0, 40))
def test_a_distance_is_in_one_split_and_sets_are_unions_of_splits(minimum, distance):
    splits = layout.splits(minimum)

    def holds(split):
        return split.first <= distance and (split.below is None or distance < split.below)

    assert sum(map(holds, splits)) == 1
    for bound in minimum:
        union = [split for split in splits if split.first >= bound]
        assert any(map(holds, union)) == (distance >= bound)
    assert len({split.name for split in splits}) == len(splits)
    assert all(re.fullmatch(r"\w+(\.\w+)*", split.name) for split in splits)


def test_splits_are_named_after_their_distances():
    assert [s.name for s in layout.splits([0, 1, 3])] == ["distance_0", "distance_1_to_2", "distance_3_or_more"]
    assert [s.name for s in layout.splits([2])] == ["distance_0_to_1", "distance_2_or_more"]
    assert [s.name for s in layout.splits([])] == ["distance_0_or_more"]


def _sets(minimum):
    return select.select(HITS.table([]), {name: ranges(minimum=bounds, exact=[9]) for name, bounds in minimum.items()})


def test_the_configuration_of_all_is_split_as_most_phenomena_are():
    found = layout.splits_by_configuration(_sets({"a": [1, 5], "b": [0, 2], "c": [2, 0]}))
    assert list(found) == ["all", "a", "b", "c"]
    assert found["all"] == found["b"] == found["c"] == layout.splits([0, 2])
    assert found["a"] == layout.splits([0, 1, 5])


@pytest.mark.parametrize("name", ["all", "corpus", "default", "a/b", "..", "a b"])
def test_a_phenomenon_that_cannot_be_a_configuration_is_refused(name):
    with pytest.raises(InputError, match="cannot") as error:
        layout.splits_by_configuration(_sets({name: [0]}))
    assert "another id" in error.value.remedy
