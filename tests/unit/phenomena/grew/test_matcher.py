"""Pairs of words, the shapes of results, and large searches; test_brute_force.py has what is found, and its order."""

import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.phenomena.grew import parse
from extractors.phenomena.grew.matcher import find_all
from tests.builders.trees import GIVES_UP, WERE_SEEN, find, forms, treebank

TREES = treebank(WERE_SEEN, GIVES_UP, WERE_SEEN)


def test_a_match_gives_the_word_of_each_node():
    matches = find("pattern { V -[obj]-> O }", TREES)
    assert len(matches) == 1
    assert list(matches) == [{"V": 7, "O": 10}]
    assert matches.column("O").tolist() == [10]
    assert matches.words.dtype == np.int32
    with pytest.raises(InputError, match="unknown node 'X'"):
        matches.column("X")


def test_pairs_are_distinct_and_without_the_virtual_root():
    matches = find("pattern { H -> N; N -> X }", TREES)
    assert len(matches) > len(matches.pairs("H", "N"))
    assert matches.pairs("H", "N").tolist() == [[2, 4], [7, 10], [15, 17]]
    assert matches.pairs("N", "H").tolist() == [[4, 2], [10, 7], [17, 15]]
    assert matches.pairs("N", "N").tolist() == [[2, 2], [4, 4], [7, 7], [10, 10], [15, 15], [17, 17]]


def test_no_matches_have_the_same_shape():
    matches = find("pattern { V -[vocative]-> O }", TREES)
    assert matches.words.shape == (0, 2)
    assert matches.words.dtype == np.int32
    assert matches.pairs("V", "O").shape == (0, 2)
    assert list(matches) == []


def test_no_requests():
    assert find_all(TREES, {}) == {}


def test_a_long_chain():
    """A tree as deep as it is long, with a dominance across it."""
    size = 3000
    lines = [
        f"w{n} w{n} {'VERB' if n == 1 else 'X'} _ _ {n - 1} {'root' if n == 1 else 'dep'}" for n in range(1, size + 1)
    ]
    parsed = treebank("\n".join(lines))
    matches = find(f"pattern {{ A [upos=VERB]; A ->> B; B [form=w{size}]; length(A,B) > 2000 }}", parsed)
    assert forms(matches, parsed) == [f"w1 w{size}"]


def test_many_partial_matches():
    """A head of 60 dependents: 195 thousand ways to choose three of them, few of which remain."""
    lines = ["head head VERB _ _ 0 root", *(f"d{n} d{n} NOUN _ _ 1 obj" for n in range(60))]
    parsed = treebank("\n".join(lines))
    request = parse("pattern { V -> A; V -> B; V -> C } without { A >> B } without { length(B,C) > 1 }")
    assert len(find(request, parsed)) == 59 * 58
