"""`challenge-sets model fetch`, and `--download` of score-pairs: the libraries' own code asks a hub on this machine."""

import json
import os
import subprocess
import sys

import pytest

from extractors.inputs.places import parse
from extractors.inputs.reading import read_segments
from tests.builders import dataset_hub
from tests.builders.set_folders import files
from tests.libraries import hub_data
from tests.tiny_models import translation as tiny


def run(folder, address, *arguments):
    """The command in a process of its own: the libraries read these variables when they are imported."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("HF_")}
    home = {"HF_ENDPOINT": address, "HF_HOME": str(folder / "home"), "HF_HUB_DISABLE_TELEMETRY": "1"}
    command = [sys.executable, "-m", "extractors", *arguments]
    return subprocess.run(command, cwd=folder, env=kept | home, capture_output=True, text=True)


def test_a_data_set_of_the_hub_is_fetched_once_and_read_without_it(tmp_path, monkeypatch):
    pytest.importorskip("datasets")
    books = hub_data.save(tmp_path / "hub", {"train": {"en": list(tiny.PAIRS), "de": list(tiny.PAIRS.values())}})
    place = "huggingface:Owner/books{}:de-en:train[:2]#translation.{}"
    with dataset_hub.running() as hub:
        hub.repositories["Owner/books"] = {"private": False, "files": files(books)}
        done = run(tmp_path, hub.address, "model", "fetch", place.format("", "de"))
        assert done.returncode == 0, done.stderr
        assert done.stdout.rstrip().endswith(f"datasets/Owner___books/de-en/0.0.0/{dataset_hub.COMMIT}")
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", str(tmp_path / "home/datasets"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "home/hub"))
    for revision in ("", "@main", f"@{dataset_hub.COMMIT}"):
        assert read_segments(parse(place.format(revision, "de"))) == list(enumerate(tiny.PAIRS.values(), 1))[:2]


def test_a_translation_model_of_the_hub_is_fetched_if_that_is_allowed(tmp_path):
    model = tiny.save_bart(tmp_path / "hub")
    wrong = {"type": "np_agreement", "contrastive": "Rosen"}
    pair = {"source": "She gave up.", "reference": "Sie gab auf.", "errors": [wrong]}
    (tmp_path / "pairs.json").write_text(json.dumps([pair]))
    line = ("suite", "score-pairs", "pairs.json", "--model", "Owner/tiny", "-o", "out.txt")
    with dataset_hub.running() as hub:
        hub.repositories["Owner/tiny"] = {"private": False, "files": files(model)}
        done = run(tmp_path, hub.address, *line, "--download")
        assert done.returncode == 0, done.stderr
    right, wrong = map(float, (tmp_path / "out.txt").read_text().split())
    assert right < 0.5 < wrong
    assert dataset_hub.COMMIT in (tmp_path / "out.txt.json").read_text()


@pytest.mark.parametrize(
    ("place", "words"),
    [("news.de", "got the file news.de"), ("sacrebleu:wmt2:en-de", "unknown test set of sacreBLEU")],
)
def test_what_cannot_be_fetched_is_refused(refuses, place, words):
    refuses(f"model fetch {place}", words)


def test_nothing_is_done_where_all_is_here(tmp_path, monkeypatch, call):
    pytest.importorskip("datasets")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "books").mkdir()
    status, said, _ = call("model fetch huggingface:./books::train")
    assert (status, "books" in said) == (0, True)
