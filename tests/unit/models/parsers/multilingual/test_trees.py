"""The best tree: beside a search through all trees."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.models.parsers._multilingual.trees import best_tree


def all_trees(n: int) -> list[tuple[int, ...]]:
    """Every tree with one root over n words, as heads."""

    def reaches(heads: tuple[int, ...], word: int) -> bool:
        for _ in range(n):
            word = heads[word - 1]
            if word == 0:
                return True
        return False

    return [
        heads
        for heads in product(range(n + 1), repeat=n)
        if heads.count(0) == 1 and all(reaches(heads, word) for word in range(1, n + 1))
    ]


TREES = {n: all_trees(n) for n in range(1, 6)}


@given(st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_it_is_the_best_of_all_trees(n: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(n, n + 1)).astype(np.float32)
    scores[np.arange(n), np.arange(n) + 1] = -np.inf
    totals = [sum(float(scores[w, h]) for w, h in enumerate(tree)) for tree in TREES[n]]
    heads = tuple(best_tree(scores).tolist())
    assert heads in TREES[n]
    assert sum(float(scores[w, h]) for w, h in enumerate(heads)) == pytest.approx(max(totals), abs=1e-4)


@pytest.mark.parametrize("n", [1, 2, 40])
def test_equal_scores_still_give_a_tree_with_one_root(n: int) -> None:
    scores = np.zeros((n, n + 1), dtype=np.float32)
    scores[np.arange(n), np.arange(n) + 1] = -np.inf
    heads = best_tree(scores)
    assert (heads == 0).sum() == 1
    for word in range(1, n + 1):
        steps = 0
        while word:
            word = int(heads[word - 1])
            steps += 1
            assert steps <= n


@given(st.integers(2, 30), st.floats(0, 20), st.integers(0, 2**32 - 1))
def test_many_good_roots_are_brought_to_the_best_one(n: int, pull: float, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(n, n + 1)).astype(np.float32)
    scores[:, 0] += np.float32(pull)
    found = best_tree(scores)
    assert (found == 0).sum() == 1

    def best_with(root: int) -> float:
        only = scores.copy()
        only[np.arange(n) != root, 0] = -1e4
        tree = best_tree(only)
        return float(only[np.arange(n), tree].sum())

    total = float(scores[np.arange(n), found].sum())
    assert total == pytest.approx(max(best_with(root) for root in range(n)), abs=1e-3)
