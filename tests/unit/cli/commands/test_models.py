"""`challenge-sets model list`, with Stanza resources and a hub cache made by the test, without a network."""

import socket
from pathlib import Path

import pytest

pytest.importorskip("stanza")

import huggingface_hub.constants

from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.models import hub, installed
from extractors.models.aligners.simalign import SimAlign
from extractors.models.parsers import _stanza_models
from tests.builders import encoders, fake_stanza, model_hub

CONFIG = """\
corpora:
  news:
    source_language: fr
    target_language: en
    source: source.fr
    references: source.fr
    phenomena: [reordering]
    parse: {parser: stanza, options: {package: gsd}}
    align: {aligner: simalign, model: xlmr}
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """A folder with a config, no network, and empty places for Stanza's models and the hub's."""
    for name in ("stanza", "hub", "shipped"):
        (tmp_path / name).mkdir()
    (tmp_path / "source.fr").write_text("Bonjour.\n")
    (tmp_path / "config").symlink_to(Path("config").resolve())
    (tmp_path / "run.yaml").write_text(CONFIG)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(installed.VARIABLE, "shipped")
    monkeypatch.setenv("STANZA_RESOURCES_DIR", "stanza")
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", "hub")

    def refuse(*_, **__):
        raise OSError("no network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    return tmp_path


def table(capsys):
    assert cli.main(["model", "list"]) == 0
    return [line.split() for line in capsys.readouterr().out.splitlines()]


def test_nothing_is_installed(capsys):
    assert [line for line in table(capsys) if "languages" not in line] == []


def test_what_is_installed_is_listed_with_its_size_and_place(place, capsys):
    (place / "shipped/parser-multilingual").mkdir()
    (place / "shipped/parser-multilingual/README.md").write_text("# A parser\n\nLicence: MIT.\n")
    (place / "shipped/parser-multilingual/weights").write_bytes(b"x" * 1974)
    (place / "shipped/aligner-de-fr").mkdir()
    lines = table(capsys)
    assert ["parser", "parser-multilingual", "any", "2.0", "kB", "MIT", "shipped/parser-multilingual"] in lines
    assert ["aligner", "aligner-de-fr", "de-fr", "0", "bytes", "-", "shipped/aligner-de-fr"] in lines


@pytest.mark.parametrize("lacking", [*fake_stanza.FILES, "resources.json"])
def test_a_part_that_is_missing_is_noticed(place, lacking):
    fake_stanza.make(place / "stanza")
    (place / "stanza" / (lacking if "." in lacking else f"fr/{lacking}.pt")).unlink()
    assert _stanza_models.required(place / "stanza", "fr", "gsd").path is None


@pytest.mark.parametrize("lacking", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_part_of_an_encoder_that_is_missing_is_noticed(place, lacking):
    model_hub.add(place / "hub", "some/encoder", {k: v for k, v in model_hub.ENCODER.items() if k != lacking})
    assert hub.required("some/encoder", kind="aligner").path is None


def test_an_encoder_said_to_be_here_can_be_loaded(place):
    made = encoders.save_bert(place / "made")
    files = {path.name: path.read_bytes() for path in made.iterdir()}
    model_hub.add(place / "hub", "some/encoder", files)
    languages = {"source_language": "fr", "target_language": "en"}
    assert SimAlign.needs(**languages, model="some/encoder", options={}).path is not None
    cached = hub.snapshot("some/encoder")
    assert SimAlign(**languages, model=str(cached)).align([(["a"], ["a"])])


def test_a_config_whose_models_are_here(place, capsys):
    fake_stanza.make(place / "stanza")
    model_hub.add(place / "hub", "xlm-roberta-base")
    assert cli.main(["model", "list", "--for", "run.yaml"]) == 0
    said = capsys.readouterr().out
    assert "parser stanza: fr gsd, 600 bytes, stanza\n" in said
    assert "aligner simalign: xlm-roberta-base, 1.1 kB, hub/" in said
    assert "All models that the config needs are here." in said


def test_a_config_whose_models_are_missing_says_what_to_type(capsys):
    assert cli.main(["model", "list", "--for", "run.yaml"]) == 1
    said = capsys.readouterr()
    assert "stanza.download('fr', model_dir='stanza_resources', package='gsd'" in said.out
    assert "into stanza here" in said.out
    assert "hf download xlm-roberta-base" in said.out
    assert "models--xlm-roberta-base" in said.out
    assert "not here: 2" in said.err
    assert "challenge-sets model fetch --for run.yaml" in said.err


def test_fetching_without_a_network_says_so_and_still_reports_all(capsys):
    assert cli.main(["model", "fetch", "--for", "run.yaml"]) == 1
    said = capsys.readouterr()
    assert "could not fetch xlm-roberta-base: " in said.err
    assert "Stanza could not download its models for 'fr'" in said.err
    assert "hf download xlm-roberta-base" in said.out


def test_fetching_gets_what_is_missing_by_the_libraries_own_means(place, monkeypatch, capsys):
    asked = []

    def stanza_download(language, *, model_dir, package, processors):
        asked.append((language, package, processors))
        fake_stanza.make(place / model_dir)

    def snapshot_download(name, *, allow_patterns, ignore_patterns):
        asked.append((name, allow_patterns, ignore_patterns))
        model_hub.add(place / "hub", name)

    monkeypatch.setattr(_stanza_models.stanza, "download", stanza_download)
    monkeypatch.setattr(hub, "snapshot_download", snapshot_download)
    monkeypatch.setattr(hub.HfApi, "list_repo_files", lambda *_: ["config.json", "model.safetensors", "flax.msgpack"])
    assert cli.main(["model", "fetch", "--for", "run.yaml"]) == 0
    assert asked == [
        ("fr", "gsd", "tokenize,pos,lemma,depparse"),
        ("xlm-roberta-base", ["*.json", "*.txt", "*.model", "*.spm", "model*.safetensors*"], ["*/*"]),
    ]
    assert "All models that the config needs are here." in capsys.readouterr().out
    assert cli.main(["model", "fetch", "--for", "run.yaml"]) == 0
    assert len(asked) == 2, "what is here was fetched again"


def test_a_model_of_the_hub_with_pickles_alone_is_not_fetched(monkeypatch):
    monkeypatch.setattr(hub.HfApi, "list_repo_files", lambda *_: ["config.json", "pytorch_model.bin"])
    monkeypatch.setattr(hub, "snapshot_download", lambda *_, **__: pytest.fail("it was fetched"))
    with pytest.raises(InputError, match=r"has no model\.safetensors at the hub") as caught:
        hub.download("me/model", "translator")
    assert "AutoModelForSeq2SeqLM as M; [X.from_pretrained('me/model')" in caught.value.remedy


def test_a_mistyped_option_is_refused_before_anything_is_fetched(place, refuses):
    (place / "run.yaml").write_text(CONFIG.replace("package:", "packge:"))
    refuses("model fetch --for run.yaml", "did you mean 'package'")


def test_a_language_or_package_that_stanza_does_not_have_is_refused(place, refuses):
    fake_stanza.make(place / "stanza")
    (place / "run.yaml").write_text(CONFIG.replace("package: gsd", "package: gds"))
    refuses("model list --for run.yaml", "did you mean 'gsd'")


def test_a_spacy_package_names_both_ways_to_get_it(place, capsys):
    (place / "run.yaml").write_text(
        CONFIG.replace("parser: stanza, options: {package: gsd}", "parser: spacy, model: fr_core_news_sm")
    )
    assert cli.main(["model", "list", "--for", "run.yaml"]) == 1
    said = capsys.readouterr().out
    assert "python -m spacy download fr_core_news_sm" in said
    assert "pip install --no-deps fr_core_news_sm-*.whl" in said


def test_fetch_alone_is_refused(refuses):
    refuses("model fetch", "--for CONFIG")
