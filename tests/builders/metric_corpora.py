"""Random small corpora for the property tests: few words, so that many repeat and many match."""

from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

WORDS = ("a", "b", "the", "The", "cat", "Katze", "(cat)", "3,5", "U.S.", "don't", "猫", "カ", "x-y", "&amp;", ".", ",")


class Corpus(NamedTuple):
    """Hypotheses, references, and how often each segment counts in a sample of the segments."""

    hypotheses: list[str]
    references: list[list[str]]
    weights: list[int]

    def sample(self) -> tuple[list[str], list[list[str | None]]]:
        """The hypotheses and references of the sample, segments repeated as often as they count."""
        picks = [line for line, weight in enumerate(self.weights) for _ in range(weight)]
        references = for_sacrebleu(self.references)
        return [self.hypotheses[i] for i in picks], [[r[i] for i in picks] for r in references]

    def total(self, statistics: np.ndarray) -> np.ndarray:
        """The sum of the sample's rows."""
        return np.asarray(self.weights) @ statistics


def for_sacrebleu(references: list[list[str]]) -> list[list[str | None]]:
    """The references with None for those that are empty beside one with text."""
    lines = [
        [line if line.strip() or not any(map(str.strip, lines)) else None for line in lines]
        for lines in zip(*references, strict=True)
    ]
    return [list(reference) for reference in zip(*lines, strict=True)]


@st.composite
def corpora(draw: st.DrawFn, *, most_words: int = 9) -> Corpus:
    """One to four segments, one to three references, any of them empty."""
    segments = draw(st.integers(1, 4))
    sentences = st.lists(st.sampled_from(WORDS), max_size=most_words).map(" ".join)
    streams = st.lists(sentences, min_size=segments, max_size=segments)
    references = draw(st.lists(streams, min_size=1, max_size=3))
    hypotheses = draw(streams)
    if draw(st.booleans()):
        # Half of the corpora have a hypothesis that is right, so that long matches are common.
        hypotheses[0] = references[-1][0]
    weights = draw(st.lists(st.integers(0, 2), min_size=segments, max_size=segments).filter(any))
    return Corpus(hypotheses, references, weights)


# Corpora that scores are undefined on, or nearly: (hypotheses, references).
EDGES = {
    "all empty": ([""], [[""]]),
    "all empty, two references": (["", ""], [["", ""], ["", ""]]),
    "empty hypothesis": ([""], [["the cat sat"]]),
    "empty reference": (["the cat sat"], [[""]]),
    "one of two references empty": (["the cat sat down"], [[""], ["the cat sat up"]]),
    "a reference missing": (["the cat sat down", "a b c"], [["", "a b d"], ["the cat sat up", "  "], ["x", "a c"]]),
    "white space only": ([" \t"], [["  "]]),
    "no match": (["x y z w v"], [["a b c d e"]]),
    "no match of two words": (["a x b y c"], [["a b c d e"]]),
    "shorter than an n-gram": (["a b"], [["a b"]]),
    "one character": (["a"], [["a"]]),
    "right": (["the cat sat on the mat ."], [["the cat sat on the mat ."]]),
    "long against short": (["a b c d e f g h i j"], [["a"]]),
    "short against long": (["a"], [["a b c d e f g h i j"]]),
    "odd spaces": (["a\u00a0b\u2028c \x1d d"], [["a b c d"]]),
}
