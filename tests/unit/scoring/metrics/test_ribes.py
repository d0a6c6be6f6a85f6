"""RIBES: values worked out by hand, and a slow implementation written straight from the description."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.core.version import __version__
from extractors.scoring.metrics._ribes_positions import align_segments, number_words
from extractors.scoring.metrics.ribes import Ribes

E = math.e

# (hypothesis, reference, aligned positions, RIBES), the last as NKT * P ** 0.25 * BP ** 0.10.
BY_HAND = {
    # All words are unique: 6 of 6 pairs ascend, P = 4/4, BP = 1.
    "equal": ("a b c d", "a b c d", [0, 1, 2, 3], 1.0),
    # No pair of 3 2 1 0 ascends.
    "reversed": ("d c b a", "a b c d", [3, 2, 1, 0], 0.0),
    # Of the 6 pairs of 1 0 2 3 all but (1, 0) ascend.
    "neighbours swapped": ("b a c d", "a b c d", [1, 0, 2, 3], 5 / 6),
    # The paper's H1, R1. Of the 6 pairs of 2 1 0 3: (2, 3), (1, 3), (0, 3).
    "paper 1": ("Bob hit John yesterday", "John hit Bob yesterday", [2, 1, 0, 3], 3 / 6),
    # NKT = P = 1, BP = exp(1 - 4/2) = 1/e.
    "too short": ("a b", "a b c d", [0, 1], E**-0.1),
    # NKT = 1, P = 2/4, BP = min(1, exp(1 - 2/4)) = 1.
    "too long": ("a x b y", "a b", [0, 1], 0.5**0.25),
    "no word aligned": ("x y", "a b", [], 0.0),
    # n = 1 and r = 2: 0.
    "one word aligned": ("a x", "a b", [0], 0.0),
    # n = 1 and r = 1: NKT = 1, P = 1/1.
    "one-word reference": ("a", "a", [0], 1.0),
    # n = 1 and r = 1: NKT = 1, P = 1/3, BP = 1.
    "one-word reference, longer hypothesis": ("x a y", "a", [0], (1 / 3) ** 0.25),
    # The word is twice in the hypothesis, and no run of two words is in the reference.
    "one-word reference, repeated": ("a a", "a", [], 0.0),
    # The paper's H2, R2. the: to its left nothing, `the book` once in both, at 3. book 4, read 2. the: `by
    # the` is not in the reference, `the boy` is once in both, at 0. boy 1. Of the 10 pairs of 3 4 2 0 1:
    # (3, 4), (0, 1). P = 5/7, BP = 1.
    "right": ("the book was read by the boy", "the boy read the book", [3, 4, 2, 0, 1], 2 / 10 * (5 / 7) ** 0.25),
    # b 0. The first a: `b a` once in both, at 0, so a is at 1. The second: `c a` is not in the reference,
    # nor is `a c a`. NKT = 1, P = 2/4, BP = 1.
    "left": ("b a c a", "b a d a", [0, 1], 0.5**0.25),
    # a: `x a` on the left is once in both, at 3 (so is `a y` on the right, at 0): 4. Of the 6 pairs of
    # 3 4 1 2: (3, 4), (1, 2). P = 1, BP = exp(1 - 5/4).
    "left before right": ("x a y z", "a y z x a", [3, 4, 1, 2], 2 / 6 * E**-0.025),
    # The first a: `a b` twice in both; `a b a` is not in the reference. The first b: `a b` twice, `b a` not
    # in it. The second a: `b a` not in it, `a b` twice, then `a b c` once in both, at 0. The second b: `a b`
    # twice, `b c` once in both, at 1. c 2. NKT = 1, P = 3/5, BP = 1.
    "wider to the right": ("a b a b c", "a b c a b", [0, 1, 2], 0.6**0.25),
    # The first a: `a x` is not in the reference. x: unique, 3. The second a: `x a` once in both, at 3, so 4.
    # The first b: `a b` twice in the reference, `b a` not in it, then `x a b` once in both, at 3, so 5. The
    # last a: `b a` not in it, `a b` twice in both, `b a b` not in it. The last b: `a b` twice, `b a b` not in
    # it. Of 3 4 5 all pairs ascend: NKT = 1, P = 3/6, BP = 1.
    "wider to the left": ("a x a b a b", "a b c x a b", [3, 4, 5], 0.5**0.25),
    # Runs overlap: `a a` is twice in `a a a`. The first a: `a a a` on its right, at 0. The second: neither
    # side has room for a run of three. The third: `a a a` on its left, so 2. NKT = 1, P = 2/3, BP = 1.
    "overlapping runs": ("a a a", "a a a", [0, 2], (2 / 3) ** 0.25),
    # The first a: `a b` is not in the reference. b 0. The second a: `b a` once in both, so 1. P = 2/3.
    "twice against once": ("a b a", "b a", [0, 1], (2 / 3) ** 0.25),
    # x 0. The first a: `x a`, so 1. The second a: `z a` is not in the reference, `a y` is, so 1 again. y 2.
    # Of the 6 pairs of 0 1 1 2 all but (1, 1) ascend. P = 4/5, BP = 1.
    "one reference word aligned twice": ("x a z a y", "x a y", [0, 1, 1, 2], 5 / 6 * 0.8**0.25),
    "empty hypothesis": ("", "a b", [], 0.0),
}


def score(hypothesis: str, *references: str, **options: object) -> float:
    ribes = Ribes(tokenize="none", **options)  # type: ignore[arg-type]
    return float(ribes.score(ribes.statistics([hypothesis], [[r] for r in references])[0]))


def align_words(hypothesis: list[str], reference: list[str]) -> list[int]:
    """Positions of the words of the reference that align, of one hypothesis."""
    return next(align_segments(*number_words([[hypothesis], [reference]])))


@pytest.mark.parametrize("case", BY_HAND)
def test_alignments_and_scores_by_hand(case: str) -> None:
    hypothesis, reference, positions, expected = BY_HAND[case]
    assert align_words(hypothesis.split(), reference.split()) == positions
    assert score(hypothesis, reference, lowercase=False) == pytest.approx(expected, abs=1e-12)


def literal_alignment(h: list[str], r: list[str]) -> list[int]:
    def places(words: list[str], run: list[str]) -> list[int]:
        return [k for k in range(len(words)) if words[k : k + len(run)] == run]

    aligned = []
    for i, word in enumerate(h):
        if len(places(h, [word])) == 1 and len(places(r, [word])) == 1:
            aligned.append(places(r, [word])[0])
            continue
        for window in range(1, max(i + 1, len(h) - i + 1)):
            left, right = h[i - window : i + 1], h[i : i + window + 1]
            if window <= i and len(places(h, left)) == 1 and len(places(r, left)) == 1:
                aligned.append(places(r, left)[0] + window)
                break
            if i + window < len(h) and len(places(h, right)) == 1 and len(places(r, right)) == 1:
                aligned.append(places(r, right)[0])
                break
    return aligned


def literal_ribes(h: list[str], r: list[str]) -> float:
    if not h:
        return 0.0
    aligned = literal_alignment(h, r)
    n = len(aligned)
    if n == 1 and len(r) == 1:
        tau = 1.0
    elif n < 2:
        return 0.0
    else:
        tau = sum(aligned[i] < aligned[j] for i in range(n) for j in range(i + 1, n)) / math.comb(n, 2)
    return tau * (n / len(h)) ** 0.25 * min(1, math.exp(1 - len(r) / len(h))) ** 0.10


few_words = st.lists(st.sampled_from("ab"), max_size=12) | st.lists(st.sampled_from("abcde"), max_size=16)


@settings(max_examples=300)
@given(few_words, few_words)
def test_random_words_as_the_slow_implementation(hypothesis: list[str], reference: list[str]) -> None:
    assert align_words(hypothesis, reference) == literal_alignment(hypothesis, reference)
    if reference:
        expected = literal_ribes(hypothesis, reference)
        assert score(" ".join(hypothesis), " ".join(reference)) == pytest.approx(expected, abs=1e-12)


@given(few_words, st.integers(0, 12), st.integers(0, 12), st.integers(0, 6))
def test_moved_run_as_the_slow_implementation(reference: list[str], start: int, target: int, length: int) -> None:
    run, rest = reference[start : start + length], reference[:start] + reference[start + length :]
    hypothesis = rest[:target] + run + rest[target:]
    assert align_words(hypothesis, reference) == literal_alignment(hypothesis, reference)


@pytest.fixture(scope="module")
def nltk() -> Any:
    """NLTK and its RIBES; it takes seconds to import."""
    import nltk
    import nltk.translate.ribes_score

    return nltk


@given(st.permutations("abcdefgh"), st.permutations("abcdefgh"), st.integers(2, 8), st.integers(2, 8))
def test_without_repeated_words_as_nltk(
    nltk: Any, first: list[str], second: list[str], cut: int, other_cut: int
) -> None:
    hypothesis, reference = first[:cut], second[:other_cut]
    expected = nltk.translate.ribes_score.sentence_ribes([reference], hypothesis)
    assert score(" ".join(hypothesis), " ".join(reference)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("case", "nltks"),
    [
        # The right first: positions 3 0 1 2, 3 of 6 pairs.
        ("left before right", 3 / 6 * E**-0.025),
        # The last a is not tried with both words on its left: one position.
        ("overlapping runs", 0.0),
        ("one-word reference", 0.0),
    ],
)
def test_nltk_differs_as_the_docstring_says(nltk: Any, case: str, nltks: float) -> None:
    if not nltk.__version__.startswith("3.10."):
        pytest.skip("said of NLTK 3.10")
    hypothesis, reference, _, ours = BY_HAND[case]
    theirs = nltk.translate.ribes_score.sentence_ribes([reference.split()], hypothesis.split())
    assert theirs == pytest.approx(nltks, abs=1e-12)
    assert abs(ours - nltks) > 0.01


def test_the_best_reference_counts() -> None:
    assert score("a b c", "c b a", "a c b", "x y") == score("a b c", "a c b") == pytest.approx(2 / 3)


def test_segment_with_empty_references_only_is_not_counted() -> None:
    ribes = Ribes()
    statistics = ribes.statistics(["a b", "a b", ""], [["a b", "", " "], ["", " ", ""]])
    assert statistics.tolist() == [[1, 1], [0, 0], [0, 0]]
    assert ribes.score(statistics.sum(axis=0)) == 1
    assert math.isnan(ribes.score(statistics[1]))


def test_default_is_lower_case_and_13a() -> None:
    ribes = Ribes()
    assert ribes.score(ribes.statistics(["The cat, 3,5."], [["the Cat , 3,5 ."]])[0]) == 1


def test_options_change_the_score() -> None:
    # Lower case: one pair ascends. With case, only b aligns, of two reference words.
    assert score("a b", "A b") == 1
    assert score("a b", "A b", lowercase=False) == 0
    assert score("a x b y", "a b", alpha=1) == pytest.approx(0.5)
    assert score("a b", "a b c d", beta=1) == pytest.approx(1 / E)


@pytest.mark.parametrize(
    ("options", "signature"),
    [
        ({}, "nrefs:2|case:lc|tok:13a|alpha:0.25|beta:0.10|ribes:1.03.1"),
        ({"lowercase": False, "tokenize": "zh"}, "nrefs:2|case:mixed|tok:zh|alpha:0.25|beta:0.10|ribes:1.03.1"),
        ({"alpha": 1, "beta": 0.125}, "nrefs:2|case:lc|tok:13a|alpha:1.00|beta:0.125|ribes:1.03.1"),
    ],
)
def test_signature(options: dict, signature: str) -> None:
    assert Ribes(**options).signature(2) == f"{signature}|version:{__version__}"
