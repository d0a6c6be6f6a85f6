"""What backends share: surface tokens as the words that a parser reads, and sentences from a library's output."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from extractors.formats.treebank import MultiwordToken, Sentence, Word
from extractors.models.tokenizers import Token

SENTENCE_ENDS = frozenset(".!?…:;。．！？।۔؟።։")
CLOSING = frozenset("\"'”“’‘»«›‹)]}")
"""A sentence may begin only after a mark that ends one, and what closes after it: left to itself, a small model splits
one line of a hundred in the middle, and a particle is then no longer in its verb's sentence."""


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
    """Collect the words of a segment's surface tokens (`zum` is two, `zu` and `dem`)."""
    forms: list[str] = []
    space_after: list[bool] = []
    may_begin: list[bool] = []
    after_end = True
    for form, words, space in surface:
        inner = [False] * (len(words) - 1)
        forms += words
        space_after += [*inner, space]
        may_begin += [after_end, *inner]
        if form not in CLOSING:
            after_end = form[-1] in SENTENCE_ENDS
    return SyntacticWords(forms, space_after, may_begin)


def build(tokens: Sequence[Token], rows: Sequence[Word]) -> Sentence:
    """Build a sentence from its surface tokens and what a library says of their words, one or more.

    An empty string, or None, is a value that the library does not give; where white space follows, the tokens say.
    A sentence has one root and only it is called so. Where a parser gives more than one, the later
    ones are hung on the first as `parataxis`, UD's relation for clauses side by side.

    Raises:
        ValueError: no word is a root.
    """
    multiword, space_after = spaced(tokens)
    _, *strings, heads, relations, _, confidence = zip(*rows, strict=True)
    columns = ([value or "_" for value in column] for column in (forms_of(tokens, rows), *strings))
    head, deprel = _with_one_root(heads, relations)
    # In the order of the fields of Word.
    words = tuple(map(Word._make, zip(*columns, head, deprel, space_after, confidence, strict=True)))
    return Sentence(words, text_of(tokens), tuple(multiword))


def forms_of(tokens: Iterable[Token], rows: Iterable[Word]) -> list[str]:
    """Return the form of each word, as the text has it where the word is a token by itself."""
    word_tokens = (token for token in tokens for _ in token.words)
    return [token.form if len(token.words) == 1 else row.form for token, row in zip(word_tokens, rows, strict=True)]


def spaced(tokens: Iterable[Token]) -> tuple[list[MultiwordToken], list[bool]]:
    """Return the tokens of several words, and for each word whether white space follows (True inside a token)."""
    multiword: list[MultiwordToken] = []
    space_after: list[bool] = []
    for token in tokens:
        count = len(token.words)
        if count == 1:
            space_after.append(token.space_after)
            continue
        last = len(space_after) + count
        multiword.append(MultiwordToken(len(space_after) + 1, last, token.form, token.space_after))
        space_after += [True] * count
    return multiword, space_after


def _with_one_root(head: Sequence[int], deprel: Sequence[str]) -> tuple[list[int], list[str]]:
    """Keep the first root alone; hang later roots on it as `parataxis`, and call no other word `root`."""
    root = head.index(0)
    heads = [above or root + 1 for above in head]
    relations = [
        "parataxis" if not above else "dep" if relation in {"root", ""} else relation
        for above, relation in zip(head, deprel, strict=True)
    ]
    heads[root], relations[root] = 0, "root"
    return heads, relations


def text_of(tokens: Iterable[Token]) -> str:
    """Return the text that surface tokens cover, each run of white space written as one space."""
    return "".join(f"{form} " if space_after else form for form, _, space_after in tokens).rstrip(" ")
