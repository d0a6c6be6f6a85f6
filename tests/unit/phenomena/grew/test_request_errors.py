"""Requests that are refused when they are loaded: the message, and the place that the caret shows."""

from pathlib import Path

import pytest

from extractors.core.errors import InputError
from extractors.phenomena.grew import RequestError, parse
from extractors.phenomena.grew.lexicons import Lexicon

WORDS = Lexicon("words", ("lemma", "particle"), (("give", "up"),), Path("words.tsv"))

# The ^ under each request marks the place of the error.
SYNTAX = r"""
                                                   ## the request has no pattern
^
pattern { }                                        ## the request has no pattern
^
pattern { V [upos VERB] }                          ## expected ',' or '\]', found 'VERB'
                  ^
pattern { V [upos=] }                              ## expected a value, found '\]'
                  ^
pattern { V []                                     ## expected ';' or '}', found the end of the request
              ^
pattern { V [], W [] }                             ## expected ';' or '}', found ','
              ^
pattern { V []; ; }                                ## expected a node, an edge or '}', found ';'
                ^
pattern { V }                                      ## expected '\[', an edge or '<' after the node, found '}'
            ^
pattern V []                                       ## expected '{', found 'V'
        ^
{ V [] }                                           ## expected 'pattern', 'with' or 'without', found '{'
^
pattern { V [] } witout { V -> * }                 ## unknown block 'witout'\n.*\n.*\n.*did you mean 'without'
                 ^
pattern { V [] } without { }                       ## the block is empty
                 ^
pattern { V [] } global { is_projectve }           ## unknown property of a tree 'is_projectve'(.*\n)*.*'is_projective'
                          ^
global { is_projective }                           ## the request has no pattern
^
pattern { V []; !V.lemma }                         ## expected 'meta.', found 'V'
                 ^
pattern { V -> W; V.__id__ < W.lemma }             ## expected __id__
                                     ^
pattern { V -[obj-> W }                            ## unexpected character '-' in a relation
                 ^
pattern { V -[obj] W }                             ## unexpected character '\]' in a relation
                 ^
pattern { V -[]-> W }                              ## expected a value, found '\]->'
              ^
pattern { V -[3=x]-> W }                           ## relations have no part '3'
              ^
pattern { V -- W }                                 ## unexpected character '-'
            ^
pattern { * -> * }                                 ## an edge needs a node at one end
          ^
pattern { * ->> W }                                ## ->> needs a node at both ends
          ^
pattern { e: V -> * }                              ## only an edge between two nodes can have a name
          ^
pattern { e: V -> W; e: V -> X }                   ## the edge e is declared twice
                     ^
pattern { e: V -> W; e << V }                      ## an edge cannot stand on this side of <<
                     ^
pattern { e: V -> W; f: V -> X; e < f }            ## an edge cannot stand on this side of <
                                ^
pattern { e: V -> W; X []; X >< e }                ## >< stands between two edges, and X is none
                           ^
pattern { V -> W; V >< W }                         ## >< stands between two edges
                  ^
pattern { e: V -> W; delta(e,V) > 1 }              ## e is an edge; only nodes
                     ^
pattern { e: V -> W; e.label = W.upos }            ## an edge has a label only
                     ^
pattern { e: V -> W; e.upos = NOUN }               ## e is an edge, which has a label only
                     ^
pattern { e: V -> W; e [] }                        ## e is an edge, and a node
^
pattern { V -> W } without { e: V -> X } with { X << e; X [] } ## the node e is not declared|e is an edge
                                                ^
pattern { V [lemma=PRP$] }                         ## unexpected character '\$'(.*\n)*.*"quotes"
                      ^
pattern { V [form="a] }                            ## the string has no closing "
                  ^
pattern { V [form=/a] }                            ## the regular expression has no closing /
                  ^
pattern { V [form=/(a/] }                          ## not a regular expression: missing \)
                  ^
pattern { V [form=//] }                            ## an empty regular expression
                  ^
pattern { V [form=/a/g] }                          ## unknown flag 'g'
                  ^
pattern { V [form=re"a|b"] }                       ## a bare \| means just this character to Grew(.*\n)*.*\\\|
                  ^
pattern { V [form=re"\d"] }                        ## \\d means just the letter d to Grew
                  ^
pattern { V [form=/((a{99}){99}){99}/] }           ## the regular expression is too large
                  ^
pattern { V -> W; V.Number < W.Number }            ## attributes can only be compared with = and <>
                           ^
pattern { V -> W; delta(V,W) > x }                 ## expected a whole number, found 'x'
                               ^
pattern { V -> W; delta(V,W) < 99999999999999999999 } ## no sentence is so long
                               ^
pattern { V -> W; delta(V) > 3 }                   ## expected ',', found '\)'
                         ^
pattern { V -> W; V <= W }                         ## expected '\[', an edge or '<' after the node, found '<='
                    ^
"""

