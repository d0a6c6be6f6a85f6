import hashlib
import subprocess
import sys

import pytest
from sacrebleu.dataset import DATASETS

from extractors.core.errors import InputError
from extractors.inputs.places import parse
from extractors.inputs.reading import check_place, describe_place, fetch_texts, read_segments, systems_at
from tests.libraries import sacrebleu_cache

SET = "wmt21/systems"
TEXTS = {
    "source": ["The  dog looks on.", "Roses & thorns", "She gave up."],
    "references": {"A": ["Der Hund sieht zu.", "Rosen", "Sie gab auf."], "C": ["Ein Hund.", "Rose", "Aufgegeben."]},
    "systems": {"Online-W": ["Der Hund schaut.", "Rosen", ""], "Team_1": ["Hund.", "", "Sie gibt auf."]},
}


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder of sacreBLEU with nothing in it, for one test set."""
    sacrebleu_cache.look_in(tmp_path, SET, "wmt20", patch=monkeypatch)
    return tmp_path


def texts(field):
    return [text for _, text in read_segments(parse(f"sacrebleu:{SET}:en-de#{field}"))]


def test_fields_are_read_as_sacrebleu_prints_them(cache):
    sacrebleu_cache.add_xml(cache, SET, "en-de", **TEXTS)
    assert texts("src") == ["The dog looks on.", "Roses & thorns", "She gave up."]
    assert texts("ref:C") == TEXTS["references"]["C"]
    assert texts("ref") == TEXTS["references"]["A"]
    assert texts("Online-W") == TEXTS["systems"]["Online-W"]
    assert texts("docid") == ["d0", "d0", "d1"]
    for field in ("src", "ref", "Team_1"):
        command = [sys.executable, "-m", "sacrebleu", "-t", SET, "-l", "en-de", "--echo", field]
        done = subprocess.run(command, env={"SACREBLEU": str(cache)}, capture_output=True, text=True, check=True)
        assert done.stdout.removesuffix("\n").split("\n") == texts(field)


def test_a_test_set_as_a_whole_stands_for_its_systems(cache):
    sacrebleu_cache.add_xml(cache, SET, "en-de", **TEXTS)
    place = f"sacrebleu:{SET}:en-de"
    assert systems_at(parse(place)) == {"Online-W": parse(f"{place}#Online-W"), "Team_1": parse(f"{place}#Team_1")}
    with pytest.raises(InputError, match="is one output") as caught:
        systems_at(parse(f"{place}#Team_1"))
    assert "leave out #Team_1" in caught.value.remedy
    sacrebleu_cache.add_xml(cache, SET, "de-fr", **TEXTS | {"systems": {}})
    with pytest.raises(InputError, match="has no outputs of systems"):
        systems_at(parse(f"sacrebleu:{SET}:de-fr"))


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("wmt21/system:en-de#src", "unknown test set.*did you mean 'wmt21/systems'"),
        ("wmt21/systems:en-dee#src", "unknown language pair.*did you mean 'en-de'"),
        ("wmt21/systems:en-de#Online-V", "unknown field.*did you mean 'Online-W'"),
        ("wmt21/systems:en-de", "not named.*src, ref:"),
        ("wmt21/systems#src", "names no language pair"),
    ],
)
def test_mistyped_names_are_refused_with_the_nearest(cache, place, words):
    sacrebleu_cache.add_xml(cache, SET, "en-de", **TEXTS)
    with pytest.raises(InputError, match=f"(?s){words}"):
        check_place(parse(f"sacrebleu:{place}"))
    with pytest.raises(InputError, match=f"(?s){words}") as caught:
        read_segments(parse(f"sacrebleu:{place}"))
    assert caught.value.remedy


def test_what_is_not_here_says_what_to_type_and_asks_nobody(cache, monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("the network was asked for")

    monkeypatch.setattr("urllib.request.urlopen", refuse)
    for place in (f"sacrebleu:{SET}:en-de#src", "sacrebleu:wmt20:en-de#src"):
        with pytest.raises(InputError, match="not on this machine") as caught:
            read_segments(parse(place))
        name = place.removeprefix("sacrebleu:").removesuffix(":en-de#src")
        assert f"sacrebleu -t {name} -l en-de" in caught.value.remedy
        assert f"to {cache}/{name} here" in caught.value.remedy


def test_sacrebleus_own_code_downloads(cache, monkeypatch):
    asked = []

    def download(url, *_, expected_md5, **__):
        asked.append((url, expected_md5))
        sacrebleu_cache.add_xml(cache, SET, "en-de", **TEXTS)

    monkeypatch.setattr("sacrebleu.dataset.base.download_file", download)
    fetch_texts(parse(f"sacrebleu:{SET}:en-de#src"))
    assert set(asked) == set(zip(DATASETS[SET].data, DATASETS[SET].md5, strict=True))
    assert len(texts("src")) == 3


def test_a_broken_cache_says_what_to_remove(cache):
    sacrebleu_cache.add_xml(cache, SET, "en-de", **TEXTS)
    file = next(cache.rglob("*.xml"))
    file.write_text(file.read_text()[:200])
    with pytest.raises(InputError, match="sacreBLEU cannot read its files") as caught:
        check_place(parse(f"sacrebleu:{SET}:en-de#src"))
    assert "move that folder away" in caught.value.remedy
    assert str(caught.value.path) == f"{cache}/{SET}"


def test_a_description_has_the_checksum_of_the_text(cache):
    sacrebleu_cache.add_xml(cache, SET, "en-de", **TEXTS)
    found = describe_place(parse(f"sacrebleu:{SET}:en-de#ref:A"))
    plain = "".join(f"{line}\n" for line in TEXTS["references"]["A"])
    assert found["sha256"] == hashlib.sha256(plain.encode()).hexdigest()
    assert found["segments"] == 3
    assert found["from"].startswith("sacrebleu:2.")
