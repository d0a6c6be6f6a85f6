"""Numbers as people read them: decimals, p-values."""

from __future__ import annotations

import math
from collections.abc import Iterable


def decimals(scores: Iterable[float]) -> int:
    """The number of decimals to print: 1 for scores up to 100 such as BLEU, 3 for scores up to 1 such as RIBES."""
    return 3 if max(scores) <= 1 else 1


def number(value: float | None, decimals: int, *, sign: bool = False) -> str:
    """The value with a fixed number of decimals; empty if there is none."""
    if value is None or not math.isfinite(value):
        return ""
    text = f"{value:{'+' if sign else ''}.{decimals}f}"
    return text[1:] if text[0] == "-" and not text.strip("-0.") else text


def p_text(p: float | None) -> str:
    """A p-value with three decimals; `<0.001` below."""
    return "" if p is None else "<0.001" if p < 0.001 else f"{p:.3f}"


def interval(low: float | None, high: float | None, decimals: int) -> str:
    """`[-5.9, -2.5]`; empty if an end is missing."""
    ends = [number(end, decimals, sign=True) for end in (low, high)]
    return f"[{', '.join(ends)}]" if all(ends) else ""


def mark(p: float | None, alpha: float) -> str:
    """An asterisk behind what is significant."""
    return "*" if p is not None and p < alpha else ""
