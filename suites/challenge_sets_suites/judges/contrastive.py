"""Contrastive pairs: right only if the reference has a strictly better score than the translation with an error.

Sennrich (EACL 2017), section 3. Ties are wrong, as in LingEval97's own program.
"""

from collections.abc import Sequence
from typing import ClassVar

from challenge_sets_suites.judges import ScoreJudge
from challenge_sets_suites.tables.contrastive import rest_of, scored_sentences
from challenge_sets_suites.tables.items import Item, some
from challenge_sets_suites.tables.judgments import MISSING, RIGHT, UNDECIDED, WRONG, Verdict
from extractors.core.errors import InputError
from extractors.core.logs import log

ONE_TEXT = Verdict(MISSING, "no pair: its two texts are equal")


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
        """Refuse also a suite whose pairs all have two equal texts; warn if some have, which are left out."""
        super().check(items, name)
        same = [item.item for item in items if _is_one_text(item)]
        if len(same) == len(items):
            raise InputError("no item has two texts that differ", remedy="correct the texts of the suite")
        if same:
            log.warning("%d pairs have two equal texts, and are left out: %s", len(same), some(same))

    def texts(self, items: Sequence[Item], rest: str) -> list[tuple[str, str]]:
        """Return each sentence's reference, then its errors, in LingEval97's order, also for sentences without errors.

        A suite in blocks gives all references of a block, then its errors.
        """
        pairs = []
        for sentence in scored_sentences(items, rest):
            pairs.append((sentence.source, sentence.reference))
            pairs += [(items[place].source, items[place].contrastive or "") for place in sentence.items]
        return [pairs[place] for place in _scored_places(len(pairs), rest)]

    def judge(self, items: Sequence[Item], scores: Sequence[float], rest: str) -> list[Verdict]:
        """Return the verdicts, scored by the margin by which the reference is better, in the unit of the scores."""
        verdicts = [Verdict(UNDECIDED, "no pair of translations to compare")] * len(items)
        places = _scored_places(len(scores), rest)
        left = iter([scores[at] for at in sorted(range(len(scores)), key=places.__getitem__)])
        for sentence in scored_sentences(items, rest):
            reference = next(left)
            for place in sentence.items:
                verdict = self.verdict(reference, next(left))
                verdicts[place] = ONE_TEXT if _is_one_text(items[place]) else verdict
        return verdicts

    def verdict(self, reference: float, error: float) -> Verdict:
        """Judge a pair by the scores of its two texts."""
        if reference == error:
            return Verdict(WRONG, f"a tie: reference and error both score {reference:g}", 0.0)
        right = reference > error if self.maximize else reference < error
        better = "the reference" if right else "the error"
        numbers = f"reference {reference:g}, error {error:g}; {'higher' if self.maximize else 'lower'} is better"
        margin = reference - error if self.maximize else error - reference
        return Verdict(RIGHT if right else WRONG, f"{better} scores better ({numbers})", margin)


def _is_one_text(item: Item) -> bool:
    """Return whether the wrong text of a pair is its reference: the scores then tie, which no system can win."""
    return item.contrastive is not None and item.contrastive == item.reference


def _scored_places(count: int, rest: str) -> list[int]:
    """Return (count,) where each line of a file of scores stands among references, each followed by its errors."""
    blocks = rest_of(rest).get("blocks")
    if blocks is None:
        return list(range(count))
    places, first = [], 0
    for pairs in blocks:
        places += [*range(first, first + 2 * pairs, 2), *range(first + 1, first + 2 * pairs, 2)]
        first += 2 * pairs
    return places
