import logging
import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from extractors.core.errors import InputError
from extractors.models import installed
from extractors.models.aligners import Links, create_aligner, simalign
from extractors.models.aligners._matching import METHODS, Matrix, Similarity, match_as_simalign
from extractors.models.aligners.simalign import SimAlign, load_encoder
from tests.builders.encoders import GERMAN, LIMIT, make_pairs, save_bert, save_distilbert, save_xlmr

LETTERS = {"inter": "a", "mwmf": "m", "itermax": "i", "fwd": "f", "rev": "r"}
# 12 words never make more subwords than a tiny encoder can read, so that simalign does not cut them.
PAIRS = make_pairs(30, longest=12, seed=5)
SHIPPED = "aligner-de-en"

Reference = Callable[..., dict[str, list[Links]]]


def make(model: str | Path | None = None, **options: Any) -> SimAlign:
    return SimAlign(source_language="de", target_language="en", model=None if model is None else str(model), **options)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The encoders by name: the shipped one, and tiny ones made here."""
    folder = tmp_path_factory.mktemp("encoders")
    shipped = installed.find(SHIPPED)
    assert shipped is not None
    return {
        "shipped": shipped,
        "bert": save_bert(folder / "bert"),
        "alike": save_bert(folder / "alike", alike=True),
        "xlmr": save_xlmr(folder / "xlmr"),
        "distilbert": save_distilbert(folder / "distilbert"),
    }


@pytest.fixture(scope="module")
def reference(folders: dict[str, Path]) -> Reference:
    """The links of simalign's own loop, a list a pair, for each method asked for at once."""

    @cache
    def links(
        encoder: str,
        *,
        layer: int,
        token_type: str = "bpe",
        distortion: float = 0.0,
        methods: Sequence[str] = ("inter",),
    ) -> dict[str, list[Links]]:
        from simalign import SentenceAligner

        theirs = SentenceAligner(
            model=str(folders[encoder]),
            layer=layer,
            token_type=token_type,
            distortion=distortion,
            matching_methods="".join(LETTERS[method] for method in methods),
        )
        alignments = [theirs.get_word_aligns(*pair) for pair in PAIRS]
        return {method: [alignment[method] for alignment in alignments] for method in methods}

    return links


@pytest.fixture
def ties_of_simalign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of matchings (mwmf) with the same weight, simalign's: tiny encoders give such ties; test_matching weighs them."""
    from simalign import SentenceAligner

    def match_as_theirs(sim: Similarity, method: str) -> Matrix:
        if method == "mwmf":
            return np.asarray(SentenceAligner.get_max_weight_match(sim) > 0)
        return match_as_simalign(sim, method)

    monkeypatch.setattr(simalign, "match_as_simalign", match_as_theirs)


@pytest.mark.usefixtures("ties_of_simalign")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("token_type", ["bpe", "word"])
@pytest.mark.parametrize(("encoder", "layer"), [("shipped", 2), ("bert", 3), ("alike", 2), ("xlmr", 2)])
def test_links_are_those_of_simalign(
    folders: dict[str, Path], reference: Reference, encoder: str, layer: int, token_type: str, method: str
) -> None:
    ours = make(folders[encoder], layer=layer, method=method, token_type=token_type, batch_size=200)
    assert list(ours.align(PAIRS)) == reference(encoder, layer=layer, token_type=token_type, methods=METHODS)[method]


@pytest.mark.parametrize(("encoder", "layer"), [("bert", 0), ("bert", 1), ("xlmr", 3), ("distilbert", 1)])
def test_every_layer_is_that_of_simalign(
    folders: dict[str, Path], reference: Reference, encoder: str, layer: int
) -> None:
    ours = make(folders[encoder], layer=layer)
    assert list(ours.align(PAIRS)) == reference(encoder, layer=layer)["inter"]


@pytest.mark.usefixtures("ties_of_simalign")
@pytest.mark.parametrize("method", METHODS)
def test_distortion_is_that_of_simalign(folders: dict[str, Path], reference: Reference, method: str) -> None:
    ours = make(folders["bert"], method=method, distortion=0.5)
    assert list(ours.align(PAIRS)) == reference("bert", layer=3, distortion=0.5, methods=METHODS)[method]


def test_close_calls_go_simaligns_own_way_and_no_others(folders: dict[str, Path]) -> None:
    spread, alike = make(folders["bert"]), make(folders["alike"])
    list(spread.align(PAIRS))
    list(alike.align(PAIRS))
    assert spread.asked_again < len(PAIRS) / 3 < alike.asked_again


@pytest.mark.parametrize("encoder", ["bert", "alike"])
def test_links_and_confidences_do_not_depend_on_what_else_is_in_the_batch(
    folders: dict[str, Path], encoder: str
) -> None:
    together, alone = (make(folders[encoder], batch_size=size).align_with_confidence(PAIRS) for size in (2048, 1))
    for (links, sure), (same, other) in zip(together, alone, strict=True):
        assert links == same
        assert sure == pytest.approx(other, abs=1.1e-4)


