"""How good an aligner's links are beside gold ones.

Source: Och and Ney (2003), A Systematic Comparison of Various Statistical Alignment Models, Computational
Linguistics 29(1). Gold links are sure or possible, every sure one is possible too. Of links A, sure
ones S and possible ones P, summed over all pairs:

    precision  |A & P| / |A|
    recall     |A & S| / |S|
    AER        1 - (|A & S| + |A & P|) / (|A| + |S|)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractors.aligners import Aligner, Links
from extractors.core import jsonfile
from extractors.core.errors import InputError

REMEDY = "give a list of objects with the tokens by language, `sure` and `possible`, each a list of [0, 0] pairs"


@dataclass(frozen=True, slots=True)
class GoldPair:
    """A pair of segments with its gold links, 0-based (source token, target token)."""

    source: list[str]
    target: list[str]
    sure: frozenset[tuple[int, int]]
    possible: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Scores:
    """Between 0 and 1; NaN where there is nothing to divide by."""

    precision: float
    recall: float
    aer: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def __str__(self) -> str:
        named = {"precision": self.precision, "recall": self.recall, "F1": self.f1, "AER": self.aer}
        return ", ".join(f"{name} {100 * value:.1f}" for name, value in named.items())


def read_gold(path: str | Path, *, source_language: str, target_language: str) -> list[GoldPair]:
    """Gold links in JSON: a list of objects with `sure`, `possible` and tokens under two language codes.

    A link is [i, j], with i a position in the tokens that come first in the object. Where that is the
    target language the links are turned round.

    Raises:
        InputError: the file is not of this format or not of these languages; the number is the entry's.
    """
    entries = jsonfile.load(path).data
    if not isinstance(entries, list) or not entries:
        raise InputError("is not a list of pairs", path=path, remedy=REMEDY)
    try:
        return [_pair(entry, source_language, target_language) for entry in entries]
    except (LookupError, ArithmeticError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"has an entry that cannot be read: {error}", path=path, remedy=REMEDY) from None
    except InputError as error:
        raise InputError(error.problem, path=path, remedy=error.remedy) from None


def _pair(entry: dict[str, Any], source_language: str, target_language: str) -> GoldPair:
    languages = [name for name in entry if name in (source_language, target_language)]
    if sorted(languages) != sorted((source_language, target_language)):
        raise InputError(
            f"the pair {entry.get('id', '')!r} has no tokens of {source_language} and {target_language}", remedy=REMEDY
        )
    turned = languages[0] != source_language
    source, target = ([str(token) for token in entry[name]] for name in (source_language, target_language))

    def links(name: str) -> frozenset[tuple[int, int]]:
        pairs = frozenset((int(j), int(i)) if turned else (int(i), int(j)) for i, j in entry[name])
        if any(not (0 <= i < len(source) and 0 <= j < len(target)) for i, j in pairs):
            raise InputError(
                f"the pair {entry.get('id', '')!r} has links to tokens that it does not have",
                remedy="links count from 0, first the tokens that come first in the object",
            )
        return pairs

    sure = links("sure")
    return GoldPair(source, target, sure, sure | links("possible"))


def score(alignments: Iterable[Links], gold: Sequence[GoldPair]) -> Scores:
    """The scores of the links of each gold pair, over all pairs together."""
    count = sure = possible = right = allowed = 0
    for links, pair in zip(alignments, gold, strict=True):
        unique = set(links)
        count += len(unique)
        sure += len(pair.sure)
        possible += len(pair.possible)
        right += len(unique & pair.sure)
        allowed += len(unique & pair.possible)
    nothing = float("nan")
    return Scores(
        precision=allowed / count if count else nothing,
        recall=right / sure if sure else nothing,
        aer=1 - (right + allowed) / (count + sure) if count + sure else nothing,
    )


def measure(aligner: Aligner, gold: Sequence[GoldPair]) -> Scores:
    """The scores of an aligner on gold pairs, cut into tokens as they are there."""
    return score(aligner.align([(pair.source, pair.target) for pair in gold]), gold)


class Sentences:
    """The sentences of gold pairs, to keep them out of what an aligner learns from.

    Case and white space do not count, since gold links come tokenised and often lowercased.
    """

    def __init__(self, gold: Iterable[GoldPair]) -> None:
        pairs = list(gold)
        self._source = {_bare("".join(pair.source)) for pair in pairs}
        self._target = {_bare("".join(pair.target)) for pair in pairs}

    def has(self, source: str, target: str) -> bool:
        """Whether either side is one of the sentences."""
        return _bare(source) in self._source or _bare(target) in self._target


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()
