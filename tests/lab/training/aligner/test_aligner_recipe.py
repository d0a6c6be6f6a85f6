"""All steps on a made-up bitext: what they leave, going on after a stop, and whether anything is learnt."""

import random
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

pytest.importorskip("eflomal", reason="the recipe needs eflomal")

from challenge_sets_lab.alignment_quality.gold_links import GoldPair
from challenge_sets_lab.alignment_quality.link_scores import score
from challenge_sets_lab.training.aligner import aligner_recipe, aligner_training, saving
from challenge_sets_lab.training.aligner.aligner_recipe import measure
from challenge_sets_lab.training.aligner.bitext import Texts
from challenge_sets_lab.training.aligner.training_settings import AlignerTraining
from extractors.core.errors import InputError
from extractors.models.aligners.simalign import SimAlign
from tests.builders.bitexts import TINY, make_pair, make_texts

TEXTS = make_texts(40)
Finished = tuple[Path, dict[str, bytes]]


def train(folder: Path, *, texts: Texts = TEXTS, settings: AlignerTraining = TINY, **options: Any) -> dict[str, bytes]:
    """The files of the encoder that is made."""
    device = torch.device("cpu")
    aligner_recipe.train(
        texts, folder, source_language="de", target_language="en", settings=settings, device=device, **options
    )
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """The folder and the files of a run that nothing stopped."""
    folder = tmp_path_factory.mktemp("finished") / "encoder"
    return folder, train(folder)


def with_the_links_of(finished: Path, folder: Path) -> Path:
    """A new work folder that has eflomal's links already, since it takes no seed, and nothing else."""
    work = aligner_recipe.work_folder(folder)
    work.mkdir()
    for name in ("recipe.json", "links.npz"):
        shutil.copy(aligner_recipe.work_folder(finished) / name, work / name)
    return folder


class Stopped(Exception):
    pass


def test_a_folder_has_all_that_is_needed_and_nothing_else(finished: Finished) -> None:
    folder, files = finished
    assert [*files] == ["README.md", "config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"]
    assert str(folder.parent) not in b"".join(files.values()).decode("latin-1")
    assert [p.name for p in sorted(folder.parent.iterdir())] == ["encoder", "encoder.training"]
    assert {p.name for p in aligner_recipe.work_folder(folder).iterdir()} == {
        "recipe.json",
        "vocabulary",
        "links.npz",
        "static.pt",
        "first.pt",
        "relabelled.npz",
        "second.pt",
    }


# The second epoch of the first step, which has a checkpoint, and the first of the last, which has what others finished.
@pytest.mark.parametrize("epoch", [1, 4])
def test_a_stopped_run_goes_on_to_the_same_encoder(
    finished: Finished, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, epoch: int
) -> None:
    folder = with_the_links_of(finished[0], tmp_path / "encoder")
    epochs = iter(range(6))

    def progress(items: Sequence[Any], **_: Any) -> Iterator[Any]:
        """Stop in the middle of the epoch."""
        if next(epochs) == epoch:
            yield from items[: len(items) // 2]
            raise Stopped
        yield from items

    with monkeypatch.context() as patch:
        patch.setattr(aligner_training, "progress", progress)
        with pytest.raises(Stopped):
            train(folder)
    assert not folder.exists()
    assert train(folder) == finished[1]


def test_a_run_that_fails_while_it_writes_leaves_no_folder(
    finished: Finished, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = with_the_links_of(finished[0], tmp_path / "encoder")

    def fail(**_: Any) -> str:
        raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr(saving, "card", fail)
        with pytest.raises(Stopped):
            train(folder)
    assert [p.name for p in tmp_path.iterdir()] == ["encoder.training"]
    assert train(folder) == finished[1]


def test_another_recipe_or_a_folder_that_exists_is_refused(finished: Finished, tmp_path: Path) -> None:
    folder = with_the_links_of(finished[0], tmp_path / "encoder")
    with pytest.raises(InputError, match="its half, seed differ"):
        train(folder, settings=replace(TINY, seed=2, half=True))
    with pytest.raises(InputError, match="its bitext differ") as caught:
        train(folder, texts=TEXTS[:-1])
    assert "name another output to start again" in str(caught.value)
    with pytest.raises(InputError, match="exists already"):
        train(finished[0])
    # A checkpoint of another run, copied into the right folder, is seen too.
    torch.save({"recipe": "another", "network": {}}, aligner_recipe.work_folder(folder) / "static.checkpoint.pt")
    with pytest.raises(InputError, match="the checkpoint is of another recipe"):
        train(folder)
    (tmp_path / "mine.training").mkdir()
    (tmp_path / "mine.training" / "notes.txt").touch()
    with pytest.raises(InputError, match="is not the work folder of a run"):
        train(tmp_path / "mine")


def test_an_encoder_learns_words_and_says_how_well(tmp_path: Path) -> None:
    draw = random.Random(99)
    gold = []
    for _ in range(30):
        source, target, links = make_pair(draw)
        gold.append(GoldPair(source, target, frozenset(links), frozenset(links)))
    settings = replace(TINY, width=32, epochs_static=12, epochs=3, iterations=0.2, half=True)
    files = train(tmp_path / "encoder", texts=make_texts(200, seed=5), settings=settings, gold=gold)
    scores = measure(SimAlign(source_language="de", target_language="en", model=str(tmp_path / "encoder")), gold)
    diagonal = score([[(k, k) for k in range(len(pair.source))] for pair in gold], gold)
    assert scores["aer"] < diagonal["aer"] / 2
    assert f"AER {100 * scores['aer']:.1f}" in files["README.md"].decode()


@pytest.mark.parametrize("setting", [{"epochs": 0}, {"epochs_static": 0}, {"vocabulary": 99}, {"seed": -1}])
def test_settings_that_cannot_be_are_refused(setting: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="too small"):
        replace(TINY, **setting)
