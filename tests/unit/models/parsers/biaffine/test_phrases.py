"""Which words make a phrase, what hangs on a word, and what speaks for the case of a phrase."""

from extractors.models.parsers._biaffine.phrases import Phrase, Tree, evidence, phrases

# Sie sieht die alten Hunde und Katzen mit der Frau
TREE = Tree(
    ["Sie", "sieht", "die", "alten", "Hunde", "und", "Katzen", "mit", "der", "Frau"],
    ["sie", "sehen", "der", "alt", "Hund", "und", "Katze", "mit", "der", "Frau"],
    ["PRON", "VERB", "DET", "ADJ", "NOUN", "CCONJ", "NOUN", "ADP", "DET", "NOUN"],
    [2, 0, 5, 5, 2, 7, 5, 10, 10, 2],
    ["nsubj", "root", "det", "amod", "obj", "cc", "conj", "case", "det", "obl"],
)
BINDING = frozenset({"det", "amod"})
DECLINED = [True, False, True, True, True, False, True, False, True, True]


def test_a_phrase_is_a_head_with_what_agrees_with_it() -> None:
    assert phrases(TREE, DECLINED, BINDING) == [Phrase(0, [0]), Phrase(4, [2, 3, 4]), Phrase(6, [6]), Phrase(9, [8, 9])]


def test_a_word_without_case_is_in_no_phrase_and_joins_none() -> None:
    declined = [*DECLINED]
    declined[4] = False
    assert Phrase(2, [2]) in phrases(TREE, declined, BINDING)


def test_a_conjunct_has_the_place_of_the_first_conjunct() -> None:
    below = TREE.below()
    (_, of_first), (_, of_second) = (evidence(Phrase(head, [head]), TREE, below) for head in (4, 6))
    assert of_first[2:4] == ("", "obj")
    assert of_second[2:4] == ("conj", "obj")
    assert of_first[6:8] == of_second[6:8] == ("VERB", "sehen")


def test_the_adposition_is_in_the_evidence() -> None:
    *_, place = evidence(Phrase(9, [8, 9]), TREE, TREE.below())
    assert place[1] == "der"
    assert place[4] == "mit"


def test_what_hangs_on_a_word() -> None:
    tree = Tree(
        ["Ihm", "ist", "das", "auf", "Dauer", "zu", "viel"],
        ["er", "sein", "der", "auf", "Dauer", "zu", "viel"],
        ["PRON", "AUX", "PRON", "ADP", "NOUN", "ADV", "ADJ"],
        [7, 7, 7, 5, 7, 7, 0],
        ["obl:arg", "cop", "nsubj", "case", "obl", "advmod", "root"],
    )
    below = tree.below()
    assert below.adposition == ["", "", "", "", "auf", "", ""]
    assert below.copula == [""] * 6 + ["cop"]
    assert below.arguments == [""] * 6 + ["nsubj.obl:arg"]


def test_of_two_adpositions_the_first_counts() -> None:
    tree = Tree(
        ["bis", "zu", "Wochen"], ["bis", "zu", "Woche"], ["ADP", "ADP", "NOUN"], [3, 3, 0], ["case", "case", "root"]
    )
    assert tree.below().adposition == ["", "", "bis"]
