"""The Stanza backend: where models come from, and that nothing is fetched unless asked for."""

import json
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest
import torch

from extractors.core.errors import InputError
from tests.builders.damage import Bomb
from tests.tiny_models.fixtures import TinyModels

stanza = pytest.importorskip("stanza")

from extractors.models.parsers.stanza import StanzaParser  # noqa: E402


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked for")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture
def models(tiny_models: TinyModels, tmp_path: Path) -> Path:
    """A copy of the German models, to be spoilt."""
    return Path(shutil.copytree(tiny_models.stanza("de"), tmp_path / "models"))


def edit_index(models: Path, **packages: Any) -> None:
    index = models / "resources.json"
    resources = json.loads(index.read_text(encoding="utf-8"))
    resources["de"]["packages"].update(packages)
    index.write_text(json.dumps(resources), encoding="utf-8")


def test_batches_change_nothing(tiny_models: TinyModels) -> None:
    model = str(tiny_models.stanza("de"))
    segments = ["Sie geht zum Arzt.", "", "Er wäscht sich. Das Wetter war schön.", " ", "", "Komm bitte!"]
    whole = list(StanzaParser(language="de", model=model).parse(segments))
    assert [len(sentences) for sentences in whole] == [1, 0, 2, 0, 0, 1]
    assert list(StanzaParser(language="de", model=model, batch_size=2).parse(segments)) == whole


def test_an_empty_line_inside_a_segment_is_white_space(tiny_models: TinyModels) -> None:
    parser = StanzaParser(language="de", model=str(tiny_models.stanza("de")))
    ((first,), (second,)) = parser.parse(["Sie geht\n\nzum Arzt.", "Er kommt vom Markt zurück."])
    assert (first.text, second.text) == ("Sie geht zum Arzt.", "Er kommt vom Markt zurück.")


def test_no_models_names_the_command_that_gets_them(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot load its models for 'fr': Resources file not found") as error:
        StanzaParser(language="fr", model=str(tmp_path))
    assert 'python -c "import stanza; stanza.download(' in str(error.value)
    assert str(tmp_path) in str(error.value)


@pytest.mark.parametrize(
    "spoil",
    [
        Path.unlink,
        lambda path: path.write_bytes(b"not a model"),
        lambda path: path.write_bytes(path.read_bytes()[:-1000]),
        # Stanza has pickles only; it has torch read them without what could run.
        lambda path: torch.save({"config": Bomb(path.parent / "run")}, path),
    ],
    ids=["missing", "another file", "cut", "with code"],
)
def test_a_model_file_that_is_not_whole_names_the_command_and_runs_nothing(models: Path, spoil: Any) -> None:
    folder = models / "de" / "depparse"
    spoil(folder / "tiny.pt")
    with pytest.raises(InputError, match="cannot load") as error:
        StanzaParser(language="de", model=str(models))
    assert "stanza.download('de'" in str(error.value)
    assert not (folder / "run").exists()


def test_a_language_or_package_that_is_not_there_is_refused(models: Path) -> None:
    with pytest.raises(InputError, match="Language fr is currently unsupported"):
        StanzaParser(language="fr", model=str(models))
    with pytest.raises(InputError, match="check if your language or package is correctly set"):
        StanzaParser(language="de", model=str(models), package="defaults")


def test_a_package_without_parser_is_refused(models: Path) -> None:
    edit_index(models, tags={"tokenize": "tiny", "pos": "tiny"})
    with pytest.raises(InputError, match="has no lemma, depparse"):
        StanzaParser(language="de", model=str(models), package="tags")


def test_a_package_without_multiword_tokens_is_taken(models: Path) -> None:
    edit_index(models, plain=dict.fromkeys(("tokenize", "pos", "lemma", "depparse"), "tiny"))
    parser = StanzaParser(language="de", model=str(models), package="plain")
    assert "/de-plain:" in parser.signature
    ((sentence,),) = parser.parse(["Der Hund schläft."])
    assert [word.form for word in sentence.words] == ["Der", "Hund", "schläft", "."]


def test_an_alias_is_the_language_it_stands_for(models: Path) -> None:
    index = models / "resources.json"
    resources = json.loads(index.read_text(encoding="utf-8"))
    index.write_text(json.dumps({**resources, "gsw": {"alias": "de"}}), encoding="utf-8")
    parser = StanzaParser(language="gsw", model=str(models))
    assert [len(sentences) for sentences in parser.parse(["Sie geht zum Arzt."])] == [1]


def test_models_are_looked_for_where_the_environment_says(
    tiny_models: TinyModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STANZA_RESOURCES_DIR", str(tiny_models.stanza("de")))
    assert StanzaParser(language="de").signature.startswith(f"stanza:{stanza.__version__}/de-default:")


def test_a_download_is_stanzas_own_and_only_if_asked_for(
    tiny_models: TinyModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = str(tiny_models.stanza("de"))
    calls: list[Any] = []
    monkeypatch.setattr("stanza.pipeline.core.download_models", lambda _, **options: calls.append(options))
    StanzaParser(language="de", model=model)
    assert calls == []
    StanzaParser(language="de", model=model, download=True)
    (options,) = calls
    assert (options["lang"], options["model_dir"]) == ("de", model)


def test_a_download_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no network")

    monkeypatch.setattr("stanza.pipeline.core.download_resources_json", fail)
    with pytest.raises(InputError, match=r"cannot load its models for 'de': no network"):
        StanzaParser(language="de", model=str(tmp_path), download=True)
