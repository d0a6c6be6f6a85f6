"""Training: it learns, can be stopped and taken up again, and refuses what it cannot use."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from challenge_sets_lab.training.parser import materials, parser_recipe, parser_scores
from challenge_sets_lab.training.parser.data import examples
from challenge_sets_lab.training.parser.parser_training import Material, TrainingSettings
from extractors.core.errors import InputError
from extractors.formats import conllu
from extractors.models.parsers._biaffine.array_network import ArrayNetwork
from extractors.models.parsers._biaffine.model import Calibration, Model
from extractors.models.parsers._biaffine.scoring import Sizes
from extractors.models.parsers.biaffine import BiaffineParser
from tests import DATA

BANK = DATA / "tiny-en.conllu"
SMALL = Sizes(
    form=32, affix=32, ngram=8, shape=4, style=4, hidden=48, layers=2, tag=32, arc=48, relation=24, dropout=0.1
)
QUICK = TrainingSettings(
    epochs=3, batch_words=100, rate=1e-2, warm_up=2, average=0.9, minimum=1, affix_rows=300, ngram_rows=200, half=False
)


def make(
    folder: Path, settings: TrainingSettings = QUICK, *, train_on: str | None = None, language: str = "en", **more: Any
) -> Path:
    parser_recipe.make(
        folder,
        language=language,
        train_on=[train_on or str(BANK)],
        silver=[],
        development=[str(BANK)],
        settings=settings,
        sizes=SMALL,
        device="cpu",
        threads=1,
        **more,
    )
    return folder


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("trained") / "parser-tiny", replace(QUICK, epochs=60))


def test_it_learns_a_small_treebank(trained: Path) -> None:
    parser_scores = json.loads((trained / "config.json").read_text())["about"]["scores"]
    assert parser_scores["las"] > 70
    assert parser_scores["upos"] > 80


def test_the_folder_has_weights_config_and_card_only(trained: Path) -> None:
    assert sorted(p.name for p in trained.iterdir()) == ["README.md", "config.json", "model.safetensors"]
    assert not trained.with_name("parser-tiny.training").exists()
    card = (trained / "README.md").read_text()
    assert "tiny-en.conllu" in card
    assert "| LAS |" in card


def test_the_parser_reads_the_folder(trained: Path) -> None:
    parser = BiaffineParser(language="en", model=str(trained))
    ((sentence,),) = parser.parse(["I don't know the man."])
    assert [w.form for w in sentence.words] == ["I", "do", "n't", "know", "the", "man", "."]
    assert all(w.confidence is not None and 0 <= w.confidence <= 1 for w in sentence.words)
    assert "/parser-tiny:" in parser.signature


def test_a_checkpoint_of_other_settings_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_scores, "calibration", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        make(tmp_path / "model")
    monkeypatch.undo()
    with pytest.raises(InputError, match="of another recipe"):
        make(tmp_path / "model", TrainingSettings(epochs=4))


def test_too_few_steps_and_a_bad_parser_are_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    make(tmp_path / "model", replace(QUICK, epochs=1, warm_up=200))
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(warnings) == 2
    assert re.match("[0-9]+ steps in all, fewer than the 200 .* give more sentences, or more --epochs", warnings[0])
    assert warnings[1].startswith("LAS is below 60 on the development data")


def test_a_processor_without_bfloat16_trains_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forward = torch.nn.LSTM.forward

    def of_avx2(lstm: torch.nn.LSTM, *given: Any) -> Any:
        if torch.is_autocast_enabled("cpu"):
            raise RuntimeError("could not create a primitive descriptor for the LSTM forward propagation primitive.")
        return forward(lstm, *given)

    monkeypatch.setattr(torch.nn.LSTM, "forward", of_avx2)
    folder = make(tmp_path / "model", replace(QUICK, epochs=1, half=True))
    assert json.loads((folder / "config.json").read_text())["about"]["settings"]["half"] is False


@pytest.mark.parametrize(
    ("words", "epochs", "most", "expected"), [(16_000, 20, 1000, 320), (800, 20, 1000, 100), (200_000, 20, 1000, 1000)]
)
def test_little_text_is_learnt_in_small_batches(words: int, epochs: int, most: int, expected: int) -> None:
    (sentence, *_) = examples(conllu.read(BANK))
    length = len(sentence.forms)
    material = Material("tiny", [sentence] * (words // length // 2), times=2)
    found = parser_recipe.batch_words([material], TrainingSettings(epochs=epochs, batch_words=most))
    assert found == pytest.approx(expected, rel=0.01)


def test_text_is_cut_as_the_treebank_does(tmp_path: Path) -> None:
    bank = tmp_path / "whole-en.conllu"
    whole = "1\tcannot\tcan\tVERB\t_\t_\t0\troot\t_\t_"
    bank.write_text(f"# text = cannot\n{whole}\n\n" * 2, encoding="utf-8")
    folder = make(tmp_path / "model", replace(QUICK, epochs=1), train_on=str(bank))
    ((sentence,),) = BiaffineParser(language="en", model=str(folder)).parse(["You cannot."])
    assert [word.form for word in sentence.words] == ["You", "cannot", "."]


def test_other_seeds_give_other_models(tmp_path: Path) -> None:
    folders = [make(tmp_path / str(seed), replace(QUICK, epochs=1, seed=seed)) for seed in (1, 2)]
    one, other = (load_file(folder / "model.safetensors")["arc"] for folder in folders)
    assert not torch.equal(one, other)


def test_training_goes_on_from_a_parser(trained: Path, tmp_path: Path) -> None:
    once_more = replace(QUICK, epochs=1, rate=1e-6)
    folder = make(tmp_path / "parser-more", once_more, start=trained)
    before, after = (json.loads((place / "config.json").read_text()) for place in (trained, folder))
    assert (after["words"], after["labels"]) == (before["words"], before["labels"])
    # Of so small a step the scores hardly move, while a new parser knows nothing after one pass.
    assert abs(after["about"]["scores"]["las"] - before["about"]["scores"]["las"]) < 5
    assert after["about"]["before"]["settings"]["epochs"] == 60
    assert "before that:" in (folder / "README.md").read_text()


def test_no_epoch_keeps_the_weights_of_the_start(trained: Path, tmp_path: Path) -> None:
    folder = make(tmp_path / "parser-same", replace(QUICK, epochs=0), start=trained)
    before, after = (load_file(place / "model.safetensors") for place in (trained, folder))
    assert before.keys() == after.keys()
    assert all(torch.equal(before[name], after[name]) for name in before)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["parser-same"]


def test_a_start_of_other_treebanks_or_another_language_is_refused(trained: Path, tmp_path: Path) -> None:
    other = tmp_path / "other-en.conllu"
    other.write_text(BANK.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(InputError, match="not trained on other"):
        make(tmp_path / "model", start=trained, train_on=str(other))
    with pytest.raises(InputError, match="parser for the language 'en', not 'de'"):
        make(tmp_path / "model", start=trained, language="de")


def test_sentences_with_a_hit_are_gone_through_more_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = tmp_path / "phenomena.yaml"
    catalogue.write_text(
        "phenomena:\n- id: subject\n  description: A subject.\n  source: this test\n  pair: [V, S]\n"
        "  requests: {en: ['pattern { V -[nsubj]-> S }']}\n",
        encoding="utf-8",
    )
    trained_on = Mock(side_effect=KeyboardInterrupt)
    monkeypatch.setattr(parser_recipe, "train", trained_on)
    with pytest.raises(KeyboardInterrupt):
        make(tmp_path / "model", train_on=f"{BANK}[1:]", often=["subject*2"], phenomena_file=catalogue)
    whole, more = trained_on.call_args.args[1]
    bank = examples(conllu.read(BANK))[1:]
    with_subject = [s.forms for s in bank if "nsubj" in s.deprel]
    assert 0 < len(with_subject) < len(bank)
    assert [s.forms for s in whole.sentences] == [s.forms for s in bank]
    assert [s.forms for s in more.sentences] == [forms for forms in with_subject for _ in range(2)]
    with pytest.raises(InputError, match="does not say how often"):
        make(tmp_path / "model", often=["subject"], phenomena_file=catalogue)
    with pytest.raises(InputError, match="unknown phenomenon 'subjects'"):
        make(tmp_path / "model", often=["subjects*2"], phenomena_file=catalogue)


def test_a_model_that_is_there_is_not_overwritten(trained: Path) -> None:
    with pytest.raises(InputError, match="exists already"):
        make(trained)


@pytest.mark.parametrize(("text", "problem"), [("none.conllu", "no such file"), (f"{BANK}[900:]", "no sentences")])
def test_files_that_cannot_be_used_are_refused(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        make(tmp_path / "model", train_on=text)


def test_parts_of_files() -> None:
    part = materials.TreebankPart.of(f"{BANK}[2:7]*3")
    assert (part.first, part.last, part.times, part.name) == (2, 7, 3, "tiny")
    assert len(part.read()[0]) == 5
    assert part.describe().startswith("tiny-en.conllu[2:7] x 3 (sha256 ")


@pytest.mark.parametrize("damage", ["config", "weights", "nothing"])
def test_a_folder_that_is_no_model_is_refused(tmp_path: Path, trained: Path, damage: str) -> None:
    if damage != "nothing":
        for name in ("config.json", "model.safetensors"):
            (tmp_path / name).write_bytes((trained / name).read_bytes())
        (tmp_path / {"config": "config.json", "weights": "model.safetensors"}[damage]).write_bytes(b"{}")
    with pytest.raises(InputError, match="is not a biaffine parser"):
        BiaffineParser(language="en", model=str(tmp_path))


def test_a_model_of_another_language_is_refused(trained: Path) -> None:
    with pytest.raises(InputError, match="for the language 'en', not 'de'"):
        BiaffineParser(language="de", model=str(trained))


def test_confidence_is_the_probability_of_the_arc_and_its_relation(trained: Path) -> None:
    model = Model.load(trained, ArrayNetwork)
    (sentence, *_) = examples(conllu.read(BANK))
    (cold,) = model.analyse([sentence.forms], [np.arange(len(sentence.forms)) == 0])
    model.calibration = Calibration(slope=0.1)
    (warm,) = model.analyse([sentence.forms], [np.arange(len(sentence.forms)) == 0])
    assert warm.head.tolist() == cold.head.tolist()
    assert warm.confidence.mean() < cold.confidence.mean()


def test_calibrated_confidences_are_right_as_often_as_they_say(trained: Path) -> None:
    model = Model.load(trained, ArrayNetwork)
    bank = examples(conllu.read(BANK))
    # Gold in which every other word is wrong, whatever the parser says: no confidence may be far from a half.
    spoilt = [replace(s, deprel=[r if n % 2 else "dep" for n, r in enumerate(s.deprel)]) for s in bank]
    model.calibration = parser_scores.calibration(model, spoilt)
    sure = [c for s in bank for c in next(model.analyse([s.forms], [np.arange(len(s.forms)) == 0])).confidence]
    assert 0.3 < np.mean(sure) < 0.6
