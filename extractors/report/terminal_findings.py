"""Findings on a screen of 80 columns: what is tested, what is not and why."""

from textwrap import wrap

from extractors.core.rounding import decimals
from extractors.formats.findings import COMPARED, TESTED, TEXT, is_absent
from extractors.formats.thresholds import ALPHA
from extractors.report.numbers import (
    Row,
    Rows,
    by_evidence,
    cut,
    interval,
    is_significant,
    label_of,
    mark,
    number,
    p_text,
    significance,
)

WIDTH = 80
OF_TEXT = "With one human reference a difference is about the text: a second one tells how much of it is the systems'"


def finding_table(findings: Rows, corpus: Rows, *, alpha: float = ALPHA) -> str:
    """Every phenomenon that is tested, what the columns mean, and why others are not tested.

    Args:
        findings: the rows of FINDINGS.
        corpus: the rows of CORPUS_SCORES.
    """
    if not findings:
        return "no sets\n"
    places = decimals(abs(row["score"]) for row in of_primary(corpus, findings))
    beside = any(row["humans"] is not None for row in findings)
    beyond = "systems minus human translations" if beside else "that of the systems"
    explained = (
        f"n: segments compared with controls. beyond: {beyond}.\n"
        "95 % intervals; those of findings account for the selection. finds: a true\n"
        "difference that the test finds four times in five.\n"
        f"*: {significance(alpha)}."
    )
    lines = [*finding_lines(findings, alpha=alpha, places=places), explained]
    lines += untested_lines(findings)
    return "".join(f"{line}\n" for line in lines)


def of_primary(rows: Rows, findings: Rows) -> list[Row]:
    """The rows of the primary metric."""
    return [row for row in rows if row["metric"] == findings[0]["metric"]]


def finding_lines(rows: Rows, *, alpha: float, places: int, most: int | None = None) -> list[str]:
    """The findings as a table, the strongest evidence first, and how many phenomena are not in it, and why.

    Args:
        rows: those of FINDINGS.
        places: decimals of the differences.
        most: findings that are shown, and nothing else; None to show every tested phenomenon, findings marked by *.
    """
    tested = by_evidence(row for row in rows if row["status"] == TESTED)
    found = [row for row in tested if is_significant(row, alpha)]
    shown = tested if most is None else found[:most]
    of_text = sorted((row for row in rows if row["status"] == TEXT), key=lambda row: row["systems"])
    lines = _table(shown, places, alpha, label_of(shown or rows))
    if most is None:
        lines += _table(of_text, places, alpha, label_of(of_text))
    said = f"{len(found)} of {len(tested)} tested differ (p (BH) < {alpha:g})"
    if most is not None and len(found) > most:
        said += f", {len(found) - most} not shown"
    if of_text:
        said = f"about text: {len(of_text)}"
        lines += wrapped(f"{OF_TEXT}.")
    others = [row for row in rows if row["status"] not in COMPARED]
    absent = sum(is_absent(row["status"]) for row in others)
    return [*lines, *wrapped(f"{said}; not tested: {len(others) - absent}; not found: {absent}")]


def untested_lines(rows: Rows) -> list[str]:
    """Why phenomena with segments are not tested, a line each; those that are too small stand together, with n."""
    others = [row for row in rows if row["status"] not in COMPARED and not is_absent(row["status"])]
    small = [row for row in others if row["status"].startswith("too small")]
    large = [row for row in others if row not in small]
    width = max((len(row["phenomenon"]) for row in large), default=0)
    lines = ["not tested:"] * bool(large)
    lines += [f"  {row['phenomenon']:{width}}  d >= {row['distance']:<2}  {row['status']}" for row in large]
    if small:
        # The space between a name and its number is no place to break a line.
        named = ", ".join(f"{row['phenomenon']}\u00a0{row['n']}" for row in small)
        lines += [line.replace("\u00a0", " ") for line in wrapped(f"too small (n): {named}")]
    return lines


def _table(rows: Rows, places: int, alpha: float, label: str) -> list[str]:
    """A heading and a line for each row, none for no rows; without columns that are empty."""
    if not rows:
        return []
    columns = {
        "n": [f"{row['n']:,}" for row in rows],
        "systems": [number(row["systems"], places, sign=True) for row in rows],
        "humans": [number(row["humans"], places, sign=True) for row in rows],
        "beyond": [number(row["beyond"], places, sign=True) + (mark(row["p_bh"], alpha) or " ") for row in rows],
        "95 % interval": [interval(row["low"], row["high"], places) for row in rows],
        "finds": [number(row["detectable"], places) for row in rows],
        "p (BH)": [p_text(row["p_bh"]) for row in rows],
    }
    shown = {name: cells for name, cells in columns.items() if any(cell.strip() for cell in cells)}
    widths = {name: max(map(len, [name, *cells])) for name, cells in shown.items()}
    room = WIDTH - sum(widths.values()) - 2 * len(widths)
    at = [f":{row['distance']}" if row["distance"] else "" for row in rows]
    names = [label, *(row["phenomenon"] + d for row, d in zip(rows, at, strict=True))]
    first = min(room, max(map(len, names)))
    lines = zip(names, *([name, *cells] for name, cells in shown.items()), strict=True)
    return [
        "  ".join(
            [cut(name, first).ljust(first), *(c.rjust(w) for c, w in zip(cells, widths.values(), strict=True))]
        ).rstrip()
        for name, *cells in lines
    ]


def wrapped(text: str) -> list[str]:
    """The lines of a text whose end must not be lost."""
    return wrap(text, WIDTH, subsequent_indent="  ")
