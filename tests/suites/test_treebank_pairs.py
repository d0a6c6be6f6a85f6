"""Pairs whose wrong forms come from a treebank, on trees written by hand."""

import pytest

from challenge_sets_suites.contrastive import Resources
from challenge_sets_suites.pair_kinds import create_makers
from challenge_sets_suites.treebank_pairs import Paradigm
from tests.builders.contrasts_of_trees import target
from tests.builders.trees import treebank

FR = """
Les le DET _ Definite=Def|Gender=Masc|Number=Plur 2 det
chiens chien NOUN _ Gender=Masc|Number=Plur 3 nsubj
aboient aboyer VERB _ Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin 0 root
. . PUNCT _ _ 3 punct
"""
LE = """
Le le DET _ Definite=Def|Gender=Masc|Number=Sing 2 det
chien chien NOUN _ Gender=Masc|Number=Sing 3 nsubj
aboie aboyer VERB _ Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin 0 root
. . PUNCT _ _ 3 punct
"""
LA = """
La le DET _ Definite=Def|Gender=Fem|Number=Sing 2 det
chatte chatte NOUN _ Gender=Fem|Number=Sing 3 nsubj
aboya aboyer VERB _ Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin 0 root
. . PUNCT _ _ 3 punct
"""
NOT = """
Le le DET _ Definite=Def|Gender=Masc|Number=Sing 2 det
chien chien NOUN _ Gender=Masc|Number=Sing 5 nsubj
n' ne ADV _ Polarity=Neg 5 advmod
a avoir AUX _ Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin 5 aux
aboyé aboyer VERB _ Tense=Past|VerbForm=Part 0 root
pas pas ADV _ Polarity=Neg 5 advmod
hier hier ADV _ _ 5 advmod
. . PUNCT _ _ 5 punct
"""


def made(kind, tree, *corpus, language="fr", source="", text=None):
    makers = create_makers(language, [kind], treebanks=[treebank(tree, *corpus)])
    found = makers[kind].make(target(tree, source=source, text=text), Resources())
    return [form for candidate in found for form in candidate.contrastive]


def test_a_verb_gets_the_other_number():
    assert made("verb_number", FR, LE, LA) == ["Les chiens aboie."]
    assert made("verb_number", FR, LA) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Gender=Masc|Number=Plur 3", "Gender=Masc|Number=Sing 3"),
        ("Number=Plur|Person=3", "Number=Plur|Person=1"),
        (". . PUNCT _ _ 3 punct", "voleur voleur NOUN _ Gender=Masc|Number=Sing 3 obj"),
        (". . PUNCT _ _ 3 punct", "chats chat NOUN _ Gender=Masc|Number=Plur 2 conj"),
    ],
)
def test_a_verb_is_left_alone_where_its_subject_is_not_clear(old, new):
    assert old in FR
    assert made("verb_number", FR.replace(old, new), LE) == []


def test_a_modifier_gets_another_gender_or_number_and_nothing_else_changes():
    assert made("modifier_gender", LE, FR, LA) == ["La chien aboie."]
    assert made("modifier_number", LE, FR, LA) == ["Les chien aboie."]
    assert made("modifier_number", LA, FR, LE) == []


@pytest.mark.parametrize("form", ["touriste", "chef"])
def test_a_noun_of_both_genders_is_left_alone(form):
    assert made("modifier_gender", LE.replace("chien chien", f"{form} {form}"), LA) == []
    female = LA.replace("chatte chatte", "gîte gîte")
    assert made("modifier_gender", LE.replace("chien chien", "gîte gîte"), female) == []


def test_a_noun_whose_plural_looks_the_same_is_left_alone():
    assert made("modifier_number", LE.replace("chien chien", "fils fils"), FR) == []


def test_a_form_that_may_have_the_right_value_is_not_wrong():
    both = LE.replace("aboie aboyer", "aboient aboyer")
    assert made("verb_number", FR.replace("aboient", "aboyent"), both, FR) == []


def test_the_tense_goes_by_the_source():
    assert made("verb_tense", LE, LA, source="The dog is barking.") == ["Le chien aboya."]
    assert made("verb_tense", LE, LA, source="The dog was barking.") == []
    assert made("verb_tense", LA, LE, source="The cat was barking.") == []


def test_a_negation_of_two_words_is_deleted():
    text = "Le chien n'a aboyé pas hier."
    assert made("negation_del", NOT, text=text) == ["Le chien a aboyé hier."]
    assert made("negation_del", NOT.replace("hier hier", "rien rien"), text=text.replace("hier", "rien")) == []
    je = NOT.replace("Le le DET _ Definite=Def|Gender=Masc|Number=Sing 2 det\nchien", "Hier hier ADV _ _ 5 advmod\nJe")
    assert made("negation_del", je, text="Hier Je n'a aboyé pas hier.") == []


IN_THE_FOREST = """
Мы мы PRON _ Case=Nom|Number=Plur|Person=1 2 nsubj
живём жить VERB _ Mood=Ind|Number=Plur|Person=1|Tense=Pres|VerbForm=Fin 0 root
в в ADP _ _ 4 case
роще роща NOUN _ Animacy=Inan|Case=Loc|Gender=Fem|Number=Sing 2 obl
. . PUNCT _ _ 2 punct
"""


def test_a_noun_behind_an_adposition_gets_the_nominative():
    grove = "роща роща NOUN _ Animacy=Inan|Case=Nom|Gender=Fem|Number=Sing 0 root"
    assert made("noun_case", IN_THE_FOREST, grove, language="ru") == ["Мы живём в роща."]
    assert made("noun_case", IN_THE_FOREST.replace("2 obl", "2 obj"), grove, language="ru") == []


def test_a_nominative_that_is_an_accusative_too_is_not_wrong():
    forest = "лес лес NOUN _ Animacy=Inan|Case=Nom|Gender=Masc|Number=Sing 0 root"
    tree = IN_THE_FOREST.replace("роще роща", "лесу лес").replace("Gender=Fem", "Gender=Masc")
    assert made("noun_case", tree, forest, language="ru") == []


def test_a_negated_verb_loses_its_prefix():
    tree = """
    Pes pes NOUN _ Case=Nom|Number=Sing 2 nsubj
    neštěká štěkat VERB _ Mood=Ind|Number=Sing|Person=3|Polarity=Neg|Tense=Pres|VerbForm=Fin 0 root
    . . PUNCT _ _ 2 punct
    """
    barks = "štěká štěkat VERB _ Polarity=Pos|VerbForm=Fin 0 root"
    assert made("negation_del", tree, barks, language="cs") == ["Pes štěká."]
    assert made("negation_del", tree, language="cs") == []


def test_forms_without_a_lemma_or_with_a_typo_are_not_learned():
    learned = Paradigm(
        [treebank(LE.replace("aboyer VERB _ Mood", "aboyer VERB _ Typo=Yes|Mood").replace("chien chien", "chien _"))]
    )
    assert "aboie" in learned.words
    assert learned.values("_", "Gender") == set()
