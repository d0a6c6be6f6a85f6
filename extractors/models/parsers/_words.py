"""Surface tokens as the syntactic words that a parser reads, and where a sentence may begin.

A sentence may begin only after a mark that ends one: left to itself, a small model splits one line
of a hundred in the middle, and a particle is then no longer in its verb's sentence.
"""

from collections.abc import Sequence
from typing import NamedTuple

from extractors.models.tokenizers import Token

SENTENCE_ENDS = frozenset(".!?…:;。．！？।۔؟።։")
CLOSING = frozenset("\"'”“’‘»«›‹)]}")


class SyntacticWords(NamedTuple):
    """The n words of a segment.

    Attributes:
        forms: their forms.
        space_after: whether white space follows; not inside a surface token.
        may_begin: whether a sentence may begin at the word; never inside a surface token.
    """

    forms: list[str]
    space_after: list[bool]
    may_begin: list[bool]


def syntactic_words(surface: Sequence[Token]) -> SyntacticWords:
    """The words of a segment's surface tokens (`zum` is two, `zu` and `dem`)."""
    forms: list[str] = []
    space_after: list[bool] = []
    may_begin: list[bool] = []
    after_end = True
    for form, words, space in surface:
        forms += words
        may_begin.append(after_end)
        if len(words) > 1:
            inner = [False] * (len(words) - 1)
            space_after += inner
            may_begin += inner
        space_after.append(space)
        if form not in CLOSING:
            after_end = form[-1] in SENTENCE_ENDS
    return SyntacticWords(forms, space_after, may_begin)
