"""The model of agreement learns case from forms and places, and is kept only where it helps."""

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from challenge_sets_lab.training.parser import agreement_training, data, parser_scores
from challenge_sets_lab.training.parser.data import ParseExample
from extractors.core.errors import InputError
from extractors.models.parsers._biaffine.array_network import ArrayNetwork
from extractors.models.parsers._biaffine.model import Model, dimensions_of
from extractors.models.parsers._biaffine.network import Network
from extractors.models.parsers._biaffine.phrases import Tree
from extractors.models.parsers._biaffine.scoring import Sizes
from extractors.models.parsers._biaffine.words import Words

NOUNS = {"Masc": ("Mann", "Hund", "Ball"), "Fem": ("Frau", "Katze", "Tasse"), "Neut": ("Kind", "Pferd", "Buch")}
ARTICLES = {
    ("Nom", "Masc"): "der",
    ("Nom", "Fem"): "die",
    ("Nom", "Neut"): "das",
    ("Acc", "Masc"): "den",
    ("Acc", "Fem"): "die",
    ("Acc", "Neut"): "das",
    ("Dat", "Masc"): "dem",
    ("Dat", "Fem"): "der",
    ("Dat", "Neut"): "dem",
}


VERB = -1
"""Stands for the place of the verb, before that is known."""


def treebank(n: int, *, seed: int) -> list[ParseExample]:
    """Sentences such as `die Katze sieht mit dem Kind den Ball`, subject and object in either order."""
    draw = random.Random(seed)
    sentences = []
    for _ in range(n):
        parts = [("nsubj", "Nom"), ("obj", "Acc"), ("obl", "Dat")]
        draw.shuffle(parts)
        rows: list[tuple[str, str, dict[str, str], int, str]] = []
        for place, (relation, case) in enumerate(parts):
            if place == 1:
                rows.append(("sieht", "VERB", {}, 0, "root"))
            gender = draw.choice(sorted(NOUNS))
            # A preposition and an article depend on the noun after them, and this on the verb.
            if relation == "obl":
                rows.append(("mit", "ADP", {}, len(rows) + 3, "case"))
            feats = {"Case": case, "Gender": gender, "Number": "Sing"}
            rows.append((ARTICLES[case, gender], "DET", feats, len(rows) + 2, "det"))
            rows.append((draw.choice(NOUNS[gender]), "NOUN", feats, VERB, relation))
        forms, upos, all_feats, heads, deprel = map(list, zip(*rows, strict=True))
        root = forms.index("sieht") + 1
        lemmas = [form.lower() for form in forms]
        numbers = np.array([root if head == VERB else head for head in heads])
        sentences.append(ParseExample(forms, lemmas, upos, ["_"] * len(forms), all_feats, numbers, deprel))
    return sentences


@pytest.fixture(scope="module")
def gold() -> list[ParseExample]:
    return treebank(200, seed=1)


def test_what_binds_is_read_off_the_trees(gold: list[ParseExample]) -> None:
    assert agreement_training.binding(gold, ["Case", "Gender"]) == {"det"}


def test_it_learns_case_from_forms_and_place(gold: list[ParseExample]) -> None:
    labels = data.labels(gold, minimum=1)
    learnt = agreement_training.fit(labels, gold, seed=1)
    assert learnt is not None
    sizes = dict(labels.features)
    right = words = 0
    for sentence in treebank(30, seed=2):
        tree = Tree(sentence.forms, sentence.lemmas, sentence.upos, sentence.heads.tolist(), sentence.deprel)
        said = {name: np.array([[int("Case" in feats) for feats in sentence.feats]]) for name in learnt.features}
        log = {name: np.zeros((1, len(sentence.forms), len(sizes[name])), dtype=np.float32) for name in learnt.features}
        learnt.decide([tree], said, log)
        for word, feats in enumerate(sentence.feats):
            if feats:
                words += 1
                right += all(sizes[name][said[name][0, word]] == feats[name] for name in feats)
    assert right / words > 0.97