@pytest.mark.parametrize("token_type", ["bpe", "word"])
def test_a_word_without_subwords_has_no_link_and_moves_no_other(token_type: str) -> None:
    plain = (["Das", "Haus", "ist", "alt"], ["The", "house", "is", "old"])
    odd = (["\u200b", "Das", "Haus", "\u200b", "ist", "alt"], ["The", "house", "", "is", "old", "\u00ad"])
    links = list(make(token_type=token_type).align([plain, odd]))
    assert links == [[(0, 0), (1, 1), (2, 2), (3, 3)], [(1, 0), (2, 1), (4, 3), (5, 4)]]


def test_no_segment_is_cut_off(folders: dict[str, Path], caplog: pytest.LogCaptureFixture) -> None:
    # 160 words, where 78 subwords are read at once; the same on both sides, so the diagonal is certain.
    words = GERMAN.split() * 4
    for encoder in ("bert", "xlmr"):
        for token_type in ("bpe", "word"):
            caplog.clear()
            ours = make(folders[encoder], token_type=token_type, layer=3)
            with caplog.at_level(logging.WARNING):
                (links,) = ours.align([(words, words)])
                ours.tell()
            assert {j for _, j in links} == set(range(len(words)))
            assert f"longer than the {LIMIT - 2} subwords" in caplog.text
            assert "windows: 2 segments" in caplog.text


def test_a_pair_that_is_too_large_to_match_has_no_links_and_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    small, large = (["das", "Haus"], ["the", "house"]), (["das"] * 40, ["the"] * 40)
    alone = list(make().align([small, small]))
    monkeypatch.setattr(simalign, "MOST_SIMILARITIES", 1000)
    ours = make()
    assert list(ours.align([small, large, small, large])) == [alone[0], [], alone[1], []]
    ours.tell()
    assert "2 pairs are too long" in caplog.text
    assert "pair 1, counted from 0 (40 and 40 words), pair 3, counted from 0 (40 and 40 words). Cut" in caplog.text


def test_mwmf_has_a_bound_of_its_own(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(simalign, "MOST_OF_MWMF", 1000)
    ours = make(method="mwmf")
    found = list(ours.align([(["das"] * 40, ["the"] * 40)] * 7 + [(["das", "Haus"], ["the", "house"])]))
    assert found[:7] == [[]] * 7
    assert found[7]
    ours.tell()
    assert "pair 4, counted from 0 (40 and 40 words) and 2 more. Cut" in caplog.text


def test_a_vector_comes_from_the_window_where_it_is_most_central(folders: dict[str, Path]) -> None:
    encoder = load_encoder(str(folders["bert"]), layer=3, device="cpu", batch_size=1024, download=False)
    ids = list(np.random.default_rng(0).integers(5, 100, size=140))
    (vectors,) = encoder.embed([ids])
    assert encoder.limit == 78
    # Windows begin at 0, 39 and 62; the borders are in the middle of what they share, 39-78 and 62-117.
    for start, own in ((0, range(0, 58)), (39, range(58, 89)), (62, range(89, 140))):
        (window,) = encoder.embed_together([ids[start : start + 78]])
        assert np.array_equal(vectors[own.start : own.stop], window[own.start - start : own.stop - start])


def test_long_and_short_segments_keep_their_order(folders: dict[str, Path]) -> None:
    long = (PAIRS[0][0] * 20, PAIRS[0][1])
    mixed = [PAIRS[1], long, ([], ["x"]), PAIRS[2], long]
    ours = make(folders["bert"])
    assert list(ours.align(mixed)) == [next(ours.align([pair])) for pair in mixed]


@pytest.mark.parametrize(("model", "expected"), [("bert", 3), (None, 2)], ids=["the last of three", "the last of two"])
def test_the_default_layer_is_the_last_of_a_small_encoder(
    folders: dict[str, Path], model: str | None, expected: int
) -> None:
    signature = make(folders[model] if model else None).signature
    assert f"/layer:{expected}/inter/bpe" in signature


@pytest.mark.parametrize("layer", [3, 8, -1])
def test_a_layer_out_of_range_is_refused(layer: int) -> None:
    with pytest.raises(InputError) as caught:
        make(layer=layer)
    assert f"aligner-de-en has no layer {layer}: it has 2 layers" in caught.value.problem
    assert "from 0 (the embeddings) to 2" in str(caught.value.remedy)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "intr"}, "did you mean 'inter'"),
        ({"token_type": "char"}, "known: bpe, word"),
        ({"distortion": 2.0}, "distortion of simalign must be at most 1"),
        ({"device": "gpu"}, "set `device:` to cpu or cuda"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError) as caught:
        create_aligner("simalign", source_language="de", target_language="en", model=None, options=options)
    assert words in str(caught.value)


