import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.extract.units.sentence_cutting import Ends, blocked_alone, common, parts


def ends(*sure, piece=None):
    return Ends(np.array(sure, dtype=bool), np.arange(1, len(sure) + 1) if piece is None else np.array(piece))


def test_units_begin_where_every_text_can_be_cut():
    assert common([ends(True, True, False), ends(True, False, True)], sentences=4) == [0, 1]
    assert common([], sentences=3) == [0, 1, 2]
    assert common([], sentences=0) == [0]


def test_the_text_that_alone_keeps_an_end_is_known():
    assert blocked_alone([ends(True, False, False), ends(True, True, False)]) == [1, 0]
    assert blocked_alone([]) == []


def test_an_end_must_be_probable():
    probabilities = np.array([[1.0, 0, 0], [0.05, 0.95, 0], [0, 0.3, 0.7], [0, 0, 1.0]])
    found = Ends.of(probabilities, may_be_empty=True)
    assert found.sure.tolist() == [True, False]
    assert found.piece.tolist() == [1, 2]


def test_a_reference_has_no_empty_unit():
    probabilities = np.array([[1.0, 0, 0], [0, 1.0, 0], [0, 1.0, 0], [0, 0, 1.0], [0, 0, 1.0]])
    assert Ends.of(probabilities, may_be_empty=True).sure.tolist() == [True, True, True]
    assert Ends.of(probabilities, may_be_empty=False).sure.tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("starts", "expected"), [([0], ["Ja. Nein."]), ([0, 4], ["Ja.", "Nein."]), ([0, 4, 4], ["Ja.", "", "Nein."])]
)
def test_parts_have_no_white_space_at_the_cuts(starts, expected):
    assert parts("Ja. Nein.", starts) == expected


@given(st.text(), st.lists(st.integers(0, 40), max_size=5))
def test_parts_are_all_of_the_text(text, starts):
    cut = parts(text, [0, *sorted(min(s, len(text)) for s in starts)])
    assert "".join("".join(cut).split()) == "".join(text.split())
