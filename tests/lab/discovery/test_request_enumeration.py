"""Enumerated requests against the matcher, on random trees."""

import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from challenge_sets_lab.discovery.request_enumeration import FAR, enumerate_patterns
from extractors.phenomena import grew
from extractors.phenomena.grew.matcher import find_all
from tests.builders.trees import GIVES_UP, treebank

CLASSES = ["NOUN", "VERB", "PUNCT"]
RELATIONS = ["nsubj", "obj", "obl:agent", "punct"]
FEATURES = ["_", "Number=Sing", "Number=Plur|Person=3", "Number[psor]=Sing", "PronType=Int,Rel", "Nonsense=Yes"]
LEMMAS = ["go", "_", 'a"b', "über"]


def tree(draw):
    """A sentence of up to 9 words, as lines."""
    size = draw.randint(1, FAR + 3)
    order = draw.sample(range(1, size + 1), size)
    head = {position: draw.choice(order[:place] or [0]) for place, position in enumerate(order)}
    return "\n".join(
        f"x {draw.choice(LEMMAS)} {draw.choice(CLASSES)} _ {draw.choice(FEATURES)} {head[position]}"
        f" {draw.choice(RELATIONS) if head[position] else 'root'}"
        for position in range(1, size + 1)
    )


def trees(seed):
    """Up to 6 sentences, two in a segment."""
    draw = random.Random(seed)
    found = treebank(*[tree(draw) for _ in range(draw.randint(1, 6))])
    return replace(found, segment=found.segment // 2)


def segments_of(found, matches, node):
    return np.unique(found.segment[found.sentence[matches.column(node)]]).tolist()


@settings(max_examples=settings.default.max_examples // 3)
@given(st.integers(0, 2**64))
def test_the_matcher_finds_each_request_in_the_same_segments(seed):
    found = trees(seed)
    patterns = {pattern.request: pattern for pattern in enumerate_patterns(found, fewest=1, most=100)}
    for request, matches in find_all(found, {request: grew.parse(request) for request in patterns}).items():
        assert patterns[request].segments.tolist() == segments_of(found, matches, patterns[request].pair[1]), request


WORDS = ["", "; {} [upos=NOUN]", "; {} [upos=VERB]"]
PLACES = ["", "; H << D", "; D << H", f"; length(H, D) >= {FAR}"]
ARCS = [
    f"H -[{relation}]-> D{head.format('H')}{dependent.format('D')}{place}"
    for relation, head, dependent, place in product(["nsubj", "obl:agent"], WORDS, WORDS, PLACES)
]
OTHERS = [
    'N [upos=VERB, lemma="go"]',
    'N [upos=NOUN, Number__psor="Sing"]',
    'H -[obj]-> D; H [upos=VERB, Number="Sing"]; D [upos=NOUN]',
    'H -[obj]-> D; D [upos=VERB, lemma="über"]',
    "H -[obj]-> A; H -[obj]-> B",
    "H -[obj]-> A; H -[nsubj]-> B; A << B; H [upos=VERB]",
    "G -[obj]-> H; H -[obl:agent]-> D; H [upos=NOUN]",
]


@given(st.integers(0, 2**64), st.sampled_from([*ARCS, *OTHERS]))
def test_no_request_of_these_kinds_is_left_out(seed, clauses):
    found = trees(seed)
    known = {pattern.request: pattern for pattern in enumerate_patterns(found, fewest=1, most=100)}
    request = f"pattern {{ {clauses} }}"
    assert (request in known) == bool(len(find_all(found, {"": grew.parse(request)})[""]))


def test_only_patterns_of_enough_segments_and_not_too_many():
    found = treebank(*[GIVES_UP] * 4)
    assert enumerate_patterns(found, fewest=5, most=100) == []
    assert enumerate_patterns(found, fewest=1, most=3) == []
    assert enumerate_patterns(found, fewest=4, most=4)


@pytest.mark.parametrize(
    ("request_text", "description", "name"),
    [
        ('pattern { N [upos=VERB, lemma="give"] }', 'the verb "give"', "the_verb_give"),
        (
            "pattern { H -[compound:prt]-> D; D [upos=ADP]; H << D }",
            "an adposition as compound:prt of a word, after it",
            "an_adposition_as_compound_prt_of_a_word_after_it",
        ),
        (
            "pattern { H -[nsubj]-> A; H -[obj]-> B; A << B; H [upos=VERB] }",
            "a verb with nsubj before obj",
            "a_verb_with_nsubj_before_obj",
        ),
        (
            "pattern { G -[obj]-> H; H -[amod]-> D; H [upos=NOUN] }",
            "amod of a noun that is obj",
            "amod_of_a_noun_that_is_obj",
        ),
    ],
)
def test_patterns_are_described(request_text, description, name):
    found = {p.request: p for p in enumerate_patterns(treebank(*[GIVES_UP] * 2), fewest=2, most=2)}
    assert (found[request_text].description, found[request_text].name) == (description, name)
