"""What a run has found, on a screen of 80 columns: findings, how many are left out, and where the page is."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.rounding import decimals
from extractors.formats import tables
from extractors.formats.findings import FINDINGS
from extractors.formats.scores import CORPUS_SCORES
from extractors.formats.thresholds import ALPHA
from extractors.report.evidence_texts import read_conclusions, verdict_lines, word_finding_lines
from extractors.report.numbers import Rows, label_of, many, number
from extractors.report.suite.suite_summary import summary as suite_summary
from extractors.report.terminal_findings import WIDTH, finding_lines, of_primary, wrapped

MOST, EXAMPLES = 8, 10
"""Findings that are shown, and hits under the first at the words."""


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


def findings(results: Path, *, corpora: Sequence[str], suites: Sequence[str] = (), alpha: float = ALPHA) -> str:
    """The lines about the corpora and suites of a run that have results.

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
    return text


def corpus_lines(name: str, rows: Rows) -> list[str]:
    """The size of a corpus, and its systems' scores from best to worst, a line each where names are short.

    Args:
        rows: those of CORPUS_SCORES of one metric.
    """
    shown = sorted(rows, key=lambda row: (-row["score"], row["system"]))
    places = decimals(abs(row["score"]) for row in shown)
    highest, lowest = (f"{number(row['score'], places)} ({row['system']})" for row in (shown[0], shown[-1]))
    label = label_of(shown)
    return [
        *wrapped(f"== {name}: {shown[0]['n']:,} segments, {many(len(shown), 'system')} =="),
        *wrapped(f"{label} of the whole corpus: {highest} to {lowest}" if len(shown) > 1 else f"{label}: {highest}"),
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
