"""Order of the matches, pairs, many requests at once, and the shapes of results."""

import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.phenomena.grew import parse
from extractors.phenomena.grew.matcher import find_all
from tests.builders.trees import GIVES_UP, WERE_SEEN, find, forms, treebank

TREES = treebank(WERE_SEEN, GIVES_UP, WERE_SEEN)


def test_matches_are_in_the_order_of_sentences_then_of_the_nodes_in_the_text():
    matches = find("pattern { N [Number]; H -> N }", TREES)
    assert matches.nodes == ("N", "H")
    assert matches.words.tolist() == [
        [0, 2], [1, 2], [4, 2],
        [5, 7], [7, -1], [10, 7],
        [13, 15], [14, 15], [17, 15],
    ]  # fmt: skip


def test_virtual_roots_sort_before_the_words_of_their_sentence():
    matches = find("pattern { H -> N; N [upos=VERB|PRON] }", TREES)
    assert matches.words[:, 0].tolist() == [-1, 2, 2, -1, -1, 15, 15]


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


def test_many_requests_at_once_find_what_each_finds_alone():
    texts = [
        "pattern { V -[obj]-> O }",
        "pattern { V [upos=VERB]; V -> N; N [upos=/P.*/] } without { N [form=/.*y/] }",
        "pattern { A [upos=VERB]|[upos=AUX, form=/w.*/]; B [upos=VERB]|[upos=AUX, form=/w.*/]; A << B }",
        "pattern { A ->> B; B [Number__psor]|[Degree=Pos] }",
    ]
    by_key = {(number, "en"): parse(text) for number, text in enumerate(texts)}
    together = find_all(TREES, by_key)
    assert list(together) == list(by_key)
    for key, request in by_key.items():
        assert together[key].words.tolist() == find(request, TREES).words.tolist()
        assert len(together[key])


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
