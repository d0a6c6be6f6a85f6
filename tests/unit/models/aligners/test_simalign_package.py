"""The package simalign as an aligner: the links of its SentenceAligner, which test_simalign compares with ours."""

import logging
from pathlib import Path
from typing import Any, Literal

import pytest
from simalign import SentenceAligner

from extractors.core.errors import InputError
from extractors.models import hub, installed
from extractors.models.aligners import create_aligner, simalign_package
from extractors.models.aligners._matching import METHODS
from extractors.models.aligners.simalign import SimAlign
from extractors.models.aligners.simalign_package import LETTERS, SimAlignPackage
from tests.builders import model_hub
from tests.builders.encoders import GERMAN, LIMIT, make_pairs, save_bert, save_xlmr

LANGUAGES = {"source_language": "de", "target_language": "en"}
# 12 words never make more subwords than a tiny encoder can read, so that the package does not cut them.
PAIRS = make_pairs(20, longest=12, seed=5)

Folders = dict[str, Path]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    """Encoders by name: a shipped one, and tiny ones with random weights."""
    folder = tmp_path_factory.mktemp("encoders")
    shipped = installed.find("aligner-de-en")
    assert shipped is not None
    return {"shipped": shipped, "bert": save_bert(folder / "bert"), "xlmr": save_xlmr(folder / "xlmr")}


def make(model: str | Path, **options: Any) -> SimAlignPackage:
    return SimAlignPackage(**LANGUAGES, model=str(model), **options)


@pytest.mark.parametrize(
    ("encoder", "layer", "token_type"),
    [("bert", 3, "bpe"), ("bert", 1, "word"), ("xlmr", 2, "bpe"), ("shipped", 2, "bpe"), ("shipped", 0, "word")],
)
def test_links_are_those_of_sentence_aligner(
    folders: Folders, encoder: str, layer: int, token_type: Literal["bpe", "word"]
) -> None:
    model = str(folders[encoder])
    alone = SentenceAligner(model, token_type, matching_methods="".join(LETTERS.values()), layer=layer)
    expected = [alone.get_word_aligns(*pair) for pair in PAIRS]
    for method in METHODS:
        links = [of_pair[method] for of_pair in expected]
        assert list(make(model, layer=layer, token_type=token_type, method=method).align(PAIRS)) == links


def test_distortion_reaches_the_package(folders: Folders) -> None:
    near, free = (make(folders["bert"], distortion=distortion) for distortion in (1.0, 0.0))
    assert list(near.align(PAIRS)) != list(free.align(PAIRS))
    assert near.signature == f"{free.signature}/distortion:1"


@pytest.mark.parametrize("encoder", ["bert", "xlmr"])
@pytest.mark.parametrize("token_type", ["bpe", "word"])
def test_no_segment_is_cut_off(
    folders: Folders, encoder: str, token_type: str, caplog: pytest.LogCaptureFixture
) -> None:
    # 160 words, where 78 subwords are read at once; the same on both sides, so the diagonal is certain.
    words = GERMAN.split() * 4
    aligner = make(folders[encoder], token_type=token_type)
    with caplog.at_level(logging.WARNING):
        (links,) = aligner.align([(words, words)])
        aligner.tell()
    assert {j for _, j in links} == set(range(len(words)))
    assert f"simalign_package: longer than the {LIMIT - 2} subwords" in caplog.text
    ours = SimAlign(**LANGUAGES, model=str(folders[encoder]), token_type=token_type)
    assert list(ours.align([(words, words)])) == [links]


def test_a_pair_that_is_too_large_to_match_has_no_links_and_is_told(
    folders: Folders, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(simalign_package, "MOST_OF_MWMF", 1000)
    monkeypatch.setattr(simalign_package, "LONGEST", 100)
    aligner = make(folders["bert"], method="mwmf")
    sizes = [(2, 2), (40, 40), (1, 101), (1, 100)]
    links = list(aligner.align([(["das"] * m, ["the"] * n) for m, n in sizes]))
    assert [bool(of_pair) for of_pair in links] == [True, False, False, True]
    aligner.tell()
    assert "simalign_package: 2 pairs are too long" in caplog.text
    assert "by those of the other, or 100 of one)" in caplog.text
    assert "(40 and 40 words), pair 2, counted from 0 (1 and 101 words). Cut" in caplog.text


@pytest.mark.parametrize("token_type", ["bpe", "word"])
def test_a_word_without_subwords_has_no_link_and_moves_no_other(folders: Folders, token_type: str) -> None:
    plain = (["Das", "Haus", "ist", "alt"], ["The", "house", "is", "old"])
    odd = (["\u200b", "Das", "Haus", "\u200b", "ist", "alt"], ["The", "house", "", "is", "old", "\u00ad"])
    nothing = (["\u200b"], ["house"])
    links = list(make(folders["shipped"], token_type=token_type).align([plain, odd, nothing]))
    assert links == [[(0, 0), (1, 1), (2, 2), (3, 3)], [(1, 0), (2, 1), (4, 3), (5, 4)], []]


def test_the_default_is_mbert_from_the_local_cache(
    folders: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub.constants, "HF_HUB_CACHE", str(tmp_path))
    name = "bert-base-multilingual-cased"
    with pytest.raises(InputError, match=f"not on this machine: {name}") as caught:
        SimAlignPackage(**LANGUAGES)
    assert f"hf download {name}" in str(caught.value.remedy)
    model_hub.add(tmp_path, name, {file.name: file.read_bytes() for file in folders["bert"].iterdir()})
    aligner = SimAlignPackage(**LANGUAGES)
    assert aligner.signature == f"simalign_package:0.4/{name}:{model_hub.COMMIT[:8]}/layer:3/inter/bpe"
    assert list(aligner.align(PAIRS)) == list(make(folders["bert"]).align(PAIRS))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "intr"}, "did you mean 'inter'"),
        ({"batch_size": 8}, "unknown option of simalign_package 'batch_size'"),
        ({"layer": 3}, "aligner-de-en has no layer 3: it has 2 layers"),
        ({"device": "gpu"}, "set `device:` to cpu or cuda"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as caught:
        create_aligner("simalign_package", **LANGUAGES, model="aligner-de-en", options=options)
    assert words in str(caught.value)


def test_a_checkpoint_without_weights_of_its_own_is_refused() -> None:
    # The shipped encoder is packed in 4 bits, in a way of its own: the package would make up all of its weights.
    with pytest.raises(InputError, match="lacks weights"):
        make("encoder")


def test_loading_is_silent(
    folders: Folders, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    make(folders["bert"])
    captured = capfd.readouterr()
    assert captured.out + captured.err + caplog.text == ""
