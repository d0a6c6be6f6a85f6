"""What a run has found, on a screen of 80 columns: findings, how many are left out, and where the page is."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from extractors.core.errors import InputError
from extractors.core.rounding import decimals
from extractors.formats import tables
from extractors.formats.findings import COMPARED, FINDINGS, TESTED, TEXT
from extractors.formats.scores import CORPUS_SCORES
from extractors.report.evidence_texts import read_conclusions, verdict_lines
from extractors.report.numbers import by_evidence, interval, is_significant, label_of, mark, number, p_text
from extractors.report.suite.suite_summary import summary as suite_summary
from extractors.report.word_findings import word_finding_lines
from extractors.score.statistics.statistics_settings import ALPHA

WIDTH = 80
MOST, EXAMPLES = 8, 10
"""Findings that are shown, and hits under the first at the words."""
ATLAS_PAGE = "atlas/atlas.html"
OF_TEXT = "With one human reference a difference is about the text: a second one tells how much of it is the systems'"

Row = Mapping[str, Any]


def summary(folder: Path, *, alpha: float = ALPHA, scored: bool = True) -> str:
    """The lines about a corpus; the last one is where its report is.

    Args:
        folder: the corpus's results.
        alpha: corrected p-values below it are findings.
        scored: sum up the scores; otherwise only say where things are.
    """
    lines: list[str] = []
    scores = folder / "scores.parquet"
    if scored and _is_newer(scores, folder / "controls.parquet"):
        findings = tables.read(FINDINGS, folder / FINDINGS.file).to_pylist()
        corpus = of_primary(tables.read(CORPUS_SCORES, folder / CORPUS_SCORES.file).to_pylist(), findings)
        places = decimals(abs(row["score"]) for row in corpus)
        lines += ["", *corpus_lines(folder.name, corpus)]
        lines += finding_lines(findings, alpha=alpha, places=places, most=MOST)
        conclusions = read_conclusions(folder)
        lines += verdict_lines(findings, conclusions, alpha=alpha, width=WIDTH)
        lines += word_finding_lines(folder, findings, conclusions, alpha=alpha, width=WIDTH, examples=EXAMPLES)
        lines.append(f"all phenomena, and why some are not tested: challenge-sets show {shlex.quote(str(folder))}")
    return "".join(f"{line}\n" for line in [*lines, _place(folder)])


def findings(
    results: Path, *, corpora: Sequence[str], suites: Sequence[str] = (), atlas: bool = False, alpha: float = ALPHA
) -> str:
    """The lines about the corpora and suites of a run that have results, and where its atlas is.

    A table that cannot be read is told, and the others are summed up.

    Args:
        results: the folder of all results.
    """
    text = ""
    for name in corpora:
        folder = results / name
        if folder.is_dir():
            try:
                text += summary(folder, alpha=alpha)
            except InputError as error:
                text += f"error: {error}\n{summary(folder, scored=False)}"
    for folder in (results / "suites" / name for name in suites):
        if (folder / "suite_accuracy.parquet").exists():
            try:
                text += suite_summary(folder)
            except InputError as error:
                text += f"error: {error}\n"
    if atlas and (page := results / ATLAS_PAGE).is_file():
        text += f"{page}\n"
    return text


def of_primary(rows: Sequence[Row], findings: Sequence[Row]) -> list[Row]:
    """The rows of the primary metric."""
    return [row for row in rows if row["metric"] == findings[0]["metric"]]


def corpus_lines(name: str, rows: Sequence[Row]) -> list[str]:
    """The size of a corpus, and its systems' scores from best to worst, a line each where names are short.

    Args:
        rows: those of CORPUS_SCORES of one metric.
    """
    shown = sorted(rows, key=lambda row: (-row["score"], row["system"]))
    places = decimals(abs(row["score"]) for row in shown)
    highest, lowest = (f"{number(row['score'], places)} ({row['system']})" for row in (shown[0], shown[-1]))
    label = label_of(shown)
    return [
        *_wrapped(f"== {name}: {shown[0]['n']:,} segments, {_many(len(shown), 'system')} =="),
        *_wrapped(f"{label} of the whole corpus: {highest} to {lowest}" if len(shown) > 1 else f"{label}: {highest}"),
    ]


def finding_lines(rows: Sequence[Row], *, alpha: float, places: int, most: int | None = None) -> list[str]:
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
        lines += _wrapped(f"{OF_TEXT}.")
    others = [row for row in rows if row["status"] not in COMPARED]
    absent = sum(not row["n"] + row["not_compared"] for row in others)
    return [*lines, *_wrapped(f"{said}; not tested: {len(others) - absent}; not found: {absent}")]


def untested_lines(rows: Sequence[Row]) -> list[str]:
    """Why phenomena with segments are not tested, a line each; those that are too small stand together, with n."""
    others = [row for row in rows if row["status"] not in COMPARED and row["n"] + row["not_compared"]]
    small = [row for row in others if row["status"].startswith("too small")]
    large = [row for row in others if row not in small]
    width = max((len(row["phenomenon"]) for row in large), default=0)
    lines = ["not tested:"] * bool(large)
    lines += [f"  {row['phenomenon']:{width}}  d >= {row['distance']:<2}  {row['status']}" for row in large]
    if small:
        # The space between a name and its number is no place to break a line.
        named = ", ".join(f"{row['phenomenon']}\u00a0{row['n']}" for row in small)
        lines += [line.replace("\u00a0", " ") for line in _wrapped(f"too small (n): {named}")]
    return lines


def _table(rows: Sequence[Row], places: int, alpha: float, label: str) -> list[str]:
    """A heading and a line for each row, none for no rows; without columns that are empty."""
    if not rows:
        return []
    of_text = all(row["beyond"] is None for row in rows)
    whose = "systems" if of_text else "beyond"
    columns = {
        "n": [f"{row['n']:,}" for row in rows],
        "systems": [number(row["systems"], places, sign=True) for row in rows],
        "humans": [number(row["humans"], places, sign=True) for row in rows],
        "beyond": [number(row["beyond"], places, sign=True) + (mark(row["p_bh"], alpha) or " ") for row in rows],
        "95 % interval": [interval(row[f"{whose}_low"], row[f"{whose}_high"], places) for row in rows],
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
            [_fit(name, first).ljust(first), *(c.rjust(w) for c, w in zip(cells, widths.values(), strict=True))]
        ).rstrip()
        for name, *cells in lines
    ]


def _place(folder: Path) -> str:
    """Where a corpus's report is; where it is older than its scores, or there is none, what makes it."""
    report, scores = folder / "report.html", folder / "scores.parquet"
    if _is_newer(report, scores):
        return str(report)
    if scores.exists():
        return "no report of these scores yet; the target report makes it"
    return str(folder / "sets.parquet")


def _is_newer(file: Path, than: Path) -> bool:
    """Whether a file is there and no older than another."""
    return file.exists() and (not than.exists() or file.stat().st_mtime >= than.stat().st_mtime)


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _wrapped(text: str) -> list[str]:
    """The lines of a text whose end must not be lost."""
    return wrap(text, WIDTH, subsequent_indent="  ")


def _fit(text: str, width: int) -> str:
    """A text cut to a width, the last column showing that it is."""
    return text if len(text) <= width else f"{text[: width - 1]}\u2026"
