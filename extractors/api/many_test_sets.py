"""Results of one system, or of two, over many test sets: the tables, and how they are printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from extractors.core.rounding import decimals
from extractors.core.terminal import columns
from extractors.formats.definition import Format
from extractors.formats.over_test_sets import (
    DIFFERENCE,
    IN_TEST_SETS,
    INTERACTION,
    OVER_TEST_SETS,
    PEOPLE,
    SYSTEMS,
    TEST_SET_SCORES,
)
from extractors.formats.thresholds import ALPHA
from extractors.formats.word_evidence import WORD_PAIRS
from extractors.report.numbers import Rows, interval, is_significant, mark, number, p_text, significance
from extractors.report.pair_table import is_worse, word_pair_table

Row = dict[str, Any]
WORDS = "words of all test sets together: share of hits with a reference's words"
HEADINGS = {
    SYSTEMS: "{new} beyond the systems of the year",
    PEOPLE: "{new} beyond human translations",
    DIFFERENCE: "{new} minus {old}, on segments with the phenomenon",
    INTERACTION: "{new} minus {old}, on segments with the phenomenon beyond others of their length",
}


@dataclass(frozen=True, kw_only=True)
class OverTestSets:
    """What many test sets say of a system, or of two. `print` shows it.

    Attributes:
        pair: the languages, as en-de.
        names: of the systems, `new` and, where two are compared, `old`.
        metric: the label of the metric.
        rows: of OVER_TEST_SETS.
        answers: rows of IN_TEST_SETS.
        scores: rows of TEST_SET_SCORES.
        alpha: level of the tests.
        at_words: of two systems, the rows of WORD_PAIRS over all test sets; None where words were not looked at.
        no_words: in which test sets they were not, and why.
    """

    pair: str
    names: Mapping[str, str]
    metric: str
    rows: Sequence[Row]
    answers: Sequence[Row]
    scores: Sequence[Row]
    alpha: float = ALPHA
    at_words: Rows | None = None
    no_words: str = ""

    @property
    def tables(self) -> dict[str, pa.Table]:
        """OVER_TEST_SETS, IN_TEST_SETS, TEST_SET_SCORES and, of two systems, WORD_PAIRS by the names of their files."""
        rows_of: dict[Format, Rows] = {
            OVER_TEST_SETS: self.rows,
            IN_TEST_SETS: self.answers,
            TEST_SET_SCORES: self.scores,
        }
        if self.at_words is not None:
            rows_of[WORD_PAIRS] = self.at_words
        return {Path(form.file).stem: form.table(rows) for form, rows in rows_of.items()}

    @property
    def worse(self) -> list[str]:
        """The phenomena at whose words, or on whose segments more than on others, the newer system is worse.

        Where the words were not looked at, those on whose segments it is significantly lower, too.
        """
        at_words = [row["phenomenon"] for row in self.at_words or () if is_worse(row, self.alpha)]
        lower = {row["phenomenon"]: row for row in self.rows if row["question"] == DIFFERENCE and row["value"] < 0}
        more = [row for row in self.rows if row["question"] == INTERACTION and row["value"] < 0]
        told = [*more, *lower.values()] if self.at_words is None else more
        by_scores = [
            row["phenomenon"] for row in told if is_significant(row, self.alpha) and row["phenomenon"] in lower
        ]
        return list(dict.fromkeys([*at_words, *by_scores]))

    def __repr__(self) -> str:
        return f"OverTestSets: {self.pair}, {len({row['test_set'] for row in self.scores})} test sets"

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """Return the scores of the test sets, and a table for each question, as the commands print them."""
        shown = [f"{self.metric} of all segments\n{self._score_table()}"]
        shown += [f"{WORDS}\n{word_pair_table(self.at_words, self.alpha)}"] if self.at_words else []
        shown += [f"Words of hits were not looked at: {self.no_words}\n"] if self.no_words else []
        questions = [question for question in HEADINGS if any(row["question"] == question for row in self.rows)]
        shown += [self._table(question) for question in questions]
        if questions:
            shown.append(
                f"*: {significance(self.alpha)}. n: segments in all test sets. finds: a true difference that the\n"
                "test finds four times in five.\n"
            )
        return "\n".join(shown)

    def _score_table(self) -> str:
        by_set: dict[str, dict[str, Row]] = {}
        for row in self.scores:
            by_set.setdefault(row["test_set"], {})[row["system"]] = row
        places = decimals(row["score"] for row in self.scores)
        names = [self.names[role] for role in ("old", "new") if role in self.names]
        rows = []
        for test_set, by_name in by_set.items():
            first = by_name[names[-1]]
            ranks = [f"{by_name[name]['rank']} of {first['systems']}" if first["systems"] else "" for name in names]
            scores = [number(by_name[name]["score"], places) for name in names]
            rows.append([test_set, f"{first['n']:,}", *scores, *ranks, str(first["references"])])
        head = ["test set", "segments", *names, *["rank"] * len(names), "references"]
        return columns(head, rows)

    def _table(self, question: str) -> str:
        own = [row for row in self.rows if row["question"] == question]
        told = sorted((row for row in own if not row["too_small"]), key=lambda row: row["p"])
        places = decimals(row["score"] for row in self.scores)
        rows = [
            [
                f"{row['phenomenon']}",
                f"{row['n']:,}",
                str(row["test_sets"]),
                number(row["value"], places, sign=True) + (mark(row["p_bh"], self.alpha) or " "),
                interval(row["low"], row["high"], places),
                number(row["detectable"], places),
                p_text(row["p_bh"]),
            ]
            for row in told
        ]
        head = [self.metric, "n", "sets", "value", "95 % interval", "finds", "p (BH)"]
        significant = sum(is_significant(row, self.alpha) for row in told)
        counts = f"{significant} of {len(told)} tested differ; too small: {len(own) - len(told)}"
        return f"{HEADINGS[question].format(**self.names)}\n{columns(head, rows)}{counts}\n"
