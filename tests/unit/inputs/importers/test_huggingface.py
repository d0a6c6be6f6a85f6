import json
import os
import shutil
import sys

import huggingface_hub.constants
import pytest

from extractors.core import files
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


def read(place):
    return [text for _, text in read_segments(parse(place))]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a/b:de-en:train", ("a/b", None, "de-en", "train")),
        ("b::train[:1000]", ("b", None, None, "train[:1000]")),
        ("a/b@v1.0:x y:train[10%:]+test(x)", None),
        (
            "a/b@refs/pr/1:x:train[10%:20%](pct1_dropremainder)+test",
            ("a/b", "refs/pr/1", "x", "train[10%:20%](pct1_dropremainder)+test"),
        ),
        ("a/b:train", None),
        ("a/b/c::train", None),
        ("./none::train", None),
    ],
)
def test_names_are_taken_apart(name, expected):
    if expected is None:
        with pytest.raises(InputError, match=r"does not name|no such folder"):
            importer._parse(name)
    else:
        data = importer._parse(name)
        assert (data.path, data.revision, data.configuration, data.split) == expected


@pytest.mark.parametrize("path", ["books", "./books", "{tmp}/books"])
@pytest.mark.usefixtures("folder")
def test_a_folder_is_read_by_configuration_split_and_column(tmp_path, path):
    place = f"huggingface:{path.format(tmp=tmp_path)}"
    assert read(f"{place}:de-en:train#translation.de") == TRAIN["de"]
    assert read(f"{place}::train[1:]+dev#translation.en") == ["Roses", "She gave up.", "The dog looks on."]
    assert read(f"{place}::dev#id") == ["0"]
    assert not (tmp_path / "cache").exists(), "what is made of a folder was kept"


def test_a_folder_with_a_colon_is_a_folder(folder):
    folder.rename("a:b")
    assert read("huggingface:./a:b:de-en:dev#translation.de") == ["Der Hund sieht zu."]


def test_an_edited_folder_is_read_anew(folder):
    place = "huggingface:./books::train#translation.de"
    before = state_of(parse(place)), read(place)
    times = folder.stat()
    hub_data.save(folder, {"train": {k: v[::-1] for k, v in TRAIN.items()}})
    os.utime(folder, (times.st_atime, times.st_mtime))
    files.state.cache_clear()
    assert state_of(parse(place)) != before[0]
    assert read(place) == before[1][::-1]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("books:de-fr:train#translation.de", "'de-fr' not found. Available: .*de-en"),
        ("books::tain#translation.de", 'Unknown split "tain"'),
        ("books::train[:x]#translation.de", "train"),
        ("books::train", "not named.*'id'.*'translation'.*'de', 'en'"),
        ("books::train#text", "no column 'text'.*'id'"),
        ("books::train#translation.fr", "no field 'translation.fr'"),
        ("books::train#translation", "is not text"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_a_data_set_does_not_have_is_refused(place, words):
    with pytest.raises(InputError, match=f"(?s){words}") as caught:
        read(f"huggingface:{place}")
    assert caught.value.remedy


@pytest.mark.parametrize("place", ["../other/*.csv", "{outside}/a.csv", "https://example.org/a.csv"])
def test_a_card_that_names_files_outside_the_folder_is_refused(tmp_path, place):
    outside, folder = tmp_path / "other", tmp_path / "strangers"
    outside.mkdir()
    folder.mkdir()
    (outside / "a.csv").write_text("source\nsecret\n")
    (folder / "b.csv").write_text("source\nopen\n")
    card = "---\nconfigs:\n- config_name: default\n  data_files: {}\n---\n"
    (folder / "README.md").write_text(card.format(json.dumps(place.format(outside=outside))))
    with pytest.raises(InputError, match="reads a file outside its folder") as error:
        read(f"huggingface:{folder}::train#source")
    assert "secret" not in str(error.value)
    (folder / "README.md").write_text(card.format("b.csv"))
    assert read(f"huggingface:{folder}::train#source") == ["open"]
    (folder / "train.csv").symlink_to(outside / "a.csv")
    with pytest.raises(InputError, match=r"the name 'train.csv' leads out of the folder"):
        read(f"huggingface:{folder}::train#source")


def test_a_row_without_text_is_refused_with_its_number(tmp_path):
    (tmp_path / "d").mkdir()
    datasets = pytest.importorskip("datasets")
    datasets.Dataset.from_dict({"de": ["eins", None]}).to_parquet(tmp_path / "d/train.parquet")
    with pytest.raises(InputError, match="no text in the column 'de'") as caught:
        read("huggingface:./d::train#de")
    assert caught.value.line == 2


def test_a_data_set_of_the_hub_is_read_from_the_librarys_cache(folder, tmp_path):
    hub_data.cache(tmp_path / "cache", folder, "Owner/books")
    shutil.rmtree(folder)
    place = "huggingface:Owner/books:de-en:train[:2]#translation.de"
    check_place(parse(place))
    assert read(place) == TRAIN["de"][:2]
    assert read(place.replace(":de-en", f"@{hub_data.COMMIT}:de-en")) == TRAIN["de"][:2]
    assert read(place.replace(":de-en", ":")) == TRAIN["de"][:2], "its only configuration"
    assert state_of(parse(place)) == hub_data.COMMIT
    assert describe_place(parse(place))["from"].endswith(f"/Owner/books:{hub_data.COMMIT}")


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
    with pytest.raises(InputError, match="needs datasets") as caught:
        read("huggingface:Owner/books::train#de")
    assert "[datasets]'" in caught.value.remedy
