"""Gold links while an aligner is trained: kept out of what it learns from, and what it is measured on."""

from collections.abc import Iterable, Sequence

from extractors.lab.alignment_quality.gold_links import GoldPair
from extractors.lab.alignment_quality.link_scores import LinkScores, score
from extractors.models.aligners import Aligner


def measure(aligner: Aligner, gold: Sequence[GoldPair]) -> LinkScores:
    """The scores of an aligner on gold pairs, cut into tokens as they are there."""
    return score(aligner.align([(pair.source, pair.target) for pair in gold]), gold)


class GoldSentences:
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
