"""Join the evidence on a phenomenon, the scores of its sentences and its own words, into a verdict.

| | words match less, or more | as often | unclear |
|---|---|---|---|
| systems lose more, or less | both, as `systems lose more, words match less` | both | systems lose more, or less |
| score tested, no finding | words match less, or more | no difference found | no difference found |
| score not tested | words match less, or more, score not tested | not tested | not tested |

Systems lose more or less: the test of findings is significant, of systems beyond people. Words match less or more:
systems have what a reference has for the hits' words significantly less or more often than for control words; with two
human references, beyond people, whose words match less, too, where translations are free. What people marked in systems
is told beyond what they marked in human translations, where such were rated. As often: the 95 % interval
of this difference is within KEPT; a test that finds nothing alone does not show that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY
from extractors.formats.conclusions import (
    AS_OFTEN,
    CONCLUSIONS,
    HIGHER,
    LESS,
    LOWER,
    MORE,
    NEITHER,
    NO_SCORE,
    UNTESTED,
)
from extractors.formats.findings import BY_REFERENCE, FINDINGS, copy_of
from extractors.formats.human_errors import ALL, HUMAN_ERRORS
from extractors.scoring.corrections import correct_rows
from extractors.scoring.metrics import create_metric

KEPT = 0.05
"""The largest difference, as a share of hits, of words that match as often."""
DIFFERENCE = ("difference", "difference_low", "difference_high", "p")

OF_PEOPLE = ("humans", "beyond", "beyond_low", "beyond_high")

Row = Mapping[str, Any]


def conclusion_rows(
    findings: Sequence[Row],
    words: Sequence[Row],
    marked: Sequence[Row],
    *,
    higher_is_better: bool,
    alpha: float,
) -> list[dict[str, Any]]:
    """Return the rows of CONCLUSIONS, one for each finding.

    Args:
        words: the rows of ACCURACY; none where accuracy was not measured.
        marked: the rows of HUMAN_ERRORS; none where nobody marked errors.
        higher_is_better: of the metric of the findings.
    """
    matches = [row for row in words if (row["system"], row["kind"]) == (None, "minimum")]
    every_error = (None, "minimum", ALL, ALL)
    errors = [row for row in marked if (row["system"], row["kind"], row["severity"], row["category"]) == every_error]
    rows = []
    for finding in findings:
        row: dict[str, Any] = dict.fromkeys((*(column.name for column in CONCLUSIONS.columns), "words_p", "marked_p"))
        row["phenomenon"] = finding["phenomenon"]
        if finding["beyond"] is not None:
            row["worse"] = (finding["beyond"] < 0) == higher_is_better
        if match := nearest(matches, finding):
            row |= _evidence(match, finding, "words", ("n", "accuracy", "control"))
            row["words_distance"] = match["distance_from"]
        if error := nearest(errors, finding):
            row |= _evidence(error, finding, "marked", ("annotation", "n", "rate"))
        rows.append(row)
    # Two families, one for each kind of evidence.
    for p in ("words_p", "marked_p"):
        correct_rows(rows, lambda _: "all phenomena", p)
    for finding, row in zip(findings, rows, strict=True):
        row["verdict"] = verdict(finding, row, alpha)
    return rows


def nearest(rows: Sequence[Row], finding: Row) -> Row | None:
    """Return the row nearest in distance to a finding, of several annotations the one with most hits; None if none."""
    own = [row for row in rows if row["phenomenon"] == finding["phenomenon"]]
    return min(own, key=lambda row: (abs(row["distance_from"] - finding["distance"]), -row["n"]), default=None)


def _evidence(row: Row, finding: Row, kind: str, shown: Sequence[str]) -> dict[str, Any]:
    """Return what a row shows, with difference, interval and p, for systems beyond people where that is known.

    There is no p where a reference chose the hits, or another row tests the same.
    """
    is_beyond = row["beyond"] is not None
    numbers = {f"{kind}_{name}": row[name] for name in (*shown, *DIFFERENCE, *(OF_PEOPLE if is_beyond else ()))}
    is_test = not row["too_small"] and finding["status"] != BY_REFERENCE and copy_of(finding["status"]) is None
    # Systems without a test of their own have none beyond people either.
    p = row["beyond_p"] if is_beyond and row["p"] is not None else row["p"]
    return numbers | {f"{kind}_p": p if is_test else None}


def verdict(finding: Row, row: Row, alpha: float) -> str:
    """Say what scores and words show together, by the table above. `finding`, `row`: of FINDINGS and CONCLUSIONS."""
    words = words_verdict(row, alpha)
    if finding["p_bh"] is not None and finding["p_bh"] < alpha:
        return ", ".join(filter(None, (LOWER if row["worse"] else HIGHER, words)))
    is_tested = finding["p_bh"] is not None
    if words in (LESS, MORE):
        return words if is_tested else f"{words}, {NO_SCORE}"
    return NEITHER if is_tested else UNTESTED


def words_verdict(row: Row, alpha: float) -> str:
    """Say whether words of hits match a reference less or more often than control words, or as often; empty if unclear.

    `row`: of CONCLUSIONS.
    """
    if row["words_p_bh"] is None:
        return ""
    compared = "difference" if row["words_beyond"] is None else "beyond"
    if row["words_p_bh"] < alpha:
        return LESS if row[f"words_{compared}"] < 0 else MORE
    ends = row[f"words_{compared}_low"], row[f"words_{compared}_high"]
    return AS_OFTEN if None not in ends and ends[0] > -KEPT and ends[1] < KEPT else ""


def conclusions_to_file(
    findings: str | Path,
    *,
    words: str | Path | None,
    marked: str | Path | None,
    metrics: Mapping[str, Mapping[str, Any]],
    alpha: float,
    output: str | Path,
) -> None:
    """Write CONCLUSIONS.

    Args:
        findings, words, marked: files of FINDINGS, ACCURACY and HUMAN_ERRORS, the latter two as far as there
            are any.
    """
    rows = tables.read(FINDINGS, findings).to_pylist()
    higher = all(create_metric(name, metrics[name]).higher_is_better for name in {row["metric"] for row in rows})
    errors = tables.read(HUMAN_ERRORS, marked).to_pylist() if marked else []
    conclusions = conclusion_rows(
        rows,
        tables.read(ACCURACY, words).to_pylist() if words else [],
        errors,
        higher_is_better=higher,
        alpha=alpha,
    )
    tables.write_with_csv(CONCLUSIONS.table(conclusions), output)
