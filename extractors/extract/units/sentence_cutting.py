"""Cut a segment into units: its sentences, joined where one of its translations cannot be cut between them.

Every text of a segment has the same units, so that references and outputs compare unit by unit. So one text that
cannot be cut at an end keeps the two sentences together in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from extractors.core.arrays import Bool, Float64, Int64
from extractors.models.tokenizers import Token

ENDS = frozenset(".!?…:;。！？｡．；：؟۔।॥։።")
"""A token that ends in one of these may end a sentence."""
CLOSING = frozenset("\"'”’»›«‹)]}）】」』＂“‘")
"""What may stand between the end and the next sentence. Languages open and close with the same signs."""
WITHOUT_SPACES = frozenset("。！？｡．；：")
"""Ends that no white space follows."""
OPENING = frozenset("\"'“‘„‚«‹»›([{（【「『¿¡-–—•*#@")


def sentence_starts(tokens: Sequence[Token]) -> list[int]:
    """Find the tokens that may begin a sentence, and return their indices, ascending; the first token is one.

    A token may if one before it ends in a sign of `ENDS`, with at most closing quotes or brackets between the two,
    and if white space, or a sign that needs none, comes before it. In a script with capitals it must not begin
    with a small letter.
    """
    starts = [0] if tokens else []
    ended = False
    for i, token in enumerate(tokens[:-1]):
        form = token.form
        bare = form.rstrip("".join(CLOSING))
        if bare:
            ended = bare[-1] in ENDS
        # A closing sign alone goes on with what the token before it said.
        if ended and (token.space_after or (bare or form)[-1] in WITHOUT_SPACES) and _may_begin(tokens[i + 1].form):
            starts.append(i + 1)
    return starts


def _may_begin(form: str) -> bool:
    return not form.lstrip("".join(OPENING))[:1].islower()


SURE = 0.9
"""How probable an end must be for a text to be cut there. benchmarks/sentence_units.py measures what this finds."""


@dataclass(frozen=True)
class Ends:
    """Where a translation can be cut.

    Attributes:
        sure: (m - 1,) whether it can be cut at the end of each source sentence but the last.
        piece: (m - 1,) the piece that the next sentence's translation begins with; n where nothing is left.
    """

    sure: Bool
    piece: Int64

    @classmethod
    def of(cls, probabilities: Float64, *, may_be_empty: bool) -> Ends:
        """Find where a translation of n pieces can be cut at the ends of m sentences.

        Args:
            probabilities: (m + 1, n + 1) from `sentence_matching.end_probabilities`.
            may_be_empty: a unit may have no text, as where a system left a sentence out; not in a reference.
        """
        inside = probabilities[1:-1]
        piece = inside.argmax(axis=1) if inside.size else np.zeros(len(inside), dtype=np.int64)
        sure = inside.max(axis=1, initial=0.0) >= SURE
        ends = cls(sure, piece.astype(np.int64))
        return ends if may_be_empty else ends._without_empty(probabilities.shape[1] - 1)

    def _without_empty(self, pieces: int) -> Ends:
        """Drop the ends that would leave a unit without a piece."""
        sure, before = self.sure.copy(), 0
        for i in np.flatnonzero(sure):
            if before < self.piece[i] < pieces:
                before = self.piece[i]
            else:
                sure[i] = False
        return Ends(sure, self.piece)


def common(ends: Sequence[Ends], sentences: int) -> list[int]:
    """Return the numbers of the sentences that begin a unit in all texts, 0 among them.

    Args:
        ends: the ends of each text; none for a source alone, which can be cut anywhere.
    """
    sure = np.ones(max(sentences - 1, 0), dtype=np.bool_)
    for text_ends in ends:
        sure &= text_ends.sure
    return [0, *(int(i) + 1 for i in np.flatnonzero(sure))]


def blocked_alone(ends: Sequence[Ends]) -> list[int]:
    """Count the sentence ends that each text alone keeps from being cut."""
    if not ends:
        return []
    missing = np.array([~text_ends.sure for text_ends in ends])
    alone: list[int] = (missing & (missing.sum(axis=0) == 1)).sum(axis=1).tolist()
    return alone


def parts(text: str, starts: Sequence[int]) -> list[str]:
    """Cut a text where its units begin, and strip the white space at the cuts.

    Args:
        starts: ascending, the first one 0; two may be the same, and then a part is empty.
    """
    ends = [*starts[1:], len(text)]
    return [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]
