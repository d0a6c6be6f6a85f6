"""Shifted stretches: the text and the lines are named, the innocent texts are not."""

import random

import pytest

from extractors.extract.shifted_lines import ShiftedStretch, shifted_stretches

DRAW = random.Random(5)
LETTERS = "abdefgiklmnoprstuw"
WORDS = ["".join(DRAW.choices(LETTERS, k=DRAW.randint(3, 9))) for _ in range(400)]
TRANSLATED = dict(zip(WORDS, ("".join(DRAW.choices(LETTERS, k=DRAW.randint(3, 9))) for _ in WORDS), strict=True))
N = 120


def sentence():
    """Words, and mostly a number or a name, as texts have them."""
    own = [DRAW.choice([str(DRAW.randint(2, 9000)), DRAW.choice(WORDS).title(), "x"])]
    return [*DRAW.choices(WORDS, k=DRAW.randint(4, 22)), *own]


SENTENCES = [sentence() for _ in range(N)]
SOURCE = [" ".join(words) for words in SENTENCES]


def translation(spoilt):
    """Another translation, which has other words for a part of them; names and numbers stay."""
    return [
        " ".join(
            word if not word.islower() else DRAW.choice(WORDS) if DRAW.random() < spoilt else TRANSLATED.get(word, word)
            for word in words
        )
        for words in SENTENCES
    ]


def late(texts, first, stop, by):
    """The texts with those of lines first to stop that many lines later; what leaves the stretch is lost."""
    moved = [""] * by + texts[first : stop - by] if by > 0 else texts[first - by : stop] + [""] * -by
    return texts[:first] + moved + texts[stop:]


A, B, C = (translation(spoilt) for spoilt in (0, 0.3, 0.4))


def near(found, text, first, stop, by):
    (one,) = found
    assert (one.text, one.late) == (text, by)
    assert abs(one.lines.start - first) <= 3
    assert abs(one.lines.stop - stop) <= 3


def test_good_texts_have_no_shift():
    assert shifted_stretches(SOURCE, {"A": A, "B": B, "C": C}) == []
    assert shifted_stretches(SOURCE, {"A": A}) == []
    assert shifted_stretches(SOURCE[:19], {"A": late(A[:19], 2, 18, 1)}) == []


@pytest.mark.parametrize("by", [1, 2, -1, -2])
@pytest.mark.parametrize(("first", "stop"), [(50, 60), (30, 60), (20, N)])
def test_a_shift_is_found_where_it_is(first, stop, by):
    near(shifted_stretches(SOURCE, {"A": late(A, first, stop, by), "B": B, "C": C}), "A", first, stop, by)
    near(shifted_stretches(SOURCE, {"A": A, "B": B, "C": late(C, first, stop, by)}), "C", first, stop, by)


def test_with_one_other_text_the_source_tells_which_is_shifted():
    near(shifted_stretches(SOURCE, {"A": late(A, 40, 80, 1), "B": B}), "A", 40, 80, 1)
    near(shifted_stretches(SOURCE, {"A": A, "B": late(B, 40, 80, 1)}), "B", 40, 80, 1)
    near(shifted_stretches(SOURCE, {"A": late(A, 40, 110, -1)}), "A", 40, 110, -1)


def test_what_all_translations_say_is_a_shift_of_the_source():
    near(shifted_stretches(late(SOURCE, 40, N, 1), {"A": A, "B": B}), "source", 40, N, 1)


def test_two_shifts_are_two():
    found = shifted_stretches(SOURCE, {"A": late(A, 20, 50, 1), "B": late(B, 60, 100, -2), "C": C})
    assert [(one.text, one.late) for one in found] == [("A", 1), ("B", -2)]


def test_a_stretch_in_words_counts_lines_from_one():
    assert ShiftedStretch("A", range(40, 170), 1).words == "1 late, lines 41 to 170"
    assert ShiftedStretch("A", range(0, 9), -2).words == "2 early, lines 1 to 9"
