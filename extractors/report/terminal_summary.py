from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors.core.escapes import visible
from extractors.core.rounding import decimals
from extractors.core.terminal import columns
from extractors.formats import tables
from extractors.formats.findings import FINDINGS, TESTED
from extractors.formats.scores import CORPUS_SCORES
from extractors.report.corpus_table import corpus_table
from extractors.report.evidence_texts import read_conclusions, verdict_lines
from extractors.report.numbers import by_evidence, interval, number, significance
from extractors.report.summary import WIDTH, finding_lines, of_primary, untested_lines
from extractors.score.statistics.statistics_settings import ALPHA

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


def finding_table(findings: Rows, corpus: Rows, *, alpha: float = ALPHA) -> str:
    """Every phenomenon that is tested, what the columns mean, and why others are not tested.

    Args:
        findings: the rows of FINDINGS.
        corpus: the rows of CORPUS_SCORES.
    """
    if not findings:
        return "no sets\n"
    places = decimals(abs(row["score"]) for row in of_primary(corpus, findings))
    explained = (
        "n: segments compared with controls. beyond: systems minus human translations.\n"
        "95 % intervals; those of findings account for the selection. finds: a true\n"
        "difference that the test finds four times in five.\n"
        f"*: {significance(alpha)}."
    )
    lines = [*finding_lines(findings, alpha=alpha, places=places), explained, *expected_lines(findings, places)]
    lines += untested_lines(findings)
    return "".join(f"{line}\n" for line in lines)


def expected_lines(findings: Rows, places: int) -> list[str]:
    """What is expected of each tested phenomenon from its estimate and other test sets; none if that is not known."""
    tested = by_evidence(row for row in findings if row["status"] == TESTED)
    told = [row for row in tested if row["expected"] is not None]
    rows = [
        [
            f"  {row['phenomenon']}",
            number(row["expected"], places, sign=True),
            interval(row["expected_low"], row["expected_high"], places),
            f"{100 * row['sign']:.0f} %",
            str(row["test_sets"]),
        ]
        for row in told
    ]
    head = ["expected beyond, from all that is known", "", "95 % interval", "sign", "other test sets"]
    return columns(head, rows).splitlines() if rows else []


def word_lines(findings: Rows, conclusions: Mapping[str, Mapping[str, Any]], *, alpha: float = ALPHA) -> str:
    """What scores and words say together; empty where no words were compared.

    Args:
        findings: the rows of FINDINGS.
        conclusions: by phenomenon, the rows of CONCLUSIONS.
    """
    lines = verdict_lines(findings, conclusions, alpha=alpha, width=WIDTH - 2)
    said = "words (points: % of hits whose words match a reference, minus % of control words):\n" * bool(lines)
    return said + "".join(f"  {line}\n" for line in lines)
