"""Lemmas as rules on forms, so that a classifier can give the lemma of a word it has never seen.

A rule replaces the beginning and the end of the form, and keeps or changes its capitals:
`ange>an|>` makes `angekommen` into `ankommen`. A lemma that shares nothing with its form is a rule
of its own, `=be`. Words that the treebanks have, and always with the same lemma, go by a lexicon, and others by a
dictionary if the parser has one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from functools import lru_cache

from extractors.models.parsers._multilingual.labels import NONE

LOWER, KEEP, CAPITAL, UPPER = "l", "k", "c", "u"
SEPARATORS = frozenset(">|")

Dictionary = Callable[[str, str], str | None]
"""The lemma of a form and its part of speech; None for words that it does not know."""


@lru_cache(maxsize=200_000)
def rule(form: str, lemma: str) -> str:
    """Return the rule that turns `form` into `lemma`; `apply(rule(f, l), f) == l` always."""
    lower, target = form.lower(), lemma.lower()
    start, target_start, size = SequenceMatcher(None, lower, target, autojunk=False).find_longest_match()
    # A rule could not be read back if its parts held a separator.
    if size == 0 or not SEPARATORS.isdisjoint(form + lemma):
        return f"={lemma}"
    head, tail = lower[:start], lower[start + size :]
    new_head, new_tail = target[:target_start], target[target_start + size :]
    for case in (KEEP, LOWER, CAPITAL, UPPER):
        candidate = f"{case}{head}>{new_head}|{tail}>{new_tail}"
        if apply(candidate, form) == lemma:
            return candidate
    return f"={lemma}"


@lru_cache(maxsize=200_000)
def apply(rule: str, form: str) -> str:
    """Apply a rule to a form; return its lemma, or the form itself where the rule does not fit."""
    if rule.startswith("="):
        return rule[1:]
    case, edits = rule[:1], rule[1:]
    beginning, _, end = edits.partition("|")
    head, _, new_head = beginning.partition(">")
    tail, _, new_tail = end.partition(">")
    lower = form.lower()
    # `İ` in lower case is two characters, so that positions in the form do not fit.
    if len(lower) != len(form) or len(lower) < len(head) + len(tail):
        return form
    if not (lower.startswith(head) and lower.endswith(tail)):
        return form
    kept = form[len(head) : len(form) - len(tail)]
    lemma = new_head + kept + new_tail
    if case == LOWER:
        return lemma.lower()
    if case == CAPITAL:
        return lemma[:1].upper() + lemma[1:].lower()
    if case == UPPER:
        return lemma.upper()
    return lemma


def no_dictionary(form: str, upos: str) -> None:
    """Return None: this dictionary knows no word."""


def lexicon(words: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """Map each `form/UPOS` that always has the same lemma to it.

    Args:
        words: (form, UPOS, lemma) of each word of the treebanks; forms are looked up as they stand. A word whose lemma
            is `_` is left out, but for the form `_`: treebanks write so what they do not know.
    """
    lemmas: dict[str, Counter[str]] = {}
    for form, upos, lemma in words:
        if lemma != NONE or form == NONE:
            lemmas.setdefault(f"{form}/{upos}", Counter())[lemma] += 1
    return {word: next(iter(counts)) for word, counts in lemmas.items() if len(counts) == 1}


def lemma(form: str, upos: str, rule: str, lexicon: Mapping[str, str], dictionary: Dictionary = no_dictionary) -> str:
    """Return the lemma of a word from the first that knows it: lexicon, dictionary or rule; `_` without a rule."""
    if rule == NONE:
        return NONE
    listed = lexicon.get(f"{form}/{upos}")
    if listed is None and form[:1].isupper() and upos != "PROPN":
        # The first word of a sentence.
        listed = lexicon.get(f"{form[:1].lower()}{form[1:]}/{upos}")
    if listed is None:
        listed = dictionary(form, upos)
    return apply(rule, form) if listed is None else listed
