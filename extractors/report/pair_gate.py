"""Decide whether a newer system fails beside an older one, on what, and which loss would have been found."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from extractors.core.rounding import decimals
from extractors.formats.pair import BETTER, WORSE
from extractors.report.numbers import Row, Rows, number, percent
from extractors.report.pair_table import SystemPair, is_worse, named
from extractors.scoring.whole_corpus import WholeCorpus

WHOLE = "whole"
"""What --fail-on adds to what fails: the whole corpus."""
WHOLE_CORPUS = "the whole corpus"
AT_WORDS, ON_SET, MORE = "at the words", "on its set", "more than elsewhere"


def whole_finding(pair: SystemPair, whole: WholeCorpus) -> str | None:
    """Return `worse` or `better` where the whole corpus differs significantly; None where not."""
    if whole.p is None or not whole.p < pair.alpha:
        return None
    return WORSE if (whole.difference < 0) == pair.higher_is_better else BETTER


@dataclass(frozen=True, kw_only=True)
class PairGate:
    """The verdict of --fail-if-worse.

    A difference that is no larger than on other sentences is about the system as a whole, and fails only with
    `fail_on`. Where the words are not known, a set that scores significantly lower is a failure too: nothing else would
    see a lost phenomenon there.

    Attributes:
        rows: of PAIR.
        at_words: of WORD_PAIRS; None where the words of hits were not looked at.
        no_words: why they were not, or where, and what to do.
        family: the phenomena of the tests.
        fail_on: WHOLE, or nothing.
    """

    pair: SystemPair
    whole: WholeCorpus
    rows: Rows
    at_words: Rows | None
    no_words: str = ""
    fail_on: Collection[str] = ()
    family: Sequence[str] = ()

    @property
    def failures(self) -> dict[str, str]:
        """By phenomenon, or WHOLE_CORPUS, why the newer system fails."""
        alpha, sign = self.pair.alpha, 1 if self.pair.higher_is_better else -1
        failed: dict[str, str] = {}
        if WHOLE in self.fail_on and whole_finding(self.pair, self.whole) == WORSE:
            change = number(self.whole.difference, decimals([abs(self.whole.new), abs(self.whole.old)]), sign=True)
            failed[WHOLE_CORPUS] = f"{change} {self.pair.label}"
        rows = sorted(self.at_words or (), key=lambda row: not is_worse(row, alpha))
        lost: dict[str, str] = {}
        for row in rows:
            lost.setdefault(row["phenomenon"], _lost(row))
        worse = [row["phenomenon"] for row in rows if is_worse(row, alpha)]
        if self.at_words is None:
            failed |= {row["phenomenon"]: ON_SET for row in self.rows if row["finding"] == WORSE}
        more = [row["phenomenon"] for row in self.rows if _is_more(row, alpha, sign)]
        for name in dict.fromkeys([*worse, *more]):
            reasons = [reason for reason, names in ((AT_WORDS, worse), (MORE, more)) if name in names]
            failed[name] = ": ".join(filter(None, (" and ".join(reasons), lost.get(name, ""))))
        return failed

    @property
    def text(self) -> str:
        """PASS or FAIL, on what, and what the tests could not have seen."""
        failures = self.failures
        if failures:
            reasons = "; ".join(f"{name} ({why})" for name, why in failures.items())
            unseen = f"; words were not looked at: {self.no_words}" if self.at_words is None else ""
            return f"FAIL ({len(failures)}): {self.pair.new} is worse than {self.pair.old} on {reasons}{unseen}"
        if not self.at_words and not any(row.get("p_bh") is not None for row in self.rows):
            advice = "" if WHOLE in self.fail_on else "; --fail-on whole tests the whole corpus"
            return f"PASS, but no phenomenon is tested: each has too few hits or segments{advice}"
        if not self.at_words:
            return f"PASS by sentence scores alone: {self.no_words}"
        losses = ", ".join(f"{named(row)} {percent(row['detectable'], places=0)}" for row in self.at_words)
        tested = {row["phenomenon"] for row in self.at_words}
        few = [name for name in self.family if name not in tested]
        unseen = f"; with hits too few: {', '.join(few)}" if few else ""
        return (
            f"PASS. With 80 % power the words would have shown a loss of this many points: {losses}{unseen}"
            f"{self._whole_corpus_text()}"
        )

    def _whole_corpus_text(self) -> str:
        if WHOLE not in self.fail_on:
            return ""
        if self.whole.detectable is None:
            return f"; {WHOLE_CORPUS} is too small to be tested"
        shown = number(self.whole.detectable, decimals([abs(self.whole.new), abs(self.whole.old)]))
        return f"; and {WHOLE_CORPUS} a loss of {shown} {self.pair.label}"


def _is_more(row: Row, alpha: float, sign: int) -> bool:
    """Return whether a set scores lower, and significantly more so than other sentences."""
    p = row["interaction_p_bh"]
    return p is not None and p < alpha and sign * row["interaction"] < 0 and sign * row["difference"] < 0


def _lost(row: Row) -> str:
    what = "in order lost" if row["is_order"] else "lost"
    return f"{row['lost']} of {row['n']} hits {what}, {row['won']} won"
