"""Numbers of labels become strings, without what padding has."""

import numpy as np

from extractors.models.parsers._biaffine.labels import Labels
from extractors.models.parsers._biaffine.spelling import Spelling

LABELS = Labels(
    upos=("DET", "NOUN"),
    xpos=(),
    deprel=("det", "root"),
    lemma_rule=("k>|>", "l>|s>"),
    features=(("Case", ("_", "Nom", "Acc")), ("Number", ("_", "Sing", "Plur"))),
)
SEGMENTS = [["Autos"], ["Die", "Autos"]]
TAGS = {
    "upos": np.array([[1, 0], [0, 1]]),
    "lemma_rule": np.array([[1, 1], [0, 1]]),
    "feature_Case": np.array([[0, 2], [1, 1]]),
    "feature_Number": np.array([[0, 2], [0, 2]]),
}
RELATIONS = np.array([[1, 0], [0, 1]])


def test_a_language_without_features_or_rules_has_none() -> None:
    labels = Labels(upos=("DET", "NOUN"), xpos=(), deprel=("det", "root"), lemma_rule=(), features=())
    spelling, tags = Spelling(labels, {}), {"upos": TAGS["upos"]}
    assert spelling.features(SEGMENTS, tags) == [["_"], ["_", "_"]]
    assert spelling.strings(SEGMENTS, tags, RELATIONS)[2] == [["_"], ["_", "_"]]


def test_a_feature_of_many_values_keeps_them_apart() -> None:
    values = ("_", *(f"V{n}" for n in range(70_000)))
    labels = Labels(upos=(), xpos=(), deprel=("root",), lemma_rule=(), features=(("F", values),))
    tags = {"feature_F": np.array([[1, 65_537]])}
    assert Spelling(labels, {}).features([["a", "b"]], tags) == [["F=V0", "F=V65536"]]


def test_a_lexicon_is_followed() -> None:
    spelling = Spelling(LABELS, {"die/DET": "der"})
    assert spelling.strings(SEGMENTS, TAGS, RELATIONS)[2] == [["auto"], ["der", "auto"]]


def test_a_dictionary_is_asked_for_what_the_lexicon_does_not_know() -> None:
    known = {("Die", "DET"): "das", ("Autos", "NOUN"): "Auto"}
    spelling = Spelling(LABELS, {"die/DET": "der"}, lambda form, upos: known.get((form, upos)))
    assert spelling.strings(SEGMENTS, TAGS, RELATIONS)[2] == [["Auto"], ["der", "Auto"]]