@pytest.mark.parametrize("pair", ["en-fr", "fr-en", "en-ja"])
def test_the_shipped_encoder_links_words_of_any_two_languages(pair: str) -> None:
    texts = {
        "en": ["The", "cat", "drinks", "milk"],
        "fr": ["Le", "chat", "boit", "du", "lait"],
        "ja": ["猫", "は", "牛乳", "を", "飲む"],
    }
    expected = {
        "en-fr": {(1, 1), (2, 2), (3, 4)},
        "fr-en": {(1, 1), (2, 2), (4, 3)},
        "en-ja": {(1, 0), (3, 2)},
    }
    source, target = pair.split("-")
    aligner = SimAlign(source_language=source, target_language=target)
    assert "/encoder:" in aligner.signature
    assert "/layer:6/" in aligner.signature
    (links,) = aligner.align([(texts[source], texts[target])])
    assert expected[pair] <= {*links}


@pytest.mark.parametrize("download", [False, True])
@pytest.mark.parametrize(("name", "full"), [("bert", "bert-base-multilingual-cased"), ("xlmr", "xlm-roberta-base")])
def test_the_hub_is_asked_last_and_only_if_allowed(
    name: str, full: str, download: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def not_here(model: str, *, local_files_only: bool, trust_remote_code: bool) -> None:
        assert not trust_remote_code
        asked.append((model, local_files_only))
        raise OSError("It is not in the cache.")

    def unreachable(name: str, **_: object) -> str:
        asked.append((name, False))
        raise OSError("We couldn't connect\nto the hub.")

    monkeypatch.setattr("transformers.AutoConfig.from_pretrained", not_here)
    monkeypatch.setattr("huggingface_hub.snapshot_download", unreachable)
    with pytest.raises(InputError) as caught:
        make(name, download=download)
    assert asked == [(full, True), (full, False)][: 1 + download]
    assert f"hf download {full}" in str(caught.value)
    assert (f"could not fetch {full}: We couldn't connect\n" in str(caught.value)) == download


def test_a_missing_folder_is_no_name_to_download(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        make(tmp_path / "nothing")
    assert "check the path" in str(caught.value.remedy)


def test_a_checkpoint_without_some_weights_is_refused(folders: dict[str, Path], tmp_path: Path) -> None:
    broken = Path(shutil.copytree(folders["bert"], tmp_path / "broken"))
    weights = load_file(broken / "model.safetensors")
    kept = {name: value for name, value in weights.items() if "layer.1.attention" not in name}
    save_file(kept, broken / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(InputError, match=r"lacks weights: .*layer\.1\.attention"):
        make(broken)


def test_loading_is_silent(
    folders: dict[str, Path], capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    # Two traps: a pooling layer that is not wanted, and one that is not there.
    make(folders["bert"])
    captured = capfd.readouterr()
    assert captured.out + captured.err + caplog.text == ""


def test_half_precision_is_computed_in_full(tmp_path: Path) -> None:
    half = make(save_bert(tmp_path / "half", dtype=torch.float16))
    assert len(list(half.align(PAIRS))) == len(PAIRS)
    assert half._encoder.embed([[7, 8, 9]])[0].dtype == np.float32


def test_signature_names_all_that_changes_links(folders: dict[str, Path]) -> None:
    assert make(method="itermax", distortion=0.25).signature.startswith("simalign:0.4/aligner-de-en:")
    assert make(method="itermax", distortion=0.25).signature.endswith("/layer:2/itermax/bpe/distortion:0.25")
    assert make(folders["bert"]).signature.split(":")[2] != make(folders["alike"]).signature.split(":")[2]
    assert str(folders["bert"].parent) not in make(folders["bert"]).signature


@pytest.mark.parametrize("token_type", ["bpe", "word"])
def test_the_confidence_of_a_link_is_its_similarity(token_type: str) -> None:
    aligner = make(token_type=token_type)
    same: Any = (["Das", "Haus"], ["Das", "Haus"])
    other: Any = (["Das", "Haus", "ist", "alt"], ["The", "car", "was", "red"])
    (links, sure), (_, unsure) = aligner.align_with_confidence([same, other])
    assert links == [(0, 0), (1, 1)]
    # The vectors of equal words of equal sentences are the same.
    assert sure == [1.0, 1.0]
    assert all(0.3 < of_link < 0.95 for of_link in unsure)


def test_a_link_of_several_subwords_has_the_highest_similarity(monkeypatch: pytest.MonkeyPatch) -> None:
    aligner = make()
    seen: list[list[float]] = []
    monkeypatch.setattr(aligner, "_link_confidence", lambda units: seen.append(units) or max(units))
    pairs: Any = [(["Übergrößenträger", "mit", "Geschenk"], ["Übergrößenträger", "mit", "gift"])]
    ((links, sure),) = aligner.align_with_confidence(pairs)
    assert [max(units) for units in seen] == sure
    assert len(seen) == len(links)
    assert max(map(len, seen)) > 1
    assert list(aligner.align(pairs)) == [links]
