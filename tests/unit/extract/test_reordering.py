import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.extract.reordering import is_alphabetic, largest_crossings, largest_shifts
from extractors.formats.alignment import ALIGNMENT


def links(*rows):
    """(segment, i, j, source form, target form) each."""
    return ALIGNMENT.table(
        [
            {"segment_id": s, "reference": "A", "source": i, "target": j, "source_form": f, "target_form": g}
            | {"confidence": None}
            for s, i, j, f, g in rows
        ]
    )


def test_the_largest_shift_of_each_segment():
    table = links((0, 1, 2, "a", "b"), (0, 7, 1, "c", "d"), (0, 2, 8, "e", "f"), (3, 0, 0, "g", "h"))
    # 7-1 and 2-8 are both 6: the leftmost source word is given.
    assert largest_shifts(table) == {0: (2, 8, 6), 3: (0, 0, 0)}


def test_only_links_between_two_words_count():
    table = links((0, 0, 9, ",", "und"), (0, 9, 0, "1990", "ja"), (0, 1, 3, "well-known", "don't"), (1, 0, 5, ".", "."))
    assert largest_shifts(table) == {0: (1, 3, 2)}


def test_no_links_no_shifts():
    assert largest_shifts(links()) == {}


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("Wort", True),
        ("été", True),
        ("don't", True),
        ("E-Mail", True),
        ("a1", False),
        ("1a", False),
        ("-", False),
        ("", False),
        ("…", False),
        ("中文", True),
    ],
)
def test_what_is_a_word(token, expected):
    assert is_alphabetic([token]).tolist() == [expected]


def test_the_largest_crossing_of_each_segment():
    # The particle of segment 0 crosses four words; nothing crosses in segment 1; 2 swaps two words.
    particle = [(0, 1, 1, "lehnte", "turned"), (0, 6, 2, "ab", "down"), *((0, i, i + 1, "a", "b") for i in range(2, 6))]
    table = links(*particle, (1, 0, 5, "a", "b"), (1, 1, 9, "c", "d"), (2, 0, 1, "e", "f"), (2, 1, 0, "g", "h"))
    assert largest_crossings(table) == {0: (2, 6, 4), 2: (0, 1, 1)}


def test_unaligned_words_in_front_of_the_target_move_no_crossing():
    rows = [(0, 0, 4, "a", "b"), (0, 3, 2, "c", "d"), (0, 5, 0, "e", "f")]
    drifted = [(s, i, j + 5, f, g) for s, i, j, f, g in rows]
    assert largest_crossings(links(*drifted)) == largest_crossings(links(*rows)) == {0: (0, 5, 5)}
    assert largest_shifts(links(*drifted)) != largest_shifts(links(*rows))


def test_only_links_between_two_words_cross():
    table = links((0, 0, 9, ",", "und"), (0, 1, 8, "x", "."), (0, 2, 4, "a", "b"), (0, 3, 3, "c", "d"))
    assert largest_crossings(table) == {0: (2, 3, 1)}


def test_links_of_one_word_do_not_cross_each_other():
    assert largest_crossings(links((0, 0, 0, "a", "b"), (0, 0, 9, "a", "c"), (0, 9, 9, "d", "c"))) == {}


def test_of_equal_crossings_the_leftmost_is_given():
    # The first two links are 6 apart in the source, the last two in the target.
    table = links((0, 0, 5, "a", "b"), (0, 6, 3, "c", "d"), (0, 0, 7, "a", "e"), (0, 2, 1, "f", "g"))
    assert largest_crossings(table) == {0: (0, 2, 6)}


def test_no_links_no_crossings():
    assert largest_crossings(links()) == {}


def crossings_pair_by_pair(rows):
    best = {}
    for segment, i, j, f, g in rows:
        for other, k, m, h, n in rows:
            words = all(form.isalpha() for form in (f, g, h, n))
            if other == segment and i < k and j > m and words:
                key = (-max(k - i, j - m), i, k)
                best[segment] = min(best.get(segment, key), key)
    return {segment: (i, k, -distance) for segment, (distance, i, k) in best.items()}


@given(
    st.lists(
        st.tuples(
            st.integers(0, 2),
            st.integers(0, 9),
            st.integers(0, 9),
            st.sampled_from(["a", "wort", "7", ","]),
            st.sampled_from(["b", "word", "7", "."]),
        ),
        max_size=25,
    )
)
def test_crossings_are_those_of_a_double_loop(rows):
    assert largest_crossings(links(*rows)) == crossings_pair_by_pair(rows)
