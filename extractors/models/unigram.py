"""Cut words into pieces of a unigram vocabulary (Kudo 2018), as XLM-R's tokenizer does.

The library `tokenizers` takes 260 MB for these 250,000 pieces; here they are a dictionary.
"""

import unicodedata
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

SPACE = "\u2581"
"""Stands before a word in pieces."""
BEGIN, END, UNKNOWN = "<s>", "</s>", "<unk>"
PENALTY = 10.0
"""What an unknown character costs beyond the rarest piece."""


class UnigramPieces:
    """A vocabulary.

    Args:
        pieces: by number; BEGIN, END and UNKNOWN are among them.
        scores: (pieces,) log-probabilities.
    """

    def __init__(self, pieces: Sequence[str], scores: npt.NDArray[np.float32]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(pieces)}
        self.begin, self.end, self.unknown = (self._numbers.pop(name) for name in (BEGIN, END, UNKNOWN))
        self.space = self._numbers[SPACE]
        self._scores = scores.tolist()
        self._longest = max(map(len, pieces))
        self._of_unknown = min(self._scores) - PENALTY
        self._cut_words: dict[str, list[int]] = {}

    @classmethod
    def read(cls, path: Path, scores: npt.NDArray[np.float32]) -> "UnigramPieces":
        """Read a file with a piece a line. Raises OSError, ValueError, KeyError if it is not such a file."""
        pieces = path.read_text(encoding="utf-8").split("\n")[:-1]
        if len(pieces) != len(scores):
            raise ValueError(f"{path.name} has {len(pieces)} pieces, and there are {len(scores)} scores")
        return cls(pieces, scores)

    def __len__(self) -> int:
        return len(self._scores)

    def __call__(self, word: str) -> list[int]:
        """Cut a word into pieces, the first with SPACE before it; a word without a visible character has none."""
        pieces = self._cut_words.get(word)
        if pieces is None:
            pieces = self._cut_words[word] = [number for number, _ in self.cut(marked(word))]
        return pieces

    def encode(self, words: Sequence[str], special: bool) -> tuple[list[int], list[int | None]]:
        """Encode words as `aligners._subwords.Encode` says."""
        ids: list[int] = [self.begin] if special else []
        positions: list[int | None] = [None] if special else []
        for position, word in enumerate(words):
            pieces = self(word)
            ids += pieces
            positions += [position] * len(pieces)
        return ([*ids, self.end], [*positions, None]) if special else (ids, positions)

    def cut(self, text: str) -> list[tuple[int, int]]:
        """Cut a text without white space into its most probable pieces; return their numbers, and where each ends.

        Unknown characters in a row are one piece.
        """
        best, come = [0.0], [(0, self.unknown)]
        numbers, scores = self._numbers, self._scores
        for end in range(1, len(text) + 1):
            most, way = best[end - 1] + self._of_unknown, (end - 1, self.unknown)
            for start in range(max(0, end - self._longest), end):
                number = numbers.get(text[start:end])
                if number is not None and (sum_ := best[start] + scores[number]) > most:
                    most, way = sum_, (start, number)
            best.append(most)
            come.append(way)
        pieces: list[tuple[int, int]] = []
        end = len(text)
        while end:
            start, number = come[end]
            if not (pieces and number == pieces[-1][0] == self.unknown):
                pieces.append((number, end))
            end = start
        return pieces[::-1]


def marked(word: str) -> str:
    """Prepare a word for cutting: normalise it (NFKC), and put SPACE before it and in place of white space."""
    return "".join(SPACE + part.removeprefix(SPACE) for part in unicodedata.normalize("NFKC", word).split())
