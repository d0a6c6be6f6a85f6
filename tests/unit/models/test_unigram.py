import random
from typing import Any

import numpy as np
import pytest

from extractors.models.unigram import UnigramPieces

PIECES = ["<s>", "<pad>", "</s>", "<unk>", "\u2581", "\u2581the", "\u2581un", *"sethun", "ts", "1", "\u30ab"]
SCORES = np.array([0, 0, 0, 0, -2, -3, -4, -3, -2.5, -3, -4, -4.5, -3.1, -3.2, -5, -6], np.float32)
WORDS = ["the", "thes", "unset", "tents", *"x\u2460\uff76\u2581", "xx", "thex", "u n", "", "n\u0301", "\U0001f600s"]


@pytest.fixture(scope="module")
def pieces() -> UnigramPieces:
    return UnigramPieces(PIECES, SCORES)


def library() -> Any:
    tokenizers = pytest.importorskip("tokenizers")
    made = tokenizers.Tokenizer(tokenizers.models.Unigram(list(zip(PIECES, SCORES.tolist(), strict=True)), unk_id=3))
    made.normalizer = tokenizers.normalizers.NFKC()
    made.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(replacement="\u2581", prepend_scheme="always")
    return made


def test_words_are_cut_as_the_library_cuts_them(pieces: UnigramPieces) -> None:
    theirs, draw = library(), random.Random(1)
    words = [*WORDS, *("".join(draw.choices("thesunx1", k=draw.randint(1, 12))) for _ in range(200))]
    for word in words:
        expected = theirs.encode([word], is_pretokenized=True, add_special_tokens=False).ids if word else []
        assert pieces(word) == expected, word


def test_special_pieces_surround_a_segment_and_are_of_no_word(pieces: UnigramPieces) -> None:
    assert pieces.encode(["the", "the"], True) == ([0, 5, 5, 2], [None, 0, 1, None])
    assert pieces.encode(["the", "thes"], False) == ([5, 5, 7], [0, 1, 1])
    assert pieces("<s>") == [4, 3, 7, 3]
