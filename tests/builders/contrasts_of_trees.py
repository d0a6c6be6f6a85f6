"""Errors made in trees that are written by hand."""

import re
from collections.abc import Sequence

from challenge_sets_suites.contrastive import Candidate, Resources, TargetText
from challenge_sets_suites.contrastive._texts import target_texts
from challenge_sets_suites.pair_kinds import create_makers
from tests.builders.trees import treebank


def text_of(sentence: str) -> str:
    """The text of a tree: its forms with blanks between, but none before signs."""
    forms = " ".join(line.split()[0] for line in sentence.strip().splitlines())
    return re.sub(r" ([.,?!])", r"\1", forms)


def target(sentence: str, *, text: str | None = None, source: str = "", language: str = "en") -> TargetText:
    """A tree as a translation of a source text in `language`."""
    texts = [text if text is not None else text_of(sentence)]
    return next(iter(target_texts(treebank(sentence), texts, [source], language)))


def resources(*sentences: str) -> Resources:
    """What trees teach."""
    learned = Resources()
    if sentences:
        learned.add_treebank(treebank(*sentences))
    return learned


def candidates(kind: str, language: str, text: TargetText, learned: Resources) -> list[Candidate]:
    """All that a kind makes of a text."""
    return list(create_makers(language, [kind])[kind].make(text, learned))


def made(kind: str, language: str, sentence: str, corpus: Sequence[str] = (), *, source: str = "") -> list[str]:
    """The texts with an error that a kind makes of a tree, which is itself part of the corpus."""
    found = candidates(kind, language, target(sentence, source=source), resources(sentence, *corpus))
    return [text for candidate in found for text in candidate.contrastive]
