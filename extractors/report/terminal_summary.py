from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors.core.escapes import visible
from extractors.formats import tables
from extractors.formats.findings import FINDINGS
from extractors.formats.scores import CORPUS_SCORES
from extractors.formats.thresholds import ALPHA
from extractors.report.corpus_table import corpus_table
from extractors.report.evidence_texts import read_conclusions, verdict_lines
from extractors.report.terminal_findings import WIDTH, finding_table

Rows = Sequence[Mapping[str, Any]]


def results_text(folder: Path, *, alpha: float = ALPHA) -> str:
    """The tables of a corpus's results, and where the files are."""
    table = tables.read(FINDINGS, folder / FINDINGS.file)
    corpus = tables.read(CORPUS_SCORES, folder / CORPUS_SCORES.file).to_pylist()
    return (
        f"\n== {folder} ==\n{corpus_table(corpus)}\n{finding_table(table.to_pylist(), corpus, alpha=alpha)}"
        f"{word_lines(table.to_pylist(), read_conclusions(folder), alpha=alpha)}"
        f"{visible(f'run: {tables.run_signature(table)}')}\n"
        f"findings: {folder}/findings.csv; every set, distance and metric: {folder}/effects.csv\n"
        f"each system: {folder}/scores.csv, departures.csv, system_ranks.csv, tables/\n"
    )


def word_lines(findings: Rows, conclusions: Mapping[str, Mapping[str, Any]], *, alpha: float = ALPHA) -> str:
    """What scores and words say together; empty where no words were compared.

    Args:
        findings: the rows of FINDINGS.
        conclusions: by phenomenon, the rows of CONCLUSIONS.
    """
    lines = verdict_lines(findings, conclusions, alpha=alpha, width=WIDTH - 2)
    said = "words (points: % of hits whose words match a reference, minus % of control words):\n" * bool(lines)
    return said + "".join(f"  {line}\n" for line in lines)
