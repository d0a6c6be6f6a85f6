"""Two systems of several runs as text: each whole corpus, the words, the sentences, and the verdict on all together."""

from collections.abc import Mapping

from extractors.core.rounding import decimals
from extractors.formats.over_test_sets import DIFFERENCE, INTERACTION
from extractors.report.numbers import Row, Rows, interval, many, mark, number, p_text, significance
from extractors.report.pair_gate import PairGate
from extractors.report.pair_table import SystemPair, fitted
from extractors.report.pair_text import whole_table, words_part, wrapped
from extractors.scoring.whole_corpus import WholeCorpus

POOLED = "all together"


def pooled_text(gate: PairGate, by_run: Mapping[str, WholeCorpus], family: int, rows: Rows) -> str:
    """Return the comparison as `challenge-sets compare --results A --results B` prints it.

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
        f"{wrapped(gate.text)}\n",
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
