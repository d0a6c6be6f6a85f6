"""Marks at items: the chance of an item, by counting all places where the marks of its output could be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.words.marked_errors import EVERY, ErrorKind
from extractors.words.marks import RatedOutput, marks_of

MAJOR = ErrorKind("major", "all")


def of_masks(raters, size, *items):
    """(3, items) of one output, from the masks of its raters, errors of every kind together."""
    output = RatedOutput.of(0, 0, size, list(range(len(items))), [list(words) for words in items])
    masks = {("s", 0): [{EVERY: mask} if mask else {} for mask in raters]}
    return marks_of([output], masks, ["s"], len(items)).of_kind(EVERY)[:, :, 0]


@given(st.data())
def test_the_chance_is_the_share_of_places_of_the_marks_that_mark_the_item(data):
    size = data.draw(st.integers(1, 12))
    bits = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    words = data.draw(st.lists(st.integers(0, size - 1), min_size=1, max_size=4, unique=True))
    marked, chance, spread = of_masks([sum(bit << k for k, bit in enumerate(bits))], size, words)[:, 0]
    turns = [any(bits[(word + turn) % size] for word in words) for turn in range(size)]
    assert marked == turns[0]
    assert chance == pytest.approx(np.mean(turns))
    assert spread == pytest.approx(np.mean(turns) * (1 - np.mean(turns)))


def test_raters_are_averaged_and_one_without_marks_counts():
    assert of_masks([0b0100, 0], 4, [2])[:2].tolist() == [[0.5], [0.125]]


def test_a_kind_that_nobody_marked_is_0_where_an_output_was_rated_and_missing_elsewhere():
    marks = marks_of([RatedOutput.of(0, 0, 4, [0], [[1]])], {("s", 0): [{EVERY: 2}]}, ["s", "t"], 1)
    assert marks.of_kind(MAJOR)[:, 0, 0].tolist() == [0, 0, 0]
    assert np.isnan(marks.of_kind(MAJOR)[:, 0, 1]).all()


def test_the_centre_of_an_item_is_its_place_in_the_output():
    output = RatedOutput.of(0, 0, 4, [0, 1], [[0], [1, 2]])
    assert marks_of([output], {("s", 0): [{}]}, ["s"], 2).centre[:, 0].tolist() == [-0.375, 0]