LOOKUPS = r"""
pattern { V [lemma=word.lemma] }                   ## unknown lexicon 'word'(.*\n)*.*did you mean 'words'
                   ^
pattern { V [lemma=words.lemmas] }                 ## the lexicon words has no column 'lemmas'
                         ^
pattern { V [lemma<>words.lemma] }                 ## a word can be looked up with = only(.*\n)*.*without {
                  ^
pattern { V [lemma=words.lemma|"sein"] }           ## a word that is looked up can have no other value
                              ^
pattern { V [upos=AUX]|[lemma=words.lemma] }       ## cannot be looked up in one alternative
                        ^
pattern { V [lema=words.lemma] }                   ## unknown attribute 'lema'
             ^
pattern { words [lemma=words.lemma] }              ## words is a lexicon, and a node of this request
                       ^
pattern { V [] } without { W.lemma = words.lemma } ## the node W is not declared
                           ^
pattern { V [lemma=words.] }                       ## expected a column of the lexicon
                         ^
"""

NAMES = r"""
pattern { V [upos=VRB] }                           ## unknown UPOS 'VRB'(.*\n)*.*did you mean 'VERB'
                  ^
pattern { V [upos=NOUN|verb] }                     ## unknown UPOS 'verb'(.*\n)*.*did you mean 'VERB'
                       ^
pattern { V [upos="CONJ"] }                        ## unknown UPOS 'CONJ'(.*\n)*.*did you mean 'CCONJ'
                  ^
pattern { V [] } without { V.upos = VRB }          ## unknown UPOS 'VRB'
                                    ^
pattern { V [Refelx=Yes] }                         ## unknown feature 'Refelx'(.*\n)*.*did you mean 'Reflex'
             ^
pattern { V [Case=Acc, !reflex] }                  ## unknown feature 'reflex'(.*\n)*.*did you mean 'Reflex'
                       ^
pattern { V [Csae=Acc] }                           ## did you mean 'Case'
             ^
pattern { V [Numbr__psor=Sing] }                   ## did you mean 'Number'
             ^
pattern { V -> W; V.Tens = W.Tense }               ## did you mean 'Tense'
                  ^
pattern { V [lema=x] }                             ## unknown attribute 'lema'(.*\n)*.*did you mean 'lemma'
             ^
pattern { V [UPOS=VERB] }                          ## unknown attribute 'UPOS'(.*\n)*.*did you mean 'upos'
             ^
pattern { V [pos=x] }                              ## unknown attribute 'pos'(.*\n)*.*did you mean 'upos'
             ^
pattern { V [Negative=Neg] }                       ## did you mean 'Polarity'
             ^
pattern { V [SpaceAfter=No] }                      ## SpaceAfter stands in the column MISC
             ^
pattern { V [__id__=3] }                           ## unknown attribute '__id__'
             ^
pattern { V -[nsubjj]-> S }                        ## unknown relation 'nsubjj'(.*\n)*.*did you mean 'nsubj'
              ^
pattern { V -[obj|iojb]-> S }                      ## unknown relation 'iojb'(.*\n)*.*did you mean 'iobj'
                  ^
pattern { V -[^nsubjj:pass]-> S }                  ## did you mean 'nsubj:pass'
               ^
pattern { V -[1=obl|nmodd]-> * }                   ## did you mean 'nmod'
                    ^
pattern { V -[nsubjpass]-> S }                     ## did you mean 'nsubj:pass'
              ^
pattern { V << W }                                 ## the node V is not declared
          ^
pattern { V -[obj]-> O; O << S }                   ## the node S is not declared(.*\n)*.*declared: O, V
                        ^
pattern { V [] } with { W.Case = Acc }             ## the node W is not declared
                        ^
"""

