import pytest

from extractors import tables
from extractors.reordering import is_alphabetic, largest_shifts


def links(*rows):
    """(segment, i, j, source form, target form) each."""
    return tables.ALIGNMENT.table(
        [
            {"segment_id": s, "reference": "A", "source": i, "target": j, "source_form": f, "target_form": g}
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
