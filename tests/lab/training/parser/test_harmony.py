"""Treebanks made to agree with the first."""

import pytest

from challenge_sets_lab.training.parser.data import Numbering, ParseExample, examples, labels
from challenge_sets_lab.training.parser.harmony import harmonise
from tests.builders.trees import treebank


def bank(*sentences: str) -> list[ParseExample]:
    """Sentences given as `form/UPOS/feats/head/deprel` words."""
    line = "{0} {0} {1} _ {2} {3} {4}".format
    return examples(treebank(*("\n".join(line(*word.split("/")) for word in s.split()) for s in sentences)))


FIRST = bank(
    *["Er/PRON/_/2/nsubj geht/VERB/VerbForm=Fin/0/root in/ADP/_/5/case dem/DET/Case=Dat/5/det Haus/NOUN/_/2/obl"] * 30
)


def test_a_contraction_left_whole_is_parted_as_others_are() -> None:
    other = bank("Er/PRON/_/2/nsubj geht/VERB/VerbForm=Fin/0/root im/ADP/_/4/case Haus/NOUN/_/2/obl")
    _, (changed,) = harmonise(["a", "b"], [FIRST, other], language="de")
    assert changed.forms == ["Er", "geht", "in", "dem", "Haus"]
    assert changed.heads.tolist() == [2, 0, 5, 5, 2]
    assert changed.deprel == ["nsubj", "root", "case", "det", "obl"]
    assert (changed.upos[3], changed.feats[3]) == ("DET", {"Case": "Dat"})


def test_subtypes_that_the_first_does_not_have_are_dropped() -> None:
    other = bank("Er/PRON/_/2/nsubj:pass geht/VERB/VerbForm=Fin/0/root")
    _, (changed,) = harmonise(["a", "b"], [FIRST, other], language="de")
    assert changed.deprel == ["nsubj", "root"]


def test_the_first_treebank_keeps_its_relations_and_features() -> None:
    first, _ = harmonise(["a", "b"], [FIRST, FIRST], language="de")
    assert first[0].deprel == FIRST[0].deprel
    assert first[0].feats == FIRST[0].feats


def test_features_that_a_treebank_does_not_annotate_are_not_learnt_from_it() -> None:
    other = bank(*["Er/PRON/_/2/nsubj geht/VERB/_/0/root"] * 30)
    first, second = harmonise(["a", "b"], [FIRST, other], language="de")
    known = labels(first + second, minimum=1)
    numbering = Numbering(known)
    values = dict(known.features)["VerbForm"]
    assert numbering.target(second[:1]).tags["feature_VerbForm"].tolist() == [0, -100]
    assert numbering.target(first[:1]).tags["feature_VerbForm"][1] == values.index("Fin")


@pytest.mark.parametrize("form", ["im", "Haus"])
def test_a_word_that_is_no_case_is_left_alone(form: str) -> None:
    other = bank(f"{form}/NOUN/_/0/root")
    assert harmonise(["a", "b"], [FIRST, other], language="de")[1][0].forms == [form]
