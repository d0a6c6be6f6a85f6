import json
import os
import shutil
import sys

import huggingface_hub.constants
import pytest

from extractors.core.errors import InputError
from extractors.inputs.importers import huggingface as importer
from extractors.inputs.places import parse
from extractors.inputs.reading import check_place, describe_place, read_segments, state_of
from tests.libraries import hub_data

TRAIN = {"de": ["Der Hund sieht zu.", "Rosen", "Sie gab auf."], "en": ["The dog looks on.", "Roses", "She gave up."]}
OTHER = "0" * 40


@pytest.fixture(autouse=True)
def caches(tmp_path, monkeypatch):
    """Empty caches, no network."""
    pytest.importorskip("datasets")

    def refuse(*_, **__):
        raise AssertionError("the network was asked for")

    monkeypatch.setattr("socket.socket.connect", refuse)
    monkeypatch.setattr("socket.getaddrinfo", refuse)
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def folder(tmp_path):
    return hub_data.save(tmp_path / "books", {"train": TRAIN, "dev": {k: v[:1] for k, v in TRAIN.items()}})


@pytest.fixture
def books(folder, tmp_path):
    """The data set Owner/books in the library's cache."""
    hub_data.cache(tmp_path / "cache", folder, "Owner/books")
    shutil.rmtree(folder)
    return "huggingface:Owner/books"


def read(place):
    return [text for _, text in read_segments(parse(place))]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a/b:de-en:train", ("a/b", None, "de-en", "train")),
        ("b::train[:1000]", ("b", None, None, "train[:1000]")),
        (
            "a/b@refs/pr/1:x:train[10%:20%](pct1_dropremainder)+test",
            ("a/b", "refs/pr/1", "x", "train[10%:20%](pct1_dropremainder)+test"),
        ),
    ],
)
def test_names_are_taken_apart(name, expected):
    data = importer._parse(name)
    assert (data.path, data.revision, data.configuration, data.split) == expected


@pytest.mark.parametrize("name", ["a/b@v1.0:x y:train[10%:]+test(x)", "a/b:train", "a/b/c::train", "./none::train"])
def test_other_names_are_refused(name):
    with pytest.raises(InputError, match=r"does not name|no data set on the hub has the name"):
        importer._parse(name)


def test_a_data_set_is_read_from_the_librarys_cache_by_configuration_split_and_column(books):
    place = f"{books}:de-en:train[:2]#translation.de"
    check_place(parse(place))
    assert read(place) == TRAIN["de"][:2]
    assert read(place.replace(":de-en", f"@{hub_data.COMMIT}:de-en")) == TRAIN["de"][:2]
    assert read(place.replace(":de-en", ":")) == TRAIN["de"][:2], "its only configuration"
    assert read(f"{books}::train[1:]+dev#translation.en") == ["Roses", "She gave up.", "The dog looks on."]
    assert read(f"{books}::dev#id") == ["0"]
    assert state_of(parse(place)) == hub_data.COMMIT
    assert describe_place(parse(place))["from"].endswith(f"/Owner/books:{hub_data.COMMIT}")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("tain#translation.de", 'Unknown split "tain"'),
        ("train[:x]#translation.de", "train"),
        ("train", "not named.*'id'.*'translation'.*'de', 'en'"),
        ("train#text", "no column 'text'.*'id'"),
        ("train#translation.fr", "no field 'translation.fr'"),
        ("train#translation", "is not text"),
    ],
)
def test_what_a_data_set_does_not_have_is_refused(books, place, words):
    with pytest.raises(InputError, match=f"(?s){words}") as caught:
        read(f"{books}::{place}")
    assert caught.value.remedy


def test_a_row_without_text_is_refused_with_its_number(tmp_path):
    data = hub_data.save(tmp_path / "d", {"train": {"de": ["eins", None], "en": ["one", "two"]}})
    hub_data.cache(tmp_path / "cache", data, "Owner/d")
    with pytest.raises(InputError, match=r"no text in the column 'translation\.de'") as caught:
        read("huggingface:Owner/d::train#translation.de")
    assert caught.value.line == 2


def test_the_revision_that_is_named_is_read_and_no_other(folder, tmp_path):
    hub_data.cache(tmp_path / "cache", folder, "Owner/books", commit=OTHER)
    hub_data.save(folder, {"train": {k: v[::-1] for k, v in TRAIN.items()}})
    newer = hub_data.cache(tmp_path / "cache", folder, "Owner/books")
    os.utime(newer, (2e9, 2e9))
    shutil.rmtree(folder)
    place = "huggingface:Owner/books{}:de-en:train#translation.de"
    assert read(place.format("")) == TRAIN["de"][::-1], "not that which was fetched last"
    assert read(place.format(f"@{OTHER}")) == TRAIN["de"]
    with pytest.raises(InputError, match="not on this machine"):
        read(place.format("@v1"))
    refs = tmp_path / "hub/datasets--Owner--books/refs"
    refs.mkdir(parents=True)
    (refs / "v1").write_text(OTHER)
    card = tmp_path / "hub/datasets--Owner--books/snapshots" / OTHER / "README.md"
    card.parent.mkdir(parents=True)
    card.touch()
    assert read(place.format("@v1")) == TRAIN["de"]


def test_of_several_configurations_one_must_be_named(folder, tmp_path):
    hub_data.save(folder, {"train": TRAIN}, configuration="en-de")
    for name in ("de-en", "en-de"):
        (tmp_path / "cache/Owner___books" / name / "0.0.0" / OTHER).mkdir(parents=True)
        info = tmp_path / "cache/Owner___books" / name / "0.0.0" / OTHER / "dataset_info.json"
        info.write_text(json.dumps({"config_name": name}))
    shutil.rmtree(folder)
    with pytest.raises(InputError, match=r"multiple 'Owner/books' configurations in the cache: (de-en|en-de), "):
        read("huggingface:Owner/books::train#translation.de")


def test_what_is_not_here_says_what_to_type():
    with pytest.raises(InputError, match="not on this machine: huggingface:Owner/books@v1:de-en") as caught:
        check_place(parse("huggingface:Owner/books@v1:de-en:train[:9]#translation.de"))
    assert "datasets.load_dataset('Owner/books', 'de-en', revision='v1')" in caught.value.remedy
    assert "`download: true`" in caught.value.remedy


def test_without_the_library_its_name_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(InputError, match="not installed: datasets") as caught:
        read("huggingface:Owner/books::train#de")
    assert "[datasets]'" in caught.value.remedy
