"""Silver data: what parses of one text have in common."""

from collections.abc import Sequence

import pytest

from challenge_sets_lab.training.parser.data import UNKNOWN, UNKNOWN_HEAD, Numbering, labels
from challenge_sets_lab.training.parser.silver import agreed
from extractors.core.errors import InputError
from extractors.formats.treebank import Treebank
from tests.builders.trees import treebank

WORDS = [
    ("she", "PRON", "Case=Nom", 2, "nsubj"),
    ("gave", "VERB", "VerbForm=Fin", 0, "root"),
    ("him", "PRON", "Case=Acc", 2, "iobj"),
    ("a", "DET", "_", 5, "det"),
    ("book", "NOUN", "_", 2, "obj"),
]


def parse(*sentences: Sequence[tuple[str, str, str, int, str]]) -> Treebank:
    line = "{0} {0} {1} _ {2} {3} {4}".format
    return treebank(*("\n".join(line(*word) for word in words) for words in sentences))


def changed(position: int, **values: object) -> list[tuple[str, str, str, int, str]]:
    """WORDS with one word changed."""
    names = ("form", "upos", "feats", "head", "deprel")
    words = list(WORDS)
    words[position] = tuple(values.get(name, old) for name, old in zip(names, words[position], strict=True))  # type: ignore[assignment]
    return words


def test_what_differs_is_unknown_and_the_rest_is_kept() -> None:
    (sentence,) = agreed([parse(WORDS), parse(changed(2, upos="PROPN", feats="Case=Dat", deprel="obj"))])
    assert sentence.heads.tolist() == [2, 0, UNKNOWN_HEAD, 5, 2]
    assert sentence.deprel == ["nsubj", "root", UNKNOWN, "det", "obj"]
    assert sentence.upos[2] == UNKNOWN
    assert sentence.feats[2] == {"?Case": ""}
    assert sentence.feats[0] == {"Case": "Nom"}


def test_the_unknown_is_not_learnt() -> None:
    (sentence,) = agreed([parse(WORDS), parse(changed(2, upos="PROPN", deprel="obj"))])
    known = labels([sentence], minimum=1)
    assert UNKNOWN not in known.upos + known.deprel
    target = Numbering(known).target([sentence, sentence])
    assert target.heads.tolist() == [2, 0, -100, 5, 2, 7, 0, -100, 10, 7]
    assert target.relations[2] == target.tags["upos"][2] == -100


def test_a_sentence_that_they_hardly_agree_on_is_left_out() -> None:
    other = changed(2, deprel="obj")
    other[3] = ("a", "DET", "_", 2, "obj")
    assert agreed([parse(WORDS), parse(other)]) == []


def test_a_sentence_that_came_before_is_left_out() -> None:
    assert len(agreed([parse(WORDS, WORDS), parse(WORDS, WORDS)])) == 1


def test_three_parsers_have_to_agree() -> None:
    sentences = agreed([parse(WORDS), parse(changed(2, deprel="obj")), parse(WORDS)])
    assert sentences[0].deprel[2] == UNKNOWN


def test_parses_of_other_texts_are_refused() -> None:
    with pytest.raises(InputError, match="of different texts"):
        agreed([parse(WORDS), parse(WORDS, WORDS)])
