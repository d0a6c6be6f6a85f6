import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.extract.reordering import is_alphabetic, largest_crossings, largest_shifts
from tests.builders.rows import links_table


def links(*rows, text="A"):
    """(segment, i, j, source form, target form) each."""
    return links_table(*((s, text, i, j, f, g) for s, i, j, f, g in rows))


def of_texts(*texts):
    """The links (i, j) of one segment with each text."""
    every = [links(*((0, i, j, "a", "b") for i, j in text), text=str(n)) for n, text in enumerate(texts)]
    return pa.concat_tables(every)


def test_the_largest_shift_of_each_segment():
    table = links((0, 1, 2, "a", "b"), (0, 7, 1, "c", "d"), (0, 2, 8, "e", "f"), (3, 0, 0, "g", "h"))
    # 7-1 and 2-8 are both 6: the leftmost source word is given.
    assert largest_shifts(table) == {0: (2, 2, 6), 3: (0, 0, 0)}


def test_only_links_between_two_words_count():
    table = links((0, 0, 9, ",", "und"), (0, 9, 0, "1990", "ja"), (0, 1, 3, "well-known", "don't"), (1, 0, 5, ".", "."))
    assert largest_shifts(table) == {0: (1, 1, 2)}


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


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        # Word 0 moves by 9, 5 and 1: two of three texts reach 5. Word 3 moves far in one text alone.
        (([(0, 9), (3, 12)], [(0, 5), (3, 3)], [(0, 1), (3, 3)]), (0, 0, 5)),
        # One of two texts is half of them.
        (([(0, 9)], [(0, 0)]), (0, 0, 9)),
        # Of two links of a word in a text the longer one counts, once.
        (([(0, 4), (0, 7)], [(0, 2)], [(1, 1)]), (0, 0, 2)),
        # A word that most texts have no link to has no position.
        (([(0, 9), (1, 1)], [(1, 1)], [(1, 2)]), (1, 1, 0)),
    ],
)
def test_of_several_texts_half_decide_how_far_a_word_moves(texts, expected):
    assert largest_shifts(of_texts(*texts), len(texts)) == {0: expected}


def test_of_several_texts_half_have_the_crossing():
    crosses, other, straight = [(0, 4), (4, 0)], [(0, 7), (4, 2)], [(0, 0), (4, 4)]
    assert largest_crossings(of_texts(crosses, other, straight), 3) == {0: (0, 4, 4)}
    assert largest_crossings(of_texts(crosses, straight, straight), 3) == {}
    # Links of different texts do not cross each other.
    assert largest_crossings(of_texts([(0, 4)], [(4, 0)]), 2) == {}


@given(
    st.lists(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), max_size=6), min_size=1, max_size=5),
    st.integers(0, 6),
)
def test_a_word_moves_as_far_as_half_of_the_texts_say(texts, far):
    found = largest_shifts(of_texts(*texts), len(texts)).get(0, (None, None, -1))[2]
    movers = [sum(any(i == word and abs(i - j) >= far for i, j in text) for text in texts) for word in range(5)]
    assert (found >= far) == (max(movers) >= len(texts) / 2)
