"""Two systems as text: the whole corpus, the words of phenomena, their sentences, and the verdict."""

import textwrap
from collections.abc import Mapping

from extractors.core.rounding import decimals
from extractors.report.numbers import Rows, interval, mark, number, p_text, significance
from extractors.report.pair_gate import PairGate, whole_finding
from extractors.report.pair_table import WIDTH, SystemPair, fitted, pair_table, pair_verdict, word_pair_table
from extractors.scoring.whole_corpus import WholeCorpus

NO_DIFFERENCE = "no significant difference"
NOT_TESTED = "not tested: too small"
WORDS = "2. The phenomenon at the words: share of hits with a reference's words, or (order) its order"
NO_WORDS = "2. The phenomenon at the words: not looked at"


def pair_text(gate: PairGate, family: int) -> str:
    """Return the comparison as `challenge-sets compare` prints it, at most WIDTH columns wide.

    Args:
        family: the number of phenomena in the family of tests.
    """
    pair = gate.pair
    phenomena = "1 phenomenon" if family == 1 else f"{family} phenomena"
    parts = [
        f"old: {pair.old}, new: {pair.new}; family: {phenomena}, fixed before the outputs are read\n",
        f"1. The system as a whole\n{whole_table(pair, {pair.label: gate.whole})}",
        words_part(gate.at_words, pair.alpha, gate.no_words),
        f"3. The phenomenon by {pair.label} of its sentences; elsewhere: new - old beyond other sentences\n"
        f"{pair_table(pair, gate.rows)}",
        f"*: {significance(pair.alpha)}; the whole corpus is one test.\n"
        "An interval is of one number alone. d >= 1-3: sets of the same segments are one test.\n",
        f"{wrapped(pair_verdict(pair, gate.rows))}\n{wrapped(gate.text)}\n",
    ]
    return "\n".join(parts)


def wrapped(text: str) -> str:
    """Return a sentence in lines of at most WIDTH columns, the further ones indented; names are not cut."""
    return textwrap.fill(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def whole_table(pair: SystemPair, wholes: Mapping[str, WholeCorpus], *, first: str = "metric") -> str:
    """Return a line for each whole corpus, with its interval and what it says.

    Args:
        wholes: by what stands in the first column, which is called `first`.
    """
    places = decimals(abs(score) for whole in wholes.values() for score in (whole.old, whole.new))
    rows = [
        [
            name,
            f"{whole.n:,}",
            f"{number(whole.old, places)} -> {number(whole.new, places)}",
            number(whole.difference, places, sign=True) + (mark(whole.p, pair.alpha) or " "),
            interval(whole.low, whole.high, places),
            p_text(whole.p),
            NOT_TESTED if whole.p is None else whole_finding(pair, whole) or NO_DIFFERENCE,
        ]
        for name, whole in wholes.items()
    ]
    return fitted([first, "n", "old -> new", "new - old", "95 % CI", "p", "new is"], rows)


def words_part(rows: Rows | None, alpha: float, no_words: str) -> str:
    """Return the part about the words, with its heading. `no_words`: why they were not looked at."""
    if rows is None:
        return f"{wrapped(f'{NO_WORDS}: {no_words}')}\n"
    return (
        f"{WORDS}\n{word_pair_table(rows, alpha)}"
        "change: points beyond the change of control words. MDD: the change that is found with 80 % power.\n"
        + (f"{wrapped(f'not looked at: {no_words}')}\n" if no_words else "")
    )
