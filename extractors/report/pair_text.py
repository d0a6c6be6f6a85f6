"""Describe in text how two systems compare, in one run or several: whole corpora, words, sentences, the verdict."""

from collections.abc import Mapping

from extractors.core.rounding import decimals
from extractors.formats.over_test_sets import DIFFERENCE, INTERACTION
from extractors.report.numbers import Row, Rows, interval, many, mark, number, p_text, significance, wrapped
from extractors.report.pair_gate import PairGate, whole_finding
from extractors.report.pair_table import SystemPair, fitted, pair_table, pair_verdict, word_pair_table
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
        f"{_filled(pair_verdict(pair, gate.rows))}\n{_filled(gate.text)}\n",
    ]
    return "\n".join(parts)


def _filled(text: str) -> str:
    return "\n".join(wrapped(text))


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
        return f"{_filled(f'{NO_WORDS}: {no_words}')}\n"
    return (
        f"{WORDS}\n{word_pair_table(rows, alpha)}"
        "change: points beyond the change of control words. MDD: the change that is found with 80 % power.\n"
        + (f"{_filled(f'not looked at: {no_words}')}\n" if no_words else "")
    )


POOLED = "all together"


def pooled_text(gate: PairGate, by_run: Mapping[str, WholeCorpus], family: int, rows: Rows) -> str:
    """Return the comparison as `challenge-sets compare A B OLD NEW` prints it.

    Args:
        by_run: both systems on the whole corpus of each run.
        family: the number of phenomena in the family of tests.
        rows: of OVER_TEST_SETS.
    """
    pair = gate.pair
    sizes = f"{many(len(by_run), 'test set')}, {gate.whole.n:,} segments; family: {many(family, 'phenomenon')}"
    whole = whole_table(pair, {**by_run, POOLED: gate.whole}, first="test set")
    places = decimals(abs(score) for score in (gate.whole.old, gate.whole.new))
    parts = [
        f"old: {pair.old}, new: {pair.new} on {sizes},\nfixed before the outputs are read\n",
        f"1. The system as a whole ({pair.label})\n{whole}",
        words_part(gate.at_words, pair.alpha, gate.no_words),
        f"3. The phenomenon by {pair.label} of its sentences, the mean over the test sets; better is higher\n"
        f"{sentence_table(pair, rows, places)}",
        f"*: {significance(pair.alpha)}; a whole corpus is one test.\n"
        "sets: test sets with the phenomenon. elsewhere: new - old beyond other sentences.\n",
        f"{_filled(gate.text)}\n",
    ]
    return "\n".join(parts)


def sentence_table(pair: SystemPair, rows: Rows, places: int) -> str:
    """Return a line for each phenomenon that is large enough, the largest loss first."""
    by_question: dict[str, dict[str, Row]] = {DIFFERENCE: {}, INTERACTION: {}}
    for row in rows:
        by_question[row["question"]][row["phenomenon"]] = row
    told = sorted((r for r in by_question[DIFFERENCE].values() if not r["too_small"]), key=lambda row: row["value"])
    if not told:
        return "no phenomenon of the family has sentences enough\n"
    lines = []
    for row in told:
        beyond = by_question[INTERACTION].get(row["phenomenon"])
        p = None if beyond is None else beyond["p_bh"]
        value = "" if beyond is None else number(beyond["value"], places, sign=True) + (mark(p, pair.alpha) or " ")
        lines.append(
            [
                row["phenomenon"],
                f"{row['n']:,}",
                str(row["test_sets"]),
                number(row["value"], places, sign=True) + (mark(row["p_bh"], pair.alpha) or " "),
                interval(row["low"], row["high"], places),
                p_text(row["p_bh"]),
                value,
                p_text(p),
            ]
        )
    return fitted(["phenomenon", "n", "sets", "new - old", "95 % CI", "p (BH)", "elsewhere", "p (BH)"], lines)
