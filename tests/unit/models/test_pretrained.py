"""Models of strangers: no code in them is run, nobody is asked on the terminal, and what is broken is said."""

import json
import os
import pickle
import shutil
import subprocess
import sys

import pytest
import torch
from safetensors.torch import load_file

from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from challenge_sets_suites.translation.pair_scorer import pair_scorer
from extractors.core.errors import InputError
from extractors.models import hub
from extractors.models.aligners import _transformer
from extractors.models.aligners.simalign import load_encoder
from tests.builders import dataset_hub, encoders, model_hub
from tests.builders.damage import Bomb
from tests.builders.set_folders import files


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return encoders.save_bert(tmp_path_factory.mktemp("models") / "bert")


@pytest.fixture
def model(bert, tmp_path):
    """A model, to be tampered with."""
    return shutil.copytree(bert, tmp_path / "bert")


def load(model):
    return load_encoder(str(model), layer=None, device="cpu", batch_size=64, download=False)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "pytorch_model-00001-of-00002.bin"])
def test_pickles_are_refused_by_name_before_torch_sees_them(model, tmp_path, monkeypatch, name):
    monkeypatch.setattr(torch, "load", lambda *_, **__: pytest.fail("torch has read it"))
    (model / "model.safetensors").unlink()
    (model / name).write_bytes(pickle.dumps(Bomb(tmp_path / "run")))
    for use in (load, lambda folder: pair_scorer(PairScorerSettings(model=str(folder)))):
        with pytest.raises(InputError, match="is a pickle, which can run its author") as caught:
            use(model)
        assert caught.value.path == model / name
        assert "save_pretrained" in caught.value.remedy
    assert not (tmp_path / "run").exists()


def test_a_pickle_in_the_hubs_cache_is_refused_too(tmp_path, monkeypatch):
    monkeypatch.setattr(hub.constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(_transformer, "_read", lambda _: pytest.fail("it was read"))
    files = {name: text for name, text in model_hub.ENCODER.items() if name != "model.safetensors"}
    snapshot = model_hub.add(tmp_path / "hub", "me/model", files | {"pytorch_model.bin": b"x"})
    with pytest.raises(InputError, match="is a pickle") as caught:
        load("me/model")
    assert caught.value.path == snapshot / "pytorch_model.bin"


def test_the_command_of_the_remedy_converts_a_model(model, tmp_path, monkeypatch):
    torch.save(load_file(model / "model.safetensors"), model / "pytorch_model.bin")
    (model / "model.safetensors").unlink()
    with pytest.raises(InputError, match="is a pickle") as caught:
        load(model)
    monkeypatch.chdir(tmp_path)
    code = caught.value.remedy.partition('python -c "')[2].rstrip('"')
    exec(code, {})
    assert load(tmp_path / "NEW").layer


def test_a_pickle_beside_safetensors_is_not_read(model, tmp_path):
    (model / "pytorch_model.bin").write_bytes(pickle.dumps(Bomb(tmp_path / "run")))
    assert load(model).layer
    assert not (tmp_path / "run").exists()


def test_code_in_a_model_is_not_run_and_nobody_is_asked(model, tmp_path, monkeypatch):
    (model / "own.py").write_text(f"open({str(tmp_path / 'run')!r}, 'w')\n")
    config = json.loads((model / "config.json").read_text())
    config |= {"model_type": "own", "auto_map": {"AutoConfig": "own.Config", "AutoModel": "own.Model"}}
    (model / "config.json").write_text(json.dumps(config))
    monkeypatch.setattr("builtins.input", lambda *_: pytest.fail("somebody was asked"))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    with pytest.raises(InputError, match="cannot be loaded"):
        load(model)
    assert not (tmp_path / "run").exists()


def head(path):
    path.write_bytes(path.read_bytes()[:5])


def number(path):
    path.write_text("5")


@pytest.mark.parametrize(
    ("name", "change"),
    [
        *encoders.SPOILT,
        ("model.safetensors", head),
        *(("tokenizer_config.json", change) for change in (encoders.garbage, encoders.deep, number)),
        *(("config.json", change) for change in (encoders.cut, encoders.garbage, encoders.deep)),
    ],
)
def test_cut_and_foreign_files_are_a_clear_error(model, name, change):
    change(model / name)
    with pytest.raises(InputError, match=r"cannot be loaded|lacks weights|is not a plain encoder") as caught:
        load(model)
    assert caught.value.remedy


def test_an_index_that_names_a_pickle_is_refused(model):
    (model / "model.safetensors.index.json").write_text('{"weight_map": {"a": "pytorch_model.bin"}}')
    with pytest.raises(InputError, match=r"names 'pytorch_model\.bin'; expected a safetensors file"):
        load(model)


def test_a_network_of_a_million_layers_is_refused(model):
    config = json.loads((model / "config.json").read_text())
    (model / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 1_000_000}))
    with pytest.raises(InputError, match="num_hidden_layers: 1000000 is above 1000"):
        load(model)


def test_a_model_of_the_hub_is_downloaded_if_that_is_allowed(bert, tmp_path):
    """By the hub's own library, in a process of its own, since it reads these variables when it is imported."""
    code = (
        "from extractors.models.aligners.simalign import load_encoder;"
        "print(load_encoder('Owner/tiny', layer=None, device='cpu', batch_size=64, download={}).version)"
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HF_")}
    home = kept | {"HF_HOME": str(tmp_path / "home"), "HF_HUB_DISABLE_TELEMETRY": "1"}

    def loaded(download, **more):
        command = [sys.executable, "-c", code.format(download)]
        return subprocess.run(command, env=home | more, capture_output=True, text=True)

    with dataset_hub.running() as hub_here:
        hub_here.repositories["Owner/tiny"] = {"private": False, "files": files(bert)}
        refused = loaded(False, HF_ENDPOINT=hub_here.address)
        assert "not on this machine: Owner/tiny (aligner model)" in refused.stderr
        assert "hf download Owner/tiny" in refused.stderr
        assert loaded(True, HF_ENDPOINT=hub_here.address).stdout.strip() == dataset_hub.COMMIT
    assert loaded(False, HF_HUB_OFFLINE="1").stdout.strip() == dataset_hub.COMMIT


def test_a_download_that_fails_says_why_and_what_to_type(monkeypatch):
    monkeypatch.setattr(hub.constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(InputError, match=r"could not fetch some/encoder: .*HF_HUB_OFFLINE") as error:
        hub.download("some/encoder")
    assert "hf download some/encoder" in error.value.remedy


def test_a_model_of_the_hub_with_pickles_alone_is_not_taken(tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.snapshot_download", lambda *_, **__: str(tmp_path))
    with pytest.raises(InputError, match=r"has no model\.safetensors on the hub") as caught:
        hub.download("me/model")
    assert "AutoModel as M; [X.from_pretrained('me/model')" in caught.value.remedy
    assert "of a translation model write AutoModelForSeq2SeqLM" in caught.value.remedy
