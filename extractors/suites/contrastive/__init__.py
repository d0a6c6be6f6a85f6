"""Makers of contrastive pairs: a right translation in, the same with one error out. One kind of error a file.

The kinds, and their names, are those of LingEval97 (Sennrich, EACL 2017), with `clause_omission` of DistilLingEval
(Vamvas and Sennrich, BlackboxNLP 2021) and `subordinate_omission` of our own. A kind that a language has no use for is
absent for it: English articles have no gender, its perfect has one auxiliary, no pronoun of it means `she` with one
number of the verb and `they` with the other, and its compounds of three parts are several words.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from extractors.core import registry
from extractors.core.errors import InputError, unknown
from extractors.suites.contrastive._resources import Resources
from extractors.suites.contrastive._texts import TargetText

__all__ = ["Candidate", "ErrorMaker", "Resources", "TargetText", "create_makers", "kinds"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A translation with one error.

    Attributes:
        contrastive: the text with the error; where several words do as well, a text for each, of which one is drawn.
        words: the words that the error is about; the frequency of a pair is that of the rarest in the training data.
            Empty for an error that is about function words alone.
        distance: surface tokens from one of the two words of the error to the other, 1 if they are neighbours; None
            for an error of a single word.
    """

    contrastive: tuple[str, ...]
    words: tuple[str, ...] = ()
    distance: int | None = None


class ErrorMaker(ABC):
    """Makes errors of one kind.

    Attributes:
        languages: codes of the target languages that it serves.
        category: the group of kinds that it belongs to.
    """

    languages: ClassVar[tuple[str, ...]]
    category: str

    def __init__(self, *, language: str) -> None:
        """For texts in one target language."""
        if language not in self.languages:
            kind = type(self).__module__.rpartition(".")[2]
            raise InputError(
                f"no pairs of the kind {kind!r} are made in {language!r}",
                remedy=f"name other kinds; those for {language!r}: {', '.join(kinds(language)) or 'none'}",
            )
        self.language = language

    @abstractmethod
    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        """The errors that can be made in a right translation."""


def kinds(language: str) -> list[str]:
    """The kinds that are made in a target language, sorted."""
    package = sys.modules[__name__]
    names = registry.names(package)
    return [name for name in names if language in registry.load(package, ErrorMaker, name).languages]


def create_makers(language: str, names: list[str] | None = None) -> dict[str, ErrorMaker]:
    """The makers of some kinds (all of the language if none are named), by kind."""
    chosen = kinds(language) if names is None else names
    if not chosen:
        raise InputError(f"no contrastive pairs are made in {language!r}", remedy="give a target text in de or en")
    package = sys.modules[__name__]
    known = registry.names(package)
    for name in chosen:
        if name not in known:
            raise unknown("kind of error", name, known)
    return {name: registry.create(package, ErrorMaker, name, {"language": language}) for name in chosen}