def test_what_a_treebank_says_in_part_is_learnt_from(gold: list[ParseExample]) -> None:
    half = [
        replace(s, feats=[{k: v for k, v in f.items() if k == "Case"} for f in s.feats]) for s in treebank(200, seed=3)
    ]
    learnt = agreement_training.fit(data.labels(gold + half, minimum=1), gold + half, seed=1)
    assert learnt is not None
    assert len(learnt.bundles) == 9


def test_a_language_without_case_has_none() -> None:
    bare = [replace(s, feats=[{} for _ in s.feats]) for s in treebank(50, seed=1)]
    assert agreement_training.fit(data.labels(bare, minimum=1), bare, seed=1) is None


def test_too_few_phrases_teach_nothing(gold: list[ParseExample]) -> None:
    assert agreement_training.fit(data.labels(gold, minimum=1), gold[:20], seed=1) is None


@pytest.fixture(scope="module")
def model(gold: list[ParseExample]) -> Model[Network]:
    """An untrained network: what is right is right by the model of agreement."""
    torch.manual_seed(1)
    sizes = Sizes(form=8, affix=8, ngram=8, shape=4, style=4, hidden=8, layers=2, tag=8, arc=8, relation=8)
    words = Words.of((f for s in gold for f in s.forms), minimum=1, affix_rows=50, ngram_rows=50)
    labels, styles = data.labels(gold, minimum=1), ["de_made"]
    network = Network(dimensions_of(sizes, words, labels, styles)).eval()
    return Model(network, words, labels, language="de", styles=styles)


def test_it_is_kept_only_where_it_helps(
    model: Model[Network], gold: list[ParseExample], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = iter([50.0, 40.0, 60.0, 55.0, 50.0, 40.0, 50.0, 45.0])
    monkeypatch.setattr(parser_scores, "of_gold_words", lambda *_: {"feats": next(seen)})
    agreement_training.add(model, gold, gold[:5], seed=1)
    assert model.agreement is not None
    assert model.agreement.tagger == agreement_training.TAGGER[1]
    agreement_training.add(model, gold, gold[:5], seed=1)
    assert model.agreement is None


def saved(model: Model[Network], gold: list[ParseExample], folder: Path) -> Path:
    model.agreement = agreement_training.fit(model.labels, gold, seed=1)
    folder.mkdir()
    model.save(folder)
    return folder


def test_a_saved_parser_decides_as_before(model: Model[Network], gold: list[ParseExample], tmp_path: Path) -> None:
    folder = saved(model, gold, tmp_path / "parser")
    loaded = Model.load(folder, ArrayNetwork)
    assert loaded.agreement is not None
    assert model.agreement is not None
    assert loaded.agreement.settings() == model.agreement.settings()
    assert np.allclose(loaded.agreement.weights, model.agreement.weights, atol=1e-2)
    forms = [s.forms for s in gold[:20]]
    starts = [np.arange(len(f)) == 0 for f in forms]
    assert [a.feats for a in loaded.analyse(forms, starts)] == [
        a.feats for a in Model.load(folder, ArrayNetwork).analyse(forms, starts)
    ]


@pytest.mark.parametrize("fault", ["no weights", "another size", "no such label"])
def test_a_damaged_model_is_refused(
    model: Model[Network], gold: list[ParseExample], tmp_path: Path, fault: str
) -> None:
    folder = saved(model, gold, tmp_path / "parser")
    config = json.loads((folder / "config.json").read_text())
    weights = load_file(folder / "model.safetensors")
    if fault == "no weights":
        del weights["agreement"]
    elif fault == "another size":
        weights["agreement"] = weights["agreement"][:, :-1].contiguous()
    else:
        config["agreement"]["bundles"][0][0] = 99
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(config))
    save_file(weights, folder / "model.safetensors")
    with pytest.raises(InputError, match="not a biaffine parser"):
        Model.load(folder, ArrayNetwork)
