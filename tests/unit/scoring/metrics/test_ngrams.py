"""Matches of n-grams, beside counting them one by one."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.scoring.metrics import _ngrams

TEXTS = st.integers(0, 4).flatmap(
    lambda segments: st.lists(
        st.lists(st.text("abc\U0001f600", max_size=8), min_size=segments, max_size=segments), min_size=2, max_size=4
    )
)


def counted(segment: str, n: int) -> Counter:
    return Counter(segment[i : i + n] for i in range(len(segment) - n + 1))


@pytest.mark.parametrize("bits", [63, 0])
@given(texts=TEXTS, orders=st.integers(1, 5))
def test_matches_are_those_of_counters(bits: int, texts: list[list[str]], orders: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_ngrams, "KEY_BITS", bits)
        hypothesis, *references = _ngrams.of_characters(texts)
        each = _ngrams.count_matches(hypothesis, references, orders, together=False)
        together = _ngrams.count_matches(hypothesis, references, orders, together=True)
    assert np.array_equal(hypothesis.ngrams(orders), sizes(texts[0], orders))
    for segment, (ours, *theirs) in enumerate(zip(*texts, strict=True)):
        for n in range(1, orders + 1):
            of_references = [counted(reference, n) for reference in theirs]
            expected = [(counted(ours, n) & of_reference).total() for of_reference in of_references]
            assert each[:, segment, n - 1].tolist() == expected
            most = Counter()
            for of_reference in of_references:
                most |= of_reference
            assert together[0, segment, n - 1] == (counted(ours, n) & most).total()


def sizes(text: list[str], orders: int) -> np.ndarray:
    return np.array([[counted(s, n).total() for n in range(1, orders + 1)] for s in text]).reshape(len(text), orders)


def test_words_have_one_number_in_all_texts() -> None:
    one, other = _ngrams.of_words([[["a", "b"], []], [["b"], ["c", "a"]]])
    assert one.symbols.tolist() == [1, 2]
    assert one.lengths.tolist() == [2, 0]
    assert other.symbols.tolist() == [2, 3, 1]
