"""The dependencies of requests, and the warning of what a parse lacks."""

import dataclasses

import numpy as np
import pytest

from extractors.formats.treebank import TextColumn
from extractors.phenomena.grew import parse
from extractors.phenomena.grew.portability import missing
from tests.builders.trees import GIVES_UP, WERE_SEEN, treebank


@pytest.mark.parametrize(
    ("request_text", "dependencies"),
    [
        ("pattern { V [] }", []),
        ("pattern { V -> W; V << W }", []),
        ("pattern { R [upos=PRON, Reflex=Yes] }", ["upos=PRON", "Reflex=Yes"]),
        ("pattern { V [Case=Acc|Dat] }", ["Case=Acc or Case=Dat"]),
        ("pattern { V [Person, !Poss] }", ["Person"]),
        ("pattern { V [lemma<>be|have] }", ["lemma<>be|have"]),
        ("pattern { V [form=a|/b.*/i] }", ["form=a or form=/b.*/i"]),
        ("pattern { V [xpos=MD]; V.Number__psor = Sing }", ["xpos=MD", "Number[psor]=Sing"]),
        ("pattern { V -[obj|iobj]-> W }", ["relation obj or relation iobj"]),
        ("pattern { V -[1=obl, 2=agent, !2]-> * }", ["relation 1=obl", "relation 2=agent"]),
        ("pattern { * -[^punct]-> V }", ["relation ^punct"]),
        ("pattern { V -[/n.*/]-> W }", ["relation /n.*/"]),
        ("pattern { A -> B; A.Number <> B.Case }", ["Number", "Case"]),
        ("pattern { N [NumType=Ord]|[lemma=last|next] }", ["NumType=Ord or lemma=last or lemma=next"]),
        ("pattern { N [upos=NUM, NumType=Ord]|[lemma=last] }", ["upos=NUM or lemma=last", "NumType=Ord or lemma=last"]),
        ("pattern { N [NumType=Ord]|[!Case] }", []),
        ("pattern { V [upos=VERB] } with { V -[obj]-> O }", ["upos=VERB", "relation obj"]),
        ("pattern { V [upos=VERB] } without { V -[obj]-> O }", ["upos=VERB"]),
    ],
)
def test_dependencies(request_text, dependencies):
    assert [str(dependency) for dependency in parse(request_text).depends_on] == dependencies


@pytest.mark.parametrize(
    ("request_text", "lacking"),
    [
        ("pattern { V [upos=VERB, Tense=Pres, Reflex=Yes] }", ["Reflex=Yes"]),
        ("pattern { V -[1=obl, 2=agent]-> W; V -[1=nsubj]-> S }", []),
        ("pattern { V -[obl]-> W; V -[nsubj|csubj]-> S }", ["relation obl"]),
        ("pattern { V [xpos=VVFIN|VVPP]; V -[/.*:prt/]-> P }", ["xpos=VVFIN or xpos=VVPP"]),
        ("pattern { V [PronType=Int] }", ["PronType=Int"]),
        ("pattern { V [Number__psor=Plur] }", ["Number[psor]=Plur"]),
        ("pattern { A -> B; A.Gender = B.Gender }", ["Gender"]),
        ("pattern { V [form=/g.*/, lemma=/g.*s/] }", ["lemma=/g.*s/"]),
        ("pattern { V [Mood]|[Aspect] }", ["Mood or Aspect"]),
        ("pattern { V [upos=VERB] } without { V [Reflex=Yes] }", []),
    ],
)
def test_what_a_parse_lacks(request_text, lacking):
    parsed = treebank(GIVES_UP, WERE_SEEN)
    assert [str(dependency) for dependency in missing(parse(request_text), parsed)] == lacking


def test_a_value_that_is_only_in_the_dictionary_does_not_occur():
    """A selection of sentences may keep the dictionaries of the whole."""
    parsed = treebank(GIVES_UP)
    no_features = np.full_like(parsed.feats.codes, parsed.feats.values.index("_"))
    selected = dataclasses.replace(parsed, feats=TextColumn(no_features, parsed.feats.values))
    request = parse("pattern { V [Tense=Pres] }")
    assert missing(request, parsed) == ()
    assert missing(request, selected) == request.depends_on
