"""The sentence of a phenomenon with what a paper needs besides: n, interval, corrected p, tests, and the signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from extractors.core.errors import unknown
from extractors.core.rounding import decimals
from extractors.formats.findings import TESTED, TEXT
from extractors.report.numbers import interval, is_significant, number, p_text
from extractors.report.terminal_findings import of_primary
from extractors.score.claims import claim, expected_in_words, label_in_words, place_in_words
from extractors.score.run_manifest import Manifest

Row = Mapping[str, Any]
Rows = Sequence[Row]


def where_of(made: Manifest) -> str:
    """Where a statement about a corpus holds, to begin a sentence with: `On wmt21-en-de (English to German)`."""
    return place_in_words(made.corpus.name, made.corpus.source_language, made.corpus.target_language)


def paper_sentence(findings: Rows, corpus: Rows, phenomenon: str, *, alpha: float, where: str, others: str) -> str:
    """The claim of a phenomenon with its test, and the signature of metric and test in the last parentheses.

    Args:
        findings: all rows of FINDINGS, since the correction is over all that are tested.
        corpus: the rows of CORPUS_SCORES.
        alpha: corrected p-values below it are significant.
        where, others: as of `claim`.
    """
    rows = {row["phenomenon"]: row for row in findings}
    if phenomenon not in rows:
        raise unknown("phenomenon", phenomenon, rows)
    row = rows[phenomenon]
    places = decimals(abs(of["score"]) for of in of_primary(corpus, findings))
    counted = f"{row['n']:,} segments"
    if row["not_compared"]:
        counted += f", {row['not_compared']:,} more without controls"
    if row["status"] == TEXT:
        said = claim(row, places=places, where=where, others=others)
        ends = interval(row["systems_low"], row["systems_high"], places)
        return f"{said} ({counted}; 95 % interval of the systems' difference {ends}; {row['signature']})."
    if row["status"] != TESTED:
        return f"{where}, segments with {label_in_words(row)} were not tested ({row['status']})."
    tests = sum(of["status"] == TESTED for of in findings)
    p = p_text(row["p_bh"])
    selected = "95 % interval adjusted for selection" if is_significant(row, alpha) else "95 % interval"
    tested = f"{counted}; {selected}; p {p if p[0] == '<' else f'= {p}'} after Benjamini and Hochberg's correction over"
    tested += f" {tests} {'test' if tests == 1 else 'tests'}; a true difference of"
    tested += f" {number(row['detectable'], places)} is found four times in five"
    tested += "".join(f"; {said}" for said in (expected_in_words(row, places), row["signature"]) if said)
    begun = "" if is_significant(row, alpha) else "No significant difference: "
    said = claim(row, places=places, where=where[0].lower() + where[1:] if begun else where, others=others)
    return f"{begun}{said} ({tested})."
