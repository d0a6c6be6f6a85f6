"""Our encoder with NumPy beside the same one in transformers; folders of strangers execute nothing."""

import json
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.special

from extractors.core.errors import InputError
from extractors.models.aligners._bert import BertEncoder
from extractors.models.aligners._transformer import TransformerEncoder
from extractors.models.aligners.simalign import load_encoder
from extractors.models.bert import AT_ONCE, _twice_gelu
from extractors.models.our_encoders import FORMAT
from tests.builders.damage import Bomb
from tests.builders.encoders import LIMIT, SPOILT, make_pairs, save_bert


def ours(folder: Path, layer: int | None = None, *, batch_size: int = 200, device: str = "cpu") -> Any:
    return load_encoder(str(folder), layer=layer, device=device, batch_size=batch_size, download=False)


def theirs(folder: Path, layer: int | None = None) -> TransformerEncoder:
    return TransformerEncoder(str(folder), folder, layer=layer, device="cpu", batch_size=200, download=False)


def mark(folder: Path, **changes: Any) -> Path:
    """As `challenge-sets lab train-aligner` marks it."""
    config = json.loads((folder / "config.json").read_text()) | {"format": FORMAT} | changes
    (folder / "config.json").write_text(json.dumps(config))
    return folder


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mark(save_bert(tmp_path_factory.mktemp("bert") / "bert"))


@pytest.fixture
def model(bert: Path, tmp_path: Path) -> Path:
    """An encoder, to be tampered with."""
    return Path(shutil.copytree(bert, tmp_path / "bert"))


@pytest.fixture(scope="module")
def segments(bert: Path) -> list[list[int]]:
    words = [side for pair in make_pairs(30, longest=12, seed=3) for side in pair]
    return [segment.ids for segment in ours(bert).subwords([*words, []])]


@pytest.mark.parametrize("layer", [0, 1, 2, 3])
def test_vectors_are_those_of_transformers(bert: Path, segments: list[list[int]], layer: int) -> None:
    found, expected = ours(bert, layer).embed(segments), theirs(bert, layer).embed(segments)
    assert isinstance(ours(bert, layer), BertEncoder)
    for a, b in zip(found, expected, strict=True):
        assert a.dtype == np.float32
        np.testing.assert_allclose(a, b, atol=1e-5)


def test_vectors_depend_little_on_the_batch_and_its_order(bert: Path, segments: list[list[int]]) -> None:
    encoder = ours(bert)
    together = encoder.embed_together(segments)
    for vectors, ids in zip(together, segments, strict=True):
        np.testing.assert_allclose(vectors, encoder.embed_together([ids])[0], atol=1e-5)
    for a, b in zip(together, encoder.embed_together(segments[::-1])[::-1], strict=True):
        np.testing.assert_allclose(a, b, atol=1e-5)


def test_words_are_cut_as_transformers_cuts_them(bert: Path) -> None:
    texts = [
        [*side, "Cafe\u0301s", "[CLS]", "\u200b", "", "不知道"]
        for pair in make_pairs(20, longest=9, seed=8)
        for side in pair
    ]
    a, b = ours(bert).subwords, theirs(bert).subwords
    for found, expected in zip(a(texts), b(texts), strict=True):
        assert found.ids == expected.ids
        assert found.words.tolist() == expected.words.tolist()
    assert (a.prefix, a.suffix) == (b.prefix, b.suffix)


def test_limit_layer_and_version_are_those_of_transformers(bert: Path) -> None:
    a, b = ours(bert), theirs(bert)
    assert (a.limit, a.layer, a.name, a.version, a.device) == (b.limit, b.layer, b.name, b.version, b.device)
    assert a.limit == LIMIT - 2


def test_gelu_is_as_near_as_single_precision() -> None:
    x = np.linspace(-12, 12, AT_ONCE + 1001).astype(np.float32)
    exact = 2 * x.astype(np.float64) * scipy.special.ndtr(x.astype(np.float64))
    assert np.abs(_twice_gelu(x.copy()) - exact).max() < 2e-6
    far = np.array([[-1e30, -1e4, 0, 1e4, 1e30]], dtype=np.float32)
    assert np.array_equal(_twice_gelu(far.copy())[0], [0, 0, 0, 2e4, np.float32(2e30)])


def test_another_encoder_is_left_to_transformers(model: Path) -> None:
    mark(model, format="another")
    assert isinstance(ours(model), TransformerEncoder)


def test_what_fills_up_or_cuts_off_in_a_tokenizer_is_not_obeyed(bert: Path, model: Path) -> None:
    settings = json.loads((model / "tokenizer.json").read_text())
    settings["truncation"] = {"direction": "Right", "max_length": 3, "strategy": "LongestFirst", "stride": 0}
    (model / "tokenizer.json").write_text(json.dumps(settings))
    words = [["das", "Haus", "ist", "nicht", "alt"]]
    assert ours(model).subwords(words)[0].ids == ours(bert).subwords(words)[0].ids


def test_a_pickle_in_place_of_the_weights_is_not_read(model: Path, tmp_path: Path) -> None:
    for name in ("model.safetensors", "pytorch_model.bin"):
        (model / name).write_bytes(pickle.dumps(Bomb(tmp_path / "run")))
    with pytest.raises(InputError, match=r"cannot be (loaded|read)"):
        ours(model)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("name", "change"), [*SPOILT, ("model.safetensors", Path.unlink), ("tokenizer.json", Path.unlink)]
)
def test_cut_and_foreign_files_are_a_clear_error(model: Path, name: str, change: Callable[[Path], Any]) -> None:
    change(model / name)
    with pytest.raises(InputError, match=r"cannot be (loaded|read)") as caught:
        ours(model)
    assert caught.value.remedy


@pytest.mark.parametrize(
    "changes",
    [
        {"hidden_size": 64},
        {"num_hidden_layers": 4},
        {"num_attention_heads": 5},
        {"num_attention_heads": 0},
        {"hidden_act": "relu"},
        {"vocab_size": 10},
        {"max_position_embeddings": 10**12},
        {"layer_norm_eps": "much"},
        {"intermediate_size": None},
    ],
)
def test_a_config_that_does_not_fit_is_a_clear_error(model: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"cannot be (loaded|read)"):
        ours(mark(model, **changes))


def test_more_subwords_than_the_network_has_are_refused(model: Path) -> None:
    settings = json.loads((model / "tokenizer.json").read_text())
    settings["model"]["vocab"]["another"] = len(settings["model"]["vocab"])
    (model / "tokenizer.json").write_text(json.dumps(settings))
    with pytest.raises(InputError, match=r"tokenizer\.json has 2\d\d subwords, the network"):
        ours(model)