CONTRADICTIONS = r"""
pattern { V [] } global { is_projective; is_not_projective } ## no tree is projective and not projective
                                         ^
pattern { A []; B []; A << B; B << A }             ## no order of the words A, B
                              ^
pattern { A []; B []; A < B; B < A }               ## no order of the words A, B
                             ^
pattern { A []; B []; C []; A < B; B << C; A < C } ## no order of the words A, B, C
                                           ^
pattern { A []; B []; C []; A < B; A < C }         ## no order of the words A, B, C
                                   ^
pattern { A []; A << A }                           ## no order of the words A
                ^
pattern { A -> B; length(A,B) < 1 }                ## no order
                  ^
pattern { A -> B; delta(A,B) > 2; length(A,B) = 2 } ## no order
                                  ^
pattern { A -> B; length(A,B) > 5; length(A,B) < 3 } ## no order
                                   ^
pattern { A -> B } with { B << A; A << B }         ## no order of the words
                                  ^
pattern { V [Person, !Person] }                    ## no word V has Person and !Person
          ^
pattern { V [upos=VERB]; V [upos=NOUN|ADJ] }       ## no word V has upos=VERB and upos=NOUN\|ADJ
                         ^
pattern { V [upos=VERB] } with { V.upos <> VERB }  ## no word V has upos=VERB and upos<>VERB
                                 ^
pattern { V [upos=/Z.*/] }                         ## no word V has upos=/Z
          ^
pattern { V [lemma=be]; V [lemma=/[a-d]+/] }       ## no word V has lemma=be and lemma=
                        ^
pattern { V [Case=Acc]|[Case=Dat]; V [Case=Nom] }  ## no word V has Case=
                                   ^
pattern { V [!Case]; W []; V.Case = W.Case }       ## no word V has
                           ^
pattern { V [Number=Sing]; W [Number=Plur]; V.Number = W.Number } ## V.Number and W.Number cannot be equal
                                            ^
pattern { V [Number=Sing]; W [Number=Sing]; V.Number <> W.Number } ## V.Number and W.Number cannot differ
                                            ^
pattern { A -> B; B -> C; C -> A }                 ## A would be above itself
                          ^
pattern { A -> A }                                 ## A would be above itself
          ^
pattern { A ->> B; B -> A }                        ## A would be above itself
                   ^
pattern { A -> C; B -> C }                         ## C would have two heads, A and B
                  ^
pattern { A -> C; B ->> C; A ->> B }               ## above itself
                           ^
pattern { V -[obj]-> S; V -[1=obl]-> S }           ## no relation of S to its head is obj and 1=obl
                        ^
pattern { V -[obj]-> S; * -[nsubj]-> S }           ## no relation of S to its head is obj and nsubj
                        ^
pattern { V -[1=obl]-> S; V -[1=obj]-> S }         ## no relation of S to its head is 1=obl and 1=obj
                          ^
pattern { V -[nsubj]-> S } without { V -[nsubj]-> * } ## the pattern already says all that the block excludes
                           ^
pattern { V [upos=VERB, Person] } without { V [upos=VERB] } ## the pattern already says all
                                  ^
pattern { V -[nsubj]-> S } without { * -> S }      ## the pattern already says all
                           ^
"""


def cases(table: str) -> list[tuple[str, str, int]]:
    """(request, message, column) of each pair of lines."""
    lines = table.strip("\n").split("\n")
    refusals = []
    for line, caret in zip(lines[::2], lines[1::2], strict=True):
        text, _, message = line.partition(" ## ")
        refusals.append((text.rstrip(), message, caret.index("^") + 1))
    return refusals


@pytest.mark.parametrize(
    ("text", "message", "column"), cases(SYNTAX) + cases(LOOKUPS) + cases(NAMES) + cases(CONTRADICTIONS)
)
def test_refused_with_its_place(text, message, column):
    with pytest.raises(RequestError, match=message) as caught:
        parse(text, name="mine", lexicons={"words": WORDS})
    error = caught.value
    assert (error.line, error.column) == (1, column)
    shown = str(error).split("\n")
    assert shown[0].startswith(f"mine:1:{column}: ")
    assert shown[1] == f"    {text}"
    assert ("nothing can match this" in shown[0]) == ((text, message, column) in cases(CONTRADICTIONS))
    assert shown[2] == f"    {' ' * (column - 1)}^"


@pytest.mark.parametrize(
    "text",
    [
        "pattern { V [NameType=Giv, NumForm=Digit, ConjType=Oper] }",  # resemble NumType, PronType
        "pattern { V [Number__psor=Sing, Person__subj=1] }",
        "pattern { V -[compound:preverb|det:numgov|clf|x:y]-> W }",
        "pattern { V [xpos=VERBX, lemma=Refelx] }",
        "pattern { V [upos=/V.*|AUX/] }",
        "pattern { V []|[Person]; V [!Person] }",
        "pattern { A -> B; A ->> C; B ->> C }",
        "pattern { A -> C; B ->> C; B ->> A }",
        "pattern { A -> B; A -> C; A << B; A << C; delta(B,C) > 0; length(A,C) > 2 }",
        "pattern { V -[nsubj]-> S } without { V -[nsubj]-> T }",
        "pattern { V -[nsubj]-> S } without { V -[1=nsubj]-> T; T << S }",
        "pattern { V -[nsubj|csubj]-> S; V -[1=nsubj]-> S }",
    ],
)
def test_not_refused(text):
    parse(text)


def test_the_place_in_a_request_of_several_lines():
    with pytest.raises(RequestError) as caught:
        parse("pattern {\n\tV [upos=VERB];\n\t述語 [upos=NUON]\n}", name="p.yaml: x")
    assert isinstance(caught.value, InputError)
    assert (caught.value.line, caught.value.column) == (3, 11)
    assert str(caught.value).split("\n")[:3] == [
        "p.yaml: x:3:11: unknown UPOS 'NUON'",
        "    \t述語 [upos=NUON]",
        # As wide as what stands above: a tab, two wide characters, seven narrow ones.
        "    \t" + " " * 11 + "^",
    ]


def test_the_nodes_of_a_pair_can_be_required():
    request = parse("pattern { V -[obj]-> Obj } without { Obj -> X }")
    request.require_nodes("V", "Obj")
    with pytest.raises(RequestError, match="no node 'X'"):
        request.require_nodes("V", "X")
    with pytest.raises(RequestError, match="did you mean 'Obj'"):
        request.require_nodes("Obb")
