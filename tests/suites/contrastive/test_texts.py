"""Changes of a text keep its spacing, its punctuation and its capitals."""

import pytest

from challenge_sets_suites.contrastive._texts import like, target_texts
from extractors.core.errors import InputError
from extractors.formats import conllu
from tests.builders.contrasts_of_trees import target
from tests.builders.trees import treebank

NOT_NOW = """
Nicht nicht PART PTKNEG _ 2 advmod
jetzt jetzt ADV ADV _ 0 root
! ! PUNCT $. _ 2 punct
"""


def test_a_replaced_word_has_the_capitals_of_the_old_one():
    text = target(NOT_NOW, text="Nicht  jetzt !")
    assert text.replaced(text.words[0], "nie") == "Nie  jetzt !"
    assert text.replaced(text.words[1], "hier") == "Nicht  hier !"
    assert [like("DER", "die"), like("Der", "die"), like("der", "die"), like("I", "we")] == ["DIE", "Die", "die", "We"]


def test_what_begins_the_sentence_without_the_first_word_has_a_capital():
    text = target(NOT_NOW, text="Nicht jetzt!")
    first, second, _ = text.words
    assert text.without(first.start, first.end) == "Jetzt!"
    assert text.without(second.start, second.end) == "Nicht!"


def test_the_words_of_a_contraction_cannot_be_replaced():
    contracted = conllu.parse(
        "1-2\tzum\t_\t_\t_\t_\t_\t_\t_\t_\n1\tzu\tzu\tADP\tAPPR\t_\t3\tcase\t_\t_\n2\tdem\tder\tDET\tART\t_\t3\tdet\t_\t_\n"
        "3\tHof\tHof\tNOUN\tNN\t_\t0\troot\t_\t_\n\n"
    )
    (text,) = target_texts(contracted, ["zum Hof"], [""], "en")
    assert [word.whole for word in text.words] == [False, False, True]
    assert [word.token for word in text.words] == [0, 0, 1]


def test_parses_of_another_text_are_refused():
    with pytest.raises(InputError, match="segment 0"):
        list(target_texts(treebank(NOT_NOW), ["Jetzt nicht!"], [""], "en"))


def test_parts_of_longer_words_are_known():
    tree = (
        "EU EU PROPN NE _ 3 compound\n- - PUNCT $( _ 1 punct\nLand Land NOUN NN _ 0 root\nhier hier ADV ADV _ 3 advmod"
    )
    text = target(tree, text="EU-Land hier")
    assert [text.hyphenated(word) for word in text.words] == [True, True, True, False]


def test_questions_and_exclamations():
    assert not target(NOT_NOW).question(target(NOT_NOW).words[0])
    assert target(NOT_NOW.replace("! !", "? ?")).question(target(NOT_NOW).words[0])
    assert target(NOT_NOW.replace("Nicht nicht", "Wie wie")).question(target(NOT_NOW).words[0])
