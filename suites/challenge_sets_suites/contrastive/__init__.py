"""Makers of contrastive pairs: a right translation in, the same with one error out. One kind of error a file.

The kinds, and their names, are those of LingEval97 (Sennrich, EACL 2017), with `clause_omission` of DistilLingEval
(Vamvas and Sennrich, BlackboxNLP 2021) and `subordinate_omission` of our own. pair_kinds.yaml has the kinds of each
language, without those that it has no use for: English articles have no gender, its perfect has one
auxiliary, no pronoun of it means `she` with one number of the verb and `they` with the other, and its compounds of
three parts are several words.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from challenge_sets_suites.contrastive._resources import Resources
from challenge_sets_suites.contrastive._texts import TargetText, target_texts

__all__ = ["Candidate", "ErrorMaker", "Resources", "TargetText", "target_texts"]


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
        category: the group of kinds that it belongs to.
    """

    category: str

    def __init__(self, *, language: str) -> None:
        self.language = language

    @abstractmethod
    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        """Yield the errors that can be made in a right translation."""
