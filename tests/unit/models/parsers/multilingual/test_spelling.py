"""Numbers of labels become strings."""

import numpy as np

from extractors.models.parsers._multilingual.labels import Labels
from extractors.models.parsers._multilingual.language_model import Spelling

LABELS = Labels(
    upos=("DET", "NOUN"),
    deprel=("det", "root"),
    lemma_rule=("k>|>", "l>|s>"),
    features=(("Case", ("_", "Nom", "Acc")), ("Number", ("_", "Sing", "Plur"))),
)
WORDS = ["Die", "Autos"]
TAGS = {
    "upos": np.array([0, 1]),
    "lemma_rule": np.array([0, 1]),
    "feature_Case": np.array([0, 1]),
    "feature_Number": np.array([0, 2]),
}


def test_each_word_has_its_labels() -> None:
    spelling = Spelling(LABELS, {})
    assert spelling.tags(WORDS, TAGS) == (["DET", "NOUN"], ["Die", "auto"])
    assert spelling.features(WORDS, TAGS) == ["_", "Case=Nom|Number=Plur"]
    assert spelling.relations(np.array([0, 1])) == ["det", "root"]


def test_a_treebank_without_features_or_rules_has_none() -> None:
    spelling = Spelling(Labels(upos=("DET", "NOUN"), deprel=("det", "root"), lemma_rule=(), features=()), {})
    assert spelling.features(WORDS, TAGS) == ["_", "_"]
    assert spelling.tags(WORDS, {"upos": TAGS["upos"]}) == (["DET", "NOUN"], ["_", "_"])


def test_a_feature_of_many_values_keeps_them_apart() -> None:
    values = ("_", *(f"V{n}" for n in range(70_000)))
    labels = Labels(upos=(), deprel=("root",), lemma_rule=(), features=(("F", values),))
    tags = {"feature_F": np.array([1, 65_537])}
    assert Spelling(labels, {}).features(["a", "b"], tags) == ["F=V0", "F=V65536"]


def test_the_lexicon_is_followed_and_then_the_dictionary() -> None:
    assert Spelling(LABELS, {"die/DET": "der"}).tags(WORDS, TAGS)[1] == ["der", "auto"]
    known = {("Die", "DET"): "das", ("Autos", "NOUN"): "Auto"}
    spelling = Spelling(LABELS, {"die/DET": "der"}, lambda form, upos: known.get((form, upos)))
    assert spelling.tags(WORDS, TAGS)[1] == ["der", "Auto"]
