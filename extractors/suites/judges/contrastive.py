"""Contrastive pairs: right only if the reference has a strictly better score than the translation with an error.

Sennrich (EACL 2017), section 3. Ties are wrong, as in LingEval97's own program.
"""

from collections.abc import Sequence
from typing import ClassVar

from extractors.core.errors import InputError
from extractors.formats.contrastive import rest_of, scored_sentences
from extractors.formats.items import Item
from extractors.formats.judgments import RIGHT, UNDECIDED, WRONG, Verdict
from extractors.suites.judges import ScoreJudge


class Contrastive(ScoreJudge):
    """Compares the score of each error with that of its reference.

    Args:
        maximize: a higher score is better (probabilities). By default a lower one is, as of costs and of negative log
            probabilities.
    """

    needs: ClassVar[tuple[str, ...]] = ("contrastive",)

    def __init__(self, *, maximize: bool = False) -> None:
        self.maximize = maximize

    def check(self, items: Sequence[Item], name: str) -> None:
        """Refuse also a pair of one text: its scores are a tie, which no system can win."""
        super().check(items, name)
        if same := [item.item for item in items if item.contrastive is not None and item.contrastive == item.reference]:
            raise InputError(
                f"the wrong text of item {same[0]!r} is its reference ({len(same)} such pairs)",
                remedy="leave these pairs out of the suite, or correct their texts",
            )

    def texts(self, items: Sequence[Item], rest: str) -> list[tuple[str, str]]:
        """Each sentence's reference, then its errors, in LingEval97's order; sentences without errors as well.

        Of a suite in blocks, each block's references, then its errors.
        """
        pairs = []
        for sentence in scored_sentences(items, rest):
            pairs.append((sentence.source, sentence.reference))
            pairs += [(items[place].source, items[place].contrastive or "") for place in sentence.items]
        return [pairs[place] for place in _scored_places(len(pairs), rest)]

    def judge(self, items: Sequence[Item], scores: Sequence[float], rest: str) -> list[Verdict]:
        """The verdicts; a verdict's score is the margin by which the reference is better, in the scores' unit."""
        verdicts = [Verdict(UNDECIDED, "no pair of translations to compare")] * len(items)
        places = _scored_places(len(scores), rest)
        left = iter([scores[at] for at in sorted(range(len(scores)), key=places.__getitem__)])
        for sentence in scored_sentences(items, rest):
            reference = next(left)
            for place in sentence.items:
                verdicts[place] = self.verdict(reference, next(left))
        return verdicts

    def verdict(self, reference: float, error: float) -> Verdict:
        """The verdict on a pair by the scores of its two texts."""
        if reference == error:
            return Verdict(WRONG, f"a tie: reference and error both score {reference:g}", 0.0)
        right = reference > error if self.maximize else reference < error
        better = "the reference" if right else "the error"
        numbers = f"reference {reference:g}, error {error:g}; {'higher' if self.maximize else 'lower'} is better"
        margin = reference - error if self.maximize else error - reference
        return Verdict(RIGHT if right else WRONG, f"{better} scores better ({numbers})", margin)


def _scored_places(count: int, rest: str) -> list[int]:
    """Where each line of a file of scores stands among references and their errors in turn."""
    blocks = rest_of(rest).get("blocks")
    if blocks is None:
        return list(range(count))
    places, first = [], 0
    for pairs in blocks:
        places += [*range(first, first + 2 * pairs, 2), *range(first + 1, first + 2 * pairs, 2)]
        first += 2 * pairs
    return places
