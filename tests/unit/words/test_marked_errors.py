"""Marked errors: what counts as an error in the words of a hit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.formats.testset_scores import ERROR_SPANS, RATINGS
from extractors.words.marked_errors import (
    EVERY,
    ErrorKind,
    LinkedWords,
    MarkedError,
    of_units,
    ratings_by_annotation,
)
from extractors.words.marks import marks_of, masks_of, rated_outputs
from extractors.words.rendering_judge import MatchItem
from tests.builders.rows import links_table, table_of

TEXT = "Er kam heute an ."
#       0123456789...
HIT = MatchItem(0, 1, 3)
LINKS = {1: [1], 3: [3, 4]}
MAJOR = ErrorKind("major", "all")


def error(start, end, severity="major", category="accuracy/mistranslation"):
    return MarkedError(start, end, severity, category)


def linked(links=LINKS, form=None):
    rows = [
        (0, "s", source, target, "x", form or TEXT.split()[target])
        for source, targets in links.items()
        for target in targets
    ]
    return LinkedWords(links_table(*rows), {"s": [TEXT]}, "de")


def value(raters, kind=EVERY, words=None):
    words = words or linked()
    ratings = {("s", 0): raters} if raters else {}
    outputs = rated_outputs([HIT], ["s"], ratings, words)
    return marks_of(outputs, masks_of(ratings, ["s"], words), ["s"], 1).of_kind(kind)[0, 0, 0]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (3, 6, 1.0),  # the verb
        (13, 15, 1.0),  # the particle
        (0, 3, 0.0),  # the word before, and the blank
        (7, 12, 0.0),  # between the two
        (5, 8, 1.0),  # the last letter of the verb
        (15, 17, 0.0),  # a full stop is no word
        (0, 17, 1.0),
    ],
)
def test_an_error_counts_if_it_covers_a_character_of_a_linked_word(start, end, expected):
    assert value([[error(start, end)]]) == expected


def test_kinds_are_counted_by_themselves():
    raters = [[error(3, 6, "minor", "fluency/grammar")], [error(3, 6)]]
    assert value(raters) == 1
    assert value(raters, MAJOR) == 0.5
    assert value(raters, ErrorKind("all", "fluency")) == 0.5
    assert value(raters, ErrorKind("all", "fluency/grammar")) == 0.5
    assert value(raters, ErrorKind("all", "accuracy/addition")) == 0


def test_what_was_not_rated_or_is_linked_to_nothing_does_not_count():
    assert np.isnan(value([[error(0, 17)]], words=linked({})))
    assert np.isnan(value([]))


def test_two_errors_of_one_rater_are_one():
    assert value([[error(3, 6), error(13, 15)], [], []]) == pytest.approx(1 / 3)


def test_links_of_another_output_are_refused():
    with pytest.raises(InputError, match="'ging' as token 1 of segment 0 of s, but the corpus has 'kam'"):
        linked(form="ging")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [error(0, 2, "minor", "fluency/grammar")]),
        ({"score": None, "category": None}, [error(0, 2, "minor", "")]),  # of a scheme without weights
        ({"start": None, "end": None}, []),
        ({"end": 0}, []),
        ({"in_source": True}, []),
        ({"score": 0.0}, []),
    ],
)
def test_errors_have_a_place_in_the_output_and_a_weight_and_are_of_people(changes, expected):
    rating = {"rating_id": 7, "annotation": "mqm", "system": "s", "segment_id": 0, "rater": "r", "errors": 1}
    span = {"rating_id": 7, "in_source": False, "start": 0, "end": 2, "severity": "Minor", "score": 1.0}
    spans = table_of(ERROR_SPANS, [span | {"category": "Fluency/Grammar"} | changes])
    assert ratings_by_annotation(table_of(RATINGS, [rating | {"human": True}]), spans) == {
        "mqm": {("s", 0): [expected]}
    }
    assert ratings_by_annotation(table_of(RATINGS, [rating | {"human": False}]), spans) == {}


@given(st.integers(0, 20), st.integers(0, 20), st.lists(st.integers(1, 20), max_size=3, unique=True))
def test_the_parts_of_an_error_in_units_are_the_error(start, end, cuts):
    text = "abcdefghijklmnopqrstu"
    begins = [0, *sorted(cuts)]
    units = [text[a:b] for a, b in zip(begins, [*begins[1:], len(text)], strict=True)]
    low, high = min(start, end), max(start, end) + 1
    ratings = {("s", 4): [[error(low, high)], []]}
    found = of_units(ratings, [4] * len(units), {"s": begins}, {"s": units})
    parts = [[unit[e.start : e.end] for e in found["s", n][0]] for n, unit in enumerate(units)]
    assert "".join(part for of_unit in parts for part in of_unit) == text[low:high]
    assert all(of[1] == [] for of in found.values())
