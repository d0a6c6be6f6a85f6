"""Constructs of the request language on two sentences: what test_brute_force.py does not draw, and what to know."""

import pytest

from extractors.phenomena.grew import parse
from tests.builders.trees import GIVES_UP, WERE_SEEN, find, forms, treebank

TREES = treebank(GIVES_UP, WERE_SEEN)


def found(request: str) -> list[str]:
    return forms(find(request, TREES), TREES)


@pytest.mark.parametrize(
    ("tests", "words"),
    [
        ('upos=PROPN, lemma="Ann"', "Ann"),
        ('lemma="Ann"|"old"', "Ann old"),
        ("xpos=NNS", "plans"),
        ('xpos="."', "."),
        ("Number=*", "Ann gives plans They were us"),
        ("!lemma, upos", "seen"),
        ("Number__psor=Sing", "seen"),
        ("PronType=Int", ""),
        ('PronType="Int,Rel"', "us"),
        ("PronType=Int|/.*Rel/", "us"),
        ("form=/s.*n?/", "soon seen"),
        ("form=/S.*/", ""),
        ("form=/THEY|us/i", "They us"),
        ("form<>/.*[a-z]/, upos=PUNCT", "."),
        ('form=re"s.*"', "soon seen"),
        (r'form=re"\(so\|se\).n"', "soon seen"),
        (r'form=re"[.]"', "."),
        ("form=/[^.]+/, upos=/P.*/", "Ann They us"),
        ("form=/\\p{Lu}.*/", "Ann They"),
    ],
)
def test_tests_of_a_word(tests, words):
    assert found(f"pattern {{ N [{tests}] }}") == words.split()


@pytest.mark.parametrize(
    ("request_text", "words"),
    [
        ("pattern { N [upos=DET]|[upos=AUX, Number=Plur]|[upos=AUX, Person] }", ["the", "were"]),
        ("pattern { N [upos=DET]|[Person=1]; N [Case=Acc] }", ["us"]),
        ("pattern { N [upos=VERB]; N.Person = 3 }", ["gives"]),
        ('pattern { N [upos=VERB]; N.lemma <> "have" }', ["gives"]),
        ("pattern { N [upos=VERB]; N.form = /g.*|x/ }", ["gives"]),
        ('pattern { N [form="__0__"] }', ["ROOT", "ROOT"]),
        ("pattern { N [!form] }", []),
    ],
)
def test_node_clauses(request_text, words):
    assert found(request_text) == words


@pytest.mark.parametrize(
    ("edge", "words"),
    [
        ("V -[nsubj:pass]-> N", ["seen They"]),
        ('V -["obl:agent"]-> N', ["seen us"]),
        ("V -[1<>det|amod, 2=*]-> N", ["gives up", "seen They", "seen were", "seen us"]),
        ("V -[^nsubj|advmod|obj|punct]-> N; V [upos=VERB]", ["gives up", "seen They", "seen were", "seen us"]),
        (r'V -[re".*:\(prt\|agent\)"]-> N', ["gives up", "seen us"]),
        ("V -[root]-> N", ["ROOT gives", "ROOT seen"]),
        ("V -> N; N [upos=VERB]", ["ROOT gives", "ROOT seen"]),
        ("e: V -[obj]-> N; f: N -> M", ["gives plans the", "gives plans old"]),
        ("* -[root]-> V", ["gives", "seen"]),
        ("V -[compound:prt]-> N; V -[1=compound]-> N", ["gives up"]),
    ],
)
def test_edges(edge, words):
    assert found(f"pattern {{ {edge} }}") == words


@pytest.mark.parametrize(
    ("filters", "words"),
    [
        # A new node differs from those of the pattern: the subject itself is no other nominal.
        ("without { V -> N; N [upos=PROPN|PRON] }", ["gives Ann"]),
        ("without { V -> N; N [upos=PROPN|PRON]; N << V }", ["gives Ann", "seen They"]),
        # `*` may be any word, also the subject.
        ("without { V -[nsubj]-> * }", ["seen They"]),
        # Blocks are independent, also where they use the same name.
        ("without { V -[obj]-> O; O [Number=Sing] } without { O [upos=AUX]; V -> O }", ["gives Ann"]),
        ("with { V -> X; X [upos=ADV] } with { V -> X; X [upos=NOUN] }", ["gives Ann"]),
        ("with { V -> X; X [upos=ADV]; V -> Y; Y [upos=NOUN]; X << Y } without { V -> X; X [upos=PUNCT] }", []),
        # One that contradicts the pattern excludes nothing.
        ("without { V [upos=NOUN]; V [upos=VERB] }", ["gives Ann", "seen They"]),
    ],
)
def test_with_and_without(filters, words):
    assert found(f"pattern {{ V -[1=nsubj]-> S }} {filters}") == words
    assert found(f"{filters} pattern {{ V -[1=nsubj]-> S }}") == words


