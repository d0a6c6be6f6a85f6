"""English errors, on trees of our own."""

import pytest

from challenge_sets_suites.contrastive._texts import target_texts
from extractors.formats import conllu
from tests.builders.contrasts_of_trees import candidates, made, resources

DOG = """
The the DET DT Definite=Def 2 det
dog dog NOUN NN Number=Sing 3 nsubj
barks bark VERB VBZ Number=Sing|VerbForm=Fin 0 root
. . PUNCT . _ 3 punct
"""
WOLVES = """
Wolves wolf NOUN NNS Number=Plur 2 nsubj
bark bark VERB VBP VerbForm=Fin 0 root
"""


def test_the_number_of_a_verb():
    assert made("subj_verb_agreement", "en", DOG, [WOLVES]) == ["The dog bark."]
    assert made("subj_verb_agreement", "en", WOLVES, [DOG]) == ["Wolves barks"]
    assert made("subj_verb_agreement", "en", WOLVES) == []


@pytest.mark.parametrize("noun", ["team", "number", "government"])
def test_people_write_collective_nouns_with_both_numbers(noun):
    assert made("subj_verb_agreement", "en", DOG.replace("dog dog", f"{noun} {noun}"), [WOLVES]) == []


def test_a_subjunctive_has_no_ending():
    tree = """
    If if SCONJ IN _ 4 mark
    it it PRON PRP _ 4 nsubj
    were be AUX VBD VerbForm=Fin 4 cop
    warm warm ADJ JJ _ 0 root
    """
    assert made("subj_verb_agreement", "en", tree) == []
    assert made("subj_verb_agreement", "en", tree.replace("If if", "So so").replace("were", "was")) == [
        "So it were warm"
    ]


IS_NOT = """
It it PRON PRP _ 4 nsubj
is be AUX VBZ VerbForm=Fin 4 cop
not not PART RB _ 4 advmod
warm warm ADJ JJ _ 0 root
. . PUNCT . _ 4 punct
"""
IS = IS_NOT.replace("not not PART RB _ 4 advmod\n", "").replace(" 4 ", " 3 ")


def test_a_negation():
    assert made("polarity_particle_nicht_del", "en", IS_NOT) == ["It is warm."]
    assert made("polarity_particle_nicht_del", "en", IS_NOT.replace("warm warm", "only only")) == []
    assert made("polarity_particle_nicht_ins", "en", IS, [IS_NOT]) == ["It is not warm."]
    assert made("polarity_particle_nicht_ins", "en", IS) == []
    assert made("polarity_particle_nicht_ins", "en", IS_NOT, [IS_NOT]) == []


def test_a_negation_that_is_written_with_its_auxiliary():
    parsed = conllu.parse(
        "1\tWe\twe\tPRON\tPRP\t_\t4\tnsubj\t_\t_\n2-3\twon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "2\two\twill\tAUX\tMD\tVerbForm=Fin\t4\taux\t_\t_\n3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_\n"
        "4\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n"
    )
    (text,) = target_texts(parsed, ["We won't go"], [""], "de")
    (candidate,) = candidates("polarity_particle_nicht_del", "en", text, resources())
    assert candidate.contrastive == ("We will go",)


NO_DOG = """
I I PRON PRP _ 2 nsubj
have have VERB VBP VerbForm=Fin 0 root
no no DET DT _ 4 det
dog dog NOUN NN Number=Sing 2 obj
"""
A_DOG = NO_DOG.replace("no no", "a a")


def test_no_and_a():
    assert made("polarity_particle_kein_del", "en", NO_DOG, [A_DOG]) == ["I have a dog"]
    assert made("polarity_particle_kein_del", "en", NO_DOG) == []
    assert made("polarity_particle_kein_ins", "en", A_DOG) == ["I have no dog"]
    assert made("polarity_particle_kein_ins", "en", A_DOG.replace("dog dog", "lot lot")) == []


UNHAPPY = """
An a DET DT _ 3 det
unhappy unhappy ADJ JJ _ 3 amod
dog dog NOUN NN Number=Sing 0 root
"""
HAPPY = UNHAPPY.replace("unhappy unhappy", "happy happy").replace("An a", "A a")


def test_the_prefix_un_changes_the_article_before_it():
    assert made("polarity_affix_del", "en", UNHAPPY, [HAPPY]) == ["A happy dog"]
    assert made("polarity_affix_ins", "en", HAPPY, [UNHAPPY]) == ["An unhappy dog"]


GIVES_UP = """
She she PRON PRP _ 2 nsubj
gives give VERB VBZ VerbForm=Fin 0 root
up up ADP RP _ 2 compound:prt
now now ADV RB _ 2 advmod
"""


def test_a_particle():
    assert "She gives down now" in made("verb_particle", "en", GIVES_UP)
    assert "She gives in now" not in made("verb_particle", "en", GIVES_UP, [GIVES_UP.replace("up up", "in in")])
    assert made("verb_particle", "en", GIVES_UP.replace("now now", "to to")) == []
    assert made("verb_particle", "en", GIVES_UP.replace("gives give", "fills fill")) == []


NAME = """
Arlova Arlova PROPN NNP _ 2 nsubj
barks bark VERB VBZ VerbForm=Fin 0 root
"""


def test_two_letters_of_a_name():
    found = made("transliteration", "en", NAME)
    assert found == ["Alrova barks", "Arolva barks", "Arlvoa barks", "Arloav barks"]
    assert made("transliteration", "en", NAME, [NAME]) == []
    assert made("transliteration", "en", NAME, source="Orlova bellt.") == []
    assert made("transliteration", "en", NAME, source="Арлова лает.") == found
    assert made("transliteration", "en", NAME.replace("PROPN", "NOUN")) == []


def test_a_clause():
    tree = """
    She she PRON PRP _ 2 nsubj
    left leave VERB VBD VerbForm=Fin 0 root
    , , PUNCT , _ 6 punct
    because because SCONJ IN _ 6 mark
    it it PRON PRP _ 6 nsubj
    rained rain VERB VBD VerbForm=Fin 2 advcl
    hard hard ADV RB _ 6 advmod
    . . PUNCT . _ 2 punct
    """
    assert made("subordinate_omission", "en", tree) == ["She left."]
