"""Raw text before treebanks: hidden words come to be guessed, a stopped run goes on, and the card tells of it."""

import json
import random
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from challenge_sets_lab.training.parser import parser_training, pretraining
from challenge_sets_lab.training.parser.data import examples
from challenge_sets_lab.training.parser.parser_training import Material
from challenge_sets_lab.training.parser.pretraining import PretrainingSettings
from extractors.core.errors import InputError
from extractors.formats import conllu
from extractors.models.parsers._biaffine.cutting import Cutting
from extractors.models.parsers._biaffine.model import Model
from tests import DATA
from tests.lab.training.parser.test_parser_recipe import BANK, QUICK, SMALL, make

ONCE = replace(QUICK, epochs=1)
LINES = ["The cat sees the dog .", "The man reads a book .", "A dog cannot read the books of the man ."] * 8


def untrained(sentences: list[list[str]]) -> Model:
    bank = Material("tiny", examples(conllu.read(BANK)))
    return parser_training.untrained(
        [bank], language="en", settings=QUICK, sizes=SMALL, raw=chain.from_iterable(sentences)
    )


def raw_file(tmp_path: Path, lines: list[str] = LINES) -> Path:
    path = tmp_path / "raw.en"
    path.write_text("".join(f"{line} {number}\n" for number, line in enumerate(lines)), encoding="utf-8")
    return path


def test_hidden_words_come_to_be_guessed(tmp_path: Path) -> None:
    draw = random.Random(1)
    pairs = [("dogs", "bark"), ("cats", "mew"), ("cows", "moo"), ("birds", "sing")]
    sentences = [["the", animal, "always", sound, "."] for animal, sound in draw.choices(pairs, k=600)]
    model = untrained(sentences)
    how = PretrainingSettings(passes=6, batch_words=100, rate=1e-2, warm_up=5, dropout=0.0)
    run = pretraining._PretrainingRun(model, sentences, how, seed=1, half=False, checkpoint=tmp_path / "checkpoint.pt")
    right = [run.pass_over()[1] for _ in range(how.passes)]
    # Of five words three are always the same; without a look at the others, a quarter of the two is guessed: 70 %.
    assert right[-1] > 90
    assert right[0] < right[-1]


def test_words_that_are_not_guessed_are_hidden_and_not_asked_for(tmp_path: Path) -> None:
    sentences = [["a", "a", "rare", "a"], ["a", "b", "a", "b", "c"]]
    how = PretrainingSettings(guessed=2)
    run = pretraining._PretrainingRun(
        untrained(sentences), sentences, how, seed=1, half=False, checkpoint=tmp_path / "c.pt"
    )
    no, padding = pretraining.NO_WORD, -100
    assert run._targets(sentences).tolist() == [[0, 0, no, 0, padding], [0, 1, 0, 1, no]]


def test_lines_are_cut_once_each_without_short_and_long_ones(tmp_path: Path) -> None:
    path = tmp_path / "raw.en"
    long = " ".join(["word"] * (pretraining.LONGEST + 1))
    path.write_text(f"We don't know him.\n\nShort.\nWe don't know him.\n{long}\n", encoding="utf-8")
    assert pretraining.read([path], language="en", cutting=Cutting()) == [["We", "do", "n't", "know", "him", "."]]
    cutting = Cutting({"don't": [["don't"]]})
    assert pretraining.read([path], language="en", cutting=cutting) == [["We", "don't", "know", "him", "."]]
    path.write_text("Short.\n", encoding="utf-8")
    with pytest.raises(InputError, match="has no line of 4 to 80 words"):
        pretraining.read([path], language="en", cutting=Cutting())


def test_frequent_words_are_counted_in_any_case() -> None:
    assert sorted(pretraining.frequent([["The", "the", "cat"], ["cat", "THE", "dog"]], 3)) == ["THE", "The", "the"]


def test_a_parser_from_raw_text_knows_its_words_and_its_card_says_so(tmp_path: Path) -> None:
    folder = make(tmp_path / "parser-en", ONCE, raw=[raw_file(tmp_path)], passes=3)
    config = json.loads((folder / "config.json").read_text())
    assert "books" in config["words"]["forms"]
    assert config["about"]["passes"] == 3
    assert "raw text, whose hidden words it first guessed in 3 passes: raw.en (sha256 " in (
        folder / "README.md"
    ).read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parser-en", "raw.en"]
    without = json.loads((make(tmp_path / "none", ONCE) / "config.json").read_text())
    assert "books" not in without["words"]["forms"]
    assert without["about"]["passes"] == 0


def test_what_tags_and_parses_is_left_as_it_was(tmp_path: Path) -> None:
    sentences = pretraining.read([raw_file(tmp_path)], language="en", cutting=Cutting())
    model = untrained(sentences)
    before = {name: value.clone() for name, value in model.network.state_dict().items()}
    pretraining.pretrain(model, sentences, PretrainingSettings(passes=1), seed=1, half=False, folder=tmp_path)
    changed = {
        name.split(".")[0] for name, value in model.network.state_dict().items() if not value.equal(before[name])
    }
    # One treebank's style is all there is, and no step is taken where nothing changes.
    assert changed == {"form", "shape", "affix", "ngram", "style", "layers"}


@pytest.mark.parametrize("stop_in", ["raw text", "treebank"])
def test_a_stopped_run_gives_the_same_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop_in: str) -> None:
    given: dict[str, Any] = {"settings": replace(QUICK, epochs=2), "raw": [raw_file(tmp_path)], "passes": 3}
    whole = make(tmp_path / "whole", **given)
    run = pretraining._PretrainingRun if stop_in == "raw text" else parser_training._Run
    save = run.save

    def stop(self: Any) -> None:
        save(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "save", stop)
    with pytest.raises(KeyboardInterrupt, match=r"stopped\.training, and the same command goes on"):
        make(tmp_path / "stopped", **given)
    assert not (tmp_path / "stopped").exists()
    monkeypatch.undo()
    stopped = make(tmp_path / "stopped", **given)
    weights, resumed = (load_file(folder / "model.safetensors") for folder in (whole, stopped))
    assert all(torch.equal(weights[name], resumed[name]) for name in weights)


def test_a_checkpoint_of_another_recipe_is_refused(tmp_path: Path) -> None:
    sentences = pretraining.read([raw_file(tmp_path)], language="en", cutting=Cutting())
    how = PretrainingSettings(passes=1)
    pretraining.pretrain(untrained(sentences), sentences, how, seed=1, half=False, folder=tmp_path)
    with pytest.raises(InputError, match="of another recipe"):
        pretraining.pretrain(untrained(sentences), sentences[1:], how, seed=1, half=False, folder=tmp_path)


def test_raw_text_and_a_start_are_refused_together(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="raw text is learnt from before treebanks"):
        make(tmp_path / "model", raw=[raw_file(tmp_path)], start=DATA)
