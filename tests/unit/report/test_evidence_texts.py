"""The evidence on a phenomenon in words."""

import os

from extractors.formats import tables
from extractors.formats.conclusions import CONCLUSIONS
from extractors.report.evidence_texts import evidence_texts, read_conclusions
from tests.builders.finding_rows import conclusion, finding, write_tables
from tests.builders.rows import table_of

FINDINGS = [finding("a", -3.0, 0.01), finding("b", -2.0, 0.02), finding("c", -1.0, 0.4), finding("d", -1.0, 0.03)]
ROWS = {
    row["phenomenon"]: row
    for row in (conclusion("a", -0.1, 0.01), conclusion("b", 0.0, 0.9), conclusion("c", -0.2, 0.01), conclusion("d"))
}


def test_conclusions_of_older_findings_are_not_read(tmp_path):
    write_tables(tmp_path, FINDINGS, [])
    assert read_conclusions(tmp_path) == {}
    tables.write(table_of(CONCLUSIONS, list(ROWS.values())), tmp_path / CONCLUSIONS.file)
    assert read_conclusions(tmp_path) == ROWS
    os.utime(tmp_path / CONCLUSIONS.file, (0, 0))
    assert read_conclusions(tmp_path) == {}


def test_the_evidence_is_words_marks_and_detection_as_far_as_known():
    marked = {"marked_rate": 0.25, "marked_n": 1200, "marked_difference": 0.031}
    row = conclusion("a", -0.1, 0.0001, **marked)
    assert evidence_texts(
        finding("a", -3.0, 0.01, precision="97 % of 29 hits judged by a large language model in news"), row
    ) == [
        "its own words match a reference in 60.0 % of 90 hits, -10.0 points compared with control words [-13.0, -7.0],"
        " p (BH) <0.001",
        "people marked errors in 25.0 % of 1,200 hits, +3.1 points compared with control words, not tested",
        "right hits: 97 % of 29 hits judged by a large language model in news",
    ]


def test_marks_stand_beside_those_of_human_translations():
    people = {"marked_humans": 0.05, "marked_beyond": -0.019, "marked_beyond_low": -0.04, "marked_beyond_high": 0.002}
    row = conclusion("a", marked_rate=0.25, marked_n=1200, marked_difference=0.031, **people)
    assert evidence_texts(finding("a", -3.0, 0.01), row)[0] == (
        "people marked errors in 25.0 % of 1,200 hits, +3.1 points compared with control words, of human translations"
        " +5.0: -1.9 [-4.0, +0.2] beyond these, not tested"
    )