def test_pattern_blocks_are_joined():
    assert found("pattern { V -[obj]-> O } pattern { O [Number=Plur]; V -[nsubj]-> S }") == ["gives plans Ann"]


def test_comments_and_layout():
    request = "% a verb\npattern{V[upos=VERB];% its object\n\tV-[obj]->O;}\n% the end"
    assert found(request) == ["gives plans"]


def test_nodes_are_bound_to_different_words():
    assert found("pattern { A [upos=VERB]; B [upos=VERB] }") == []
    assert found("pattern { V -> A; V -> B; A [upos=ADP|PUNCT]; B [upos=ADP|PUNCT] }") == ["gives up .", "gives . up"]


def test_names_and_values_may_have_any_letters():
    trees = treebank("Läuft laufen VERB _ _ 0 root\nnicht_mehr nicht-mehr ADV _ _ 1 advmod")
    request = parse("pattern { Zeit_1 -> Ω; Ω [lemma=nicht-mehr]; Zeit_1 [form=/läuft/i] }")
    assert forms(find(request, trees), trees) == ["Läuft nicht_mehr"]


def test_strings_keep_backslashes_as_grew_does():
    trees = treebank('a\\b a VERB _ _ 0 root\n"x" x NOUN _ _ 1 obj')
    assert forms(find(r'pattern { N [form="a\b"] }', trees), trees) == ["a\\b"]
    assert forms(find(r'pattern { N [form="a\\b"] }', trees), trees) == ["a\\b"]
    assert forms(find(r'pattern { N [form="\"x\""] }', trees), trees) == ['"x"']


CROSSING = """
# sent_id = x-1
# text = A hearing was set on the issue
A       a       DET  _ _ 2 det
hearing hearing NOUN _ _ 4 nsubj:pass
was     be      AUX  _ _ 4 aux:pass
set     set     VERB _ _ 0 root
on      on      ADP  _ _ 7 case
the     the     DET  _ _ 7 det
issue   issue   NOUN _ _ 2 nmod
"""


@pytest.mark.parametrize(
    ("request_text", "words"),
    [
        ("pattern { e: N -[nmod]-> M; f: V -[nsubj:pass]-> N; e << f }", []),
        ("pattern { e: N -[nmod]-> M; f: X -[root]-> V; e >< f }", ["hearing issue ROOT set"]),
        ("pattern { e: N -[nmod]-> M; f: M -> X; f << e }", ["hearing issue on", "hearing issue the"]),
        ("pattern { e: N -[nmod]-> M; f: M -> X; e >> f; X [upos=DET] }", ["hearing issue the"]),
        ("pattern { e: N -[nmod]-> M; f: N -[det]-> D; e <> f }", ["hearing issue A"]),
        ("pattern { e: N -[nmod]-> M; V [upos=VERB]; V << e }", ["hearing issue set"]),
        ("pattern { e: N -[nmod]-> M; V [upos=VERB]; e >> V }", ["hearing issue set"]),
        # A block may come before the pattern that names the edge.
        ("without { X << e; X [upos=VERB] } pattern { e: N -> M; N [lemma=hearing] }", ["hearing A"]),
        ("pattern { e: N -> M; e.label = nmod|case }", ["us by", "hearing issue", "issue on"]),
        ("pattern { e: N -> M; f: X -> Y; e.label = f.label; N << X }", ["hearing A issue the"]),
        (
            "pattern { N -> A; N -> B; A.__id__ < B.__id__; N [upos=NOUN] }",
            ["plans the old", "hearing A issue", "issue on the"],
        ),
        ("pattern { N -[root]-> M } global { is_not_projective }", ["ROOT set"]),
        ('pattern { N -[root]-> M; meta.sent_id = "x-1" }', ["ROOT set"]),
        ("pattern { N -[root]-> M } global { text = /.*hearing.*/ }", ["ROOT set"]),
        ("pattern { N -[root]-> M; !meta.text }", ["ROOT gives", "ROOT seen"]),
        ("pattern { N -[root]-> M } without { meta.sent_id = * }", ["ROOT gives", "ROOT seen"]),
    ],
)
def test_names_of_edges_and_what_is_said_of_sentences(request_text, words):
    trees = treebank(GIVES_UP, WERE_SEEN, CROSSING)
    assert forms(find(request_text, trees), trees) == words
