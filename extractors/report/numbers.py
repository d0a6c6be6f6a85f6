"""How numbers are written, and what is counted or listed."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
Rows = Sequence[Row]
"""A row of a table, its values by column, and several."""


def number(value: float | None, decimals: int, *, sign: bool = False) -> str:
    """The value with a fixed number of decimals; empty if there is none. Zero has no sign."""
    if value is None or not math.isfinite(value):
        return ""
    text = f"{value:{'+' if sign else ''}.{decimals}f}"
    return text[1:] if text[0] in "+-" and not text.strip("+-0.") else text


def p_text(p: float | None) -> str:
    """A p-value with three decimals; `<0.001` below."""
    return "" if p is None else "<0.001" if p < 0.001 else f"{p:.3f}"


def interval(low: float | None, high: float | None, decimals: int) -> str:
    """`[-5.9, -2.5]`; empty if an end is missing."""
    ends = [number(end, decimals, sign=True) for end in (low, high)]
    return f"[{', '.join(ends)}]" if all(ends) else ""


def percent(share: float | None, *, sign: bool = False, places: int = 1) -> str:
    """A share in per cent, or a difference of shares in points."""
    return number(None if share is None else 100 * share, places, sign=sign)


def percent_interval(row: Row, name: str) -> str:
    """The interval of a difference of shares, in points."""
    low, high = (None if row[f"{name}_{end}"] is None else 100 * row[f"{name}_{end}"] for end in ("low", "high"))
    return interval(low, high, 1)


def compared_score(row: Row) -> float | None:
    """The score of the compared segments of a row of SCORES, or of all its segments where none is compared."""
    score: float | None = row["score"] if row["difference"] is None else row["control_score"] + row["difference"]
    return score


def many(count: int, what: str) -> str:
    """`1 item`, `2,324 items`."""
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what[:-2]}a" if what.endswith("non") else f"{what}s"
    return f"{count:,} {what if count == 1 else plural}"


def in_sequence(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; empty if there are none."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def cut(text: str, width: int) -> str:
    """A text cut to a width, the last column showing that it is."""
    return text if len(text) <= width else f"{text[: width - 1]}\u2026"


def signature_of(rows: Iterable[Row]) -> str:
    """The signature of the rows of one metric; several, where rows differ in theirs, have semicolons between them."""
    return "; ".join(dict.fromkeys(row["signature"] for row in rows))


def by_evidence(rows: Iterable[Row]) -> list[Row]:
    """Tested rows, the smallest p first: the largest difference itself is often that of the fewest segments."""
    return sorted(rows, key=lambda row: (row["p"], -abs(row["beyond"])))


def label_of(rows: Iterable[Row]) -> str:
    """The metric of rows as its signature names it: BLEU, chrF2."""
    return next((str(row["signature"]).partition("|")[0] for row in rows), "")


def are_beside_people(findings: Iterable[Row]) -> bool:
    """Return whether any row of FINDINGS compares systems with human translations."""
    return any(row["humans"] is not None for row in findings)


def unit_drawn(rows: Iterable[Row]) -> str:
    """What the tests of a table's rows draw, as their signature says: `document`, `block` or `segment`."""
    named = re.compile(r"\|(?:cluster:|se:jackknife\.)(document|block|segment)")
    found = (named.search(str(row.get("signature"))) for row in rows)
    return next((match[1] for match in found if match), "segment")


def significance(alpha: float) -> str:
    """What every table, chart and page marks, for its caption: all mark by this one correction."""
    return " ".join(significance_lines(alpha))


def significance_lines(alpha: float) -> list[str]:
    """The same in two lines, for a legend as narrow as a column."""
    return [f"p < {alpha:g} after", "Benjamini and Hochberg's correction"]


def is_significant(row: Row, alpha: float) -> bool:
    """Whether a test is significant after the correction; a row without one is not."""
    return row["p_bh"] is not None and bool(row["p_bh"] < alpha)


def mark(p: float | None, alpha: float) -> str:
    """An asterisk behind what is significant."""
    return "*" if p is not None and p < alpha else ""
