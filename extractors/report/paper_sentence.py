"""A finding as a sentence for a paper: n, difference, interval, corrected p, the number of tests, and the signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from extractors.core.errors import unknown
from extractors.core.rounding import decimals
from extractors.formats.findings import TESTED
from extractors.report.numbers import interval, is_significant, label_of, number, p_text
from extractors.report.summary import of_primary

Rows = Sequence[Mapping[str, Any]]


def paper_sentence(findings: Rows, corpus: Rows, phenomenon: str, *, alpha: float, others: str) -> str:
    """What the test of a phenomenon says, with the signature of metric and test in the last parentheses.

    Args:
        findings: all rows of FINDINGS, since the correction is over all that are tested.
        corpus: the rows of CORPUS_SCORES.
        alpha: corrected p-values below it are significant.
        others: what the segments are compared with: `other sentences of that length`.

    Raises:
        InputError: no such phenomenon.
    """
    rows = {row["phenomenon"]: row for row in findings}
    if phenomenon not in rows:
        raise unknown("phenomenon", phenomenon, rows)
    row = rows[phenomenon]
    at = f"{row['label']} at a distance of {row['distance']} or more" if row["distance"] else row["label"]
    if row["status"] != TESTED:
        return f"Segments with {at} were not tested ({row['status']})."
    places = decimals(abs(of["score"]) for of in of_primary(corpus, findings))
    tests = sum(of["status"] == TESTED for of in findings)
    metric = label_of([row])
    uncompared = f" ({row['not_compared']:,} more have no controls)" if row["not_compared"] else ""
    ends = interval(row["difference_low"], row["difference_high"], places)
    p = p_text(row["p_bh"])
    p = f"p {p}" if p[0] == "<" else f"p = {p}"
    selected = " adjusted for selection" if is_significant(row, alpha) else ""
    tested = f"95 % interval{selected} {ends}; {p} after Benjamini and Hochberg's correction over"
    tested += f" {tests} {'test' if tests == 1 else 'tests'}"
    one = row["systems"] == 1
    where = f"On {row['n']:,} segments with {at}{uncompared},"
    if is_significant(row, alpha):
        systems = "the system scores" if one else f"the {row['systems']} systems score on average"
        side = "lower" if row["difference"] < 0 else "higher"
        said = f"{systems} {number(abs(row['difference']), places)} {metric} {side} than on {others} ({tested})"
    else:
        score = "score of the system" if one else f"mean score of the {row['systems']} systems"
        said = (
            f"the {score} does not differ"
            f" significantly from that on {others} ({number(row['difference'], places, sign=True)} {metric}, {tested};"
            f" a difference of {number(row['detectable'], places)} would be found four times in five)"
        )
    return f"{where} {said} ({row['signature']})."
