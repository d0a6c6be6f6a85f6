"""Hits that people and a metric marked: shares of each other, with what chance would give."""

import numpy as np
import pytest

from extractors.words.agreement_at_hits import agreement_rows

SEGMENTS = 40


def marks(annotation, marked, systems=("x", "y")):
    """A hit in each segment; `marked`: of (system, segment), the share of raters who marked it, or None."""
    return [
        {
            "annotation": annotation,
            "system": system,
            "segment_id": segment,
            "phenomenon": "p" if segment % 2 else "q",
            "head": 1,
            "dependent": 2,
            "marked": share,
        }
        for system in systems
        for segment in range(SEGMENTS)
        if (share := marked((system, segment))) is not None
    ]


def rows(people, metric, clusters=None):
    clusters = np.arange(SEGMENTS) if clusters is None else clusters
    found = agreement_rows(marks("esa", people), marks("xcomet", metric), clusters=clusters, run="r")
    return {(row["system"], row["phenomenon"]): row for row in found}


def test_shares_are_of_hits_that_both_looked_at():
    found = rows(lambda at: (at[1] < 20) * 0.5 if at[1] < 30 else None, lambda at: float(at[1] < 10 and at[0] == "x"))
    both = found[None, None]
    assert both["n"] == 60
    assert (both["found"], both["confirmed"]) == (0.25, 1)
    assert (both["marked_by_metric"], both["marked_by_people"]) == (pytest.approx(1 / 6), pytest.approx(2 / 3))
    assert both["found_low"] < 0.25 < both["found_high"] < 0.6
    assert not both["too_small"]
    assert found["x", "p"]["found"] == 0.5
    assert found["x", "p"]["too_small"]
    assert next(iter(found)) == (None, None)


def test_without_marks_there_is_no_share():
    row = rows(lambda _: 0.4, lambda at: float(at[1] == 1))["y", None]
    assert (row["marked_by_people"], row["found"], row["found_low"]) == (0, None, None)
    assert row["confirmed"] == 0


def test_hits_of_one_document_tell_less():
    def people(at):
        return float(at[1] // 10 % 2)

    def metric(at):
        return float(at[1] >= 20)

    alone, together = (rows(people, metric, clusters)[None, None] for clusters in (None, np.arange(SEGMENTS) // 10))
    assert alone["found"] == together["found"] == 0.5
    assert together["found_high"] - together["found_low"] > alone["found_high"] - alone["found_low"]
