"""The phrases of a tree whose words agree, and what speaks for their case, number and gender.

Evidence comes in parts that come again in other phrases: each word with the determiner of its phrase, and the place of
the phrase. A part is hashed into rows of a table of weights, as the pieces of words are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

Part = tuple[str, ...]
"""A part of the evidence: its kind, `word` or `place`, and the values of that kind."""

ENDINGS = (1, 2, 3, 4, 5)
OPEN = frozenset({"NOUN", "PROPN", "ADJ"})
"""Parts of speech whose endings say more beside the determiner: `ein altes`, `das alte`."""
CLOSED = frozenset({"DET", "PRON"})
"""Parts of speech that a determiner may be of."""
ARGUMENTS = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl:arg", "expl"})
CHAIN = 6
"""The longest chain of conjuncts, or of words in a phrase, that is followed."""


class Tree(NamedTuple):
    """The n words of a segment: strings, and heads, 1-based, 0 for a root."""

    forms: Sequence[str]
    lemmas: Sequence[str]
    upos: Sequence[str]
    heads: Sequence[int]
    deprel: Sequence[str]

    def below(self) -> Below:
        """What hangs on each word."""
        n = len(self.heads)
        below = Below([""] * n, [""] * n, [""] * n)
        for form, head, relation in zip(self.forms, self.heads, self.deprel, strict=True):
            if not head:
                continue
            if relation == "case":
                below.adposition[head - 1] = below.adposition[head - 1] or form.lower()
            elif relation == "cop":
                below.copula[head - 1] = "cop"
            elif relation in ARGUMENTS:
                others = below.arguments[head - 1]
                below.arguments[head - 1] = ".".join(sorted([*others.split("."), relation])) if others else relation
        return below


class Below(NamedTuple):
    """What hangs on each of the n words of a segment; an empty string if there is none.

    Attributes:
        adposition: the form of its first adposition, in lower case.
        copula: `cop`.
        arguments: the relations of its arguments, sorted, with dots between.
    """

    adposition: list[str]
    copula: list[str]
    arguments: list[str]


class Phrase(NamedTuple):
    """A word and those that agree with it, 0-based; `words` has the head, too."""

    head: int
    words: list[int]


def phrases(tree: Tree, declined: Sequence[object], relations: frozenset[str]) -> list[Phrase]:
    """The phrases of the words that have a case.

    Args:
        declined: (n,) true for those that do.
        relations: those that bind a word to its head.
    """
    found: dict[int, list[int]] = {}
    for word in range(len(tree.forms)):
        if not declined[word]:
            continue
        head = word
        for _ in range(CHAIN):
            above = tree.heads[head] - 1
            if above < 0 or tree.deprel[head] not in relations or not declined[above]:
                break
            head = above
        found.setdefault(head, []).append(word)
    return [Phrase(head, words) for head, words in found.items()]


def evidence(phrase: Phrase, tree: Tree, below: Below) -> list[Part]:
    """What speaks for a bundle of values: each of the words, and the place of the phrase."""
    forms, upos = tree.forms, tree.upos
    determiner = ""
    for word in phrase.words:
        if upos[word] in CLOSED and word != phrase.head:
            determiner = forms[word].lower()
            break
    parts: list[Part] = [
        ("word", "head" if word == phrase.head else "word", upos[word], forms[word].lower(), determiner)
        for word in phrase.words
    ]
    parts.append(("place", determiner, *_place(phrase.head, tree, below)))
    return parts


def _place(head: int, tree: Tree, below: Below) -> tuple[str, ...]:
    """The place of a phrase; a conjunct has that of the first conjunct."""
    first = head
    for _ in range(CHAIN):
        if tree.deprel[first] != "conj" or not tree.heads[first]:
            break
        first = tree.heads[first] - 1
    adposition = below.adposition[head] or below.adposition[first]
    conjunct = "conj" if first != head else ""
    above = tree.heads[first] - 1
    if above < 0:
        return conjunct, tree.deprel[first], adposition, below.copula[head]
    return (
        conjunct,
        tree.deprel[first],
        adposition,
        below.copula[head],
        tree.upos[above],
        tree.lemmas[above].lower(),
        "before" if above > first else "after",
        below.arguments[above],
        tree.deprel[above],
        below.adposition[above],
        below.copula[above],
    )


def rows(part: Part, size: int) -> list[int]:
    """The rows of a table of `size` for a part of the evidence."""
    kind, *values = part
    texts = _of_word(*values) if kind == "word" else _of_place(*values)
    return [crc32(text.encode()) % size for text in texts]


def _of_word(role: str, upos: str, form: str, determiner: str) -> Iterator[str]:
    yield f"{role} {upos} ={form}"
    for n in ENDINGS:
        if len(form) > n:
            yield f"{role} {upos} -{form[-n:]}"
    if upos in OPEN:
        for n in ENDINGS[:3]:
            yield f"{role} {upos} {determiner} -{form[-n:]}"


def _of_place(
    determiner: str, conjunct: str, relation: str, adposition: str, has_copula: str, *governor: str
) -> Iterator[str]:
    yield f"relation {conjunct} {relation}"
    yield f"relation {conjunct} {relation} {adposition}"
    yield f"adposition {adposition}"
    yield f"determiner {relation} {determiner}"
    yield f"determiner {relation} {adposition} {determiner}"
    if has_copula:
        yield "has copula"
    if not governor:
        return
    upos, lemma, side, arguments, above, outer, copula = governor
    yield f"governor {relation} {upos} {adposition}"
    yield f"lemma {relation} {lemma} {adposition}"
    yield f"side {relation} {side} {adposition}"
    yield f"arguments {relation} {adposition} {arguments}"
    if not adposition:
        yield f"above {relation} {above} {outer}"
    if copula:
        yield f"copula {relation}"
