"""Whether outputs put the word that moves where a reference puts it, on sentences made by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.formats.alignment import ALIGNMENT
from extractors.words.evidence import EvidenceText, Reference
from extractors.words.lemmas import TargetLemmas
from extractors.words.word_order import CONTROLS, OF_HIT, OrderAsked, OrderJudge, OrderSpan, hits_of, spans_of
from tests.builders.accuracy_corpora import Corpus
from tests.builders.rows import links_table

LEMMAS = TargetLemmas({"sees": "see", "saw": "see"}.get, signature="by hand")
# dass er den kleinen Hund heute sieht
ORDER = {0: (0,), 1: (1,), 3: (4,), 4: (5,), 5: (6,), 6: (2,)}
CLAUSE = OrderSpan(0, 6, 0, 6)


def reference(text, evidence=ORDER, name="A"):
    return Reference(name, [text.split()], [evidence], [frozenset()], [{}])


A = reference("that he sees the little dog today")


def judged(output, span=CLAUSE, references=(A,)):
    return OrderJudge(references, [span], LEMMAS).judge([output.split()])[0]


@pytest.mark.parametrize(
    ("output", "right"),
    [
        ("that he sees the little dog today", 1),
        ("today that he saw the little dog", 0),
        ("that he the little dog today sees", 0),
        ("that he saw a dog", 1),
        # Nothing of the verb, or nothing but it, tells nothing.
        ("that he likes the little dog", math.nan),
        ("he sees nothing", 1),
        ("it sees nothing", math.nan),
        # Which of two is meant is not clear.
        ("that he sees and sees the little dog", math.nan),
        ("", math.nan),
    ],
)
def test_a_word_stands_before_and_after_the_same_words_as_in_the_reference(output, right):
    assert judged(output) == pytest.approx(right, nan_ok=True)


def test_words_outside_of_the_span_do_not_count():
    assert judged("today he sees the dog", OrderSpan(0, 6, 1, 6)) == 0
    assert judged("that today he sees dog", OrderSpan(0, 6, 3, 4)) == 1


def test_the_order_of_any_reference_is_right():
    b = reference("today that he the little dog sees", {0: (1,), 1: (2,), 3: (4,), 4: (5,), 5: (0,), 6: (6,)}, "B")
    late = "that he the little dog sees"
    assert judged(late) == 0
    assert judged(late, references=(A, b)) == 1
    assert judged("he little sees the dog", references=(A, b)) == 0


@given(st.permutations(A.words[0]))
def test_a_reference_is_right_by_itself_and_other_orders_by_their_sides_of_the_word(order):
    before = {word for word in order[: order.index("sees")] if word != "the"}
    assert judged(" ".join(A.words[0])) == 1
    assert judged(" ".join(order)) == (before == {"that", "he"})


def test_controls_are_other_words_among_as_many_words():
    letters = "a b c d e f g h i j k l m n o p"
    text = reference(letters, {token: (token,) for token in range(16)})
    two = Reference("A", text.words * 2, text.evidence * 2, text.silent * 2, text.needed * 2)
    rows = [dict(zip(OF_HIT, values, strict=True)) for values in ((0, 1, 4, 2), (1, 6, 6, 2))]
    asked = spans_of(rows, [two], name="p", seed=1)
    assert asked.spans[:2] == [OrderSpan(0, 4, 1, 4), OrderSpan(1, 6, 4, 8)]
    assert asked.is_hit.tolist() == [True, True] + [False] * 2 * CONTROLS
    assert asked.stratum.tolist() == [0, 1] + [0] * CONTROLS + [1] * CONTROLS
    hit_words = {(0, 1), (0, 4), (1, 6)}
    for span, stratum in zip(asked.spans[2:], asked.stratum[2:], strict=True):
        hit = asked.spans[stratum]
        assert (span.token - span.first, span.last - span.token) == (hit.token - hit.first, hit.last - hit.token)
        assert span.first >= 0
        assert span.last <= 15
        assert not hit_words & {(span.segment, token) for token in range(span.first, span.last + 1)}


def test_the_same_seed_draws_the_same_controls():
    text = reference("a b c d e f g h i j k l m n o p", {token: (token,) for token in range(16)})
    row = dict(zip(OF_HIT, (0, 1, 4, 2), strict=True))
    drawn = [spans_of([row], [text], name=name, seed=seed).spans for name, seed in (("p", 1), ("p", 1), ("q", 1))]
    assert drawn[0] == drawn[1] != drawn[2]


def test_links_of_references_decide_where_a_measure_finds_the_words():
    row = ("x", "x")
    links = links_table(
        (0, "A", 0, 4, *row), (0, "A", 1, 1, *row), (0, "B", 0, 3, *row), (1, "A", 0, 1, *row), (1, "B", 0, 1, *row)
    )
    none = Corpus(["a/NOUN"], {"A": ["a"]}, {"A": ["0-0"]}, []).prepared.hits
    assert hits_of(none, links, "reordering", OrderAsked(2, "reordering")) == [
        {"segment_id": 0, "head": 0, "dependent": 0, "distance_set": 4}
    ]
    assert hits_of(none, links, "reordering", OrderAsked(5, "reordering")) == []
    assert hits_of(none, links, "p", OrderAsked(0, None)) == []


def test_hits_are_those_of_the_phenomenon_from_the_distance_on():
    source = ["a/NOUN b/NOUN c/NOUN d/VERB"]
    made = Corpus(source, {"A": ["a d"]}, {"A": ["0-0 3-1"]}, [(0, "p", 0, 3, 2), (0, "p", 0, 1, 0), (0, "q", 0, 3, 2)])
    empty = ALIGNMENT.table([])
    assert [row["dependent"] for row in hits_of(made.prepared.hits, empty, "p", OrderAsked(0, None))] == [3, 1]
    assert [row["dependent"] for row in hits_of(made.prepared.hits, empty, "p", OrderAsked(1, None))] == [3]


def test_systems_that_keep_the_order_of_the_source_are_wrong_in_the_evidence():
    clause = "dass/SCONJ er/PRON einen/DET Hund/NOUN sieht/VERB"
    right, kept = "that he sees a dog", "that he a dog sees"
    made = Corpus(
        [clause] * 3,
        {"A": [right] * 3},
        {"A": ["0-0 1-1 3-4 4-2"] * 3},
        [(k, "p", 0, 4, 3) for k in range(2)],
    )
    systems = {"good": [right] * 3, "literal": [kept] * 3}
    texts = {name: EvidenceText.of(output, "en") for name, output in systems.items()}
    found = made.measured(texts, order={"p": OrderAsked(0, None)}).evidence.to_pylist()
    hits = {(row["system"], row["segment_id"]): row["match"] for row in found if row["is_hit"]}
    assert hits == {("good", 0): 1, ("good", 1): 1, ("literal", 0): 0, ("literal", 1): 0}
    assert all(row["is_order"] for row in found)
    assert {row["distance"] for row in found if row["is_hit"]} == {3}
    assert {row["distance"] for row in found if not row["is_hit"]} == {None}
    assert all(np.isin(row["stratum"], (0, 1)) for row in found)
