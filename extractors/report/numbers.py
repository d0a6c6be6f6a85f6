"""How numbers are written, and what is counted or listed."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

Row = Mapping[str, Any]
Rows = Sequence[Row]
"""A row of a table, its values by column, and several."""
WIDTH = 100
"""Columns of what is printed, at most."""


def number(value: float | None, decimals: int, *, sign: bool = False) -> str:
    """Write a value with a fixed number of decimals; empty if there is none. Zero has no sign."""
    if value is None or not math.isfinite(value):
        return ""
    text = f"{value:{'+' if sign else ''}.{decimals}f}"
    return text[1:] if text[0] in "+-" and not text.strip("+-0.") else text


def p_text(p: float | None) -> str:
    """Write a p-value with three decimals, or `<0.001`; empty if there is none."""
    return "" if p is None else "<0.001" if p < 0.001 else f"{p:.3f}"


def interval(low: float | None, high: float | None, decimals: int, *, sign: bool = True) -> str:
    """Write an interval as `[-5.9, -2.5]`; empty if an end is missing."""
    ends = [number(end, decimals, sign=sign) for end in (low, high)]
    return f"[{', '.join(ends)}]" if all(ends) else ""


def percent(share: float | None, *, sign: bool = False, places: int = 1) -> str:
    """Write a share in per cent, or a difference of shares in points; empty if there is none."""
    return number(None if share is None else 100 * share, places, sign=sign)


def percent_interval(row: Row, name: str, *, places: int = 1, is_size: bool = False) -> str:
    """Write the interval of a difference of shares, in points; empty if an end is missing.

    Args:
        is_size: the size of the difference is written, so that the ends of a negative one are negated.
    """
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    if low is None or high is None:
        return ""
    if is_size and row[name] < 0:
        low, high = -high, -low
    return interval(100 * low, 100 * high, places, sign=not is_size)


def compared_score(row: Row) -> float | None:
    """Return the score of the compared segments of a row of SCORES, or of all its segments where none is compared."""
    score: float | None = row["score"] if row["difference"] is None else row["control_score"] + row["difference"]
    return score


def many(count: int, what: str) -> str:
    """Write a count with its noun: `1 item`, `2,324 items`."""
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what[:-2]}a" if what.endswith("non") else f"{what}s"
    return f"{count:,} {what if count == 1 else plural}"


def in_sequence(names: Sequence[str]) -> str:
    """Join names as `a`, `a and b`, or `a, b and c`; empty without names."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def wrapped(text: str) -> list[str]:
    """Wrap a text to lines of at most WIDTH columns, the further ones indented; a longer name is not cut."""
    return wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def cut(text: str, width: int) -> str:
    """Cut a text to a width; an ellipsis in the last column shows that it was cut."""
    return text if len(text) <= width else f"{text[: width - 1]}\u2026"


def signature_of(rows: Iterable[Row]) -> str:
    """Return the signature of the rows of one metric; where rows differ, all signatures, separated by semicolons."""
    return "; ".join(dict.fromkeys(row["signature"] for row in rows))


def by_evidence(rows: Iterable[Row]) -> list[Row]:
    """Sort tested rows by p-value, the smallest first: the largest difference often has the fewest segments."""
    return sorted(rows, key=lambda row: (row["p"], -abs(row["beyond"])))


def label_of(rows: Iterable[Row]) -> str:
    """Return the metric of rows as its signature names it: BLEU, chrF2; empty without rows."""
    return next((str(row["signature"]).partition("|")[0] for row in rows), "")


def are_beside_people(findings: Iterable[Row]) -> bool:
    """Return whether any row of FINDINGS compares systems with human translations."""
    return any(row["humans"] is not None for row in findings)


def unit_drawn(rows: Iterable[Row]) -> str:
    """Return the unit that tests draw, as the signatures of the rows say: `document`, `block` or `segment`."""
    named = re.compile(r"\|(?:cluster:|se:jackknife\.)(document|block|segment)")
    matches = (named.search(str(row.get("signature"))) for row in rows)
    return next((match[1] for match in matches if match), "segment")


def significance(alpha: float) -> str:
    """Say for a caption what is marked: every table, chart and page uses this one correction."""
    return " ".join(significance_lines(alpha))


def significance_lines(alpha: float) -> list[str]:
    """Return the text of `significance` in two lines, for a legend as narrow as a column."""
    return [f"p < {alpha:g} after", "Benjamini and Hochberg's correction"]


def is_significant(row: Row, alpha: float) -> bool:
    """Return whether a test is significant after the correction; False for a row without a test."""
    return row["p_bh"] is not None and bool(row["p_bh"] < alpha)


def mark(p: float | None, alpha: float) -> str:
    """Return an asterisk if p is below alpha, else an empty text."""
    return "*" if p is not None and p < alpha else ""
