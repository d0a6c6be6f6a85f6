"""The evidence on a phenomenon in words, and the hits under a finding at marked words."""

import os

import pytest

from extractors.formats import tables
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.hits import HITS
from extractors.formats.human_errors import HUMAN_ERROR_HITS
from extractors.formats.segments import HYPOTHESES, SEGMENTS
from extractors.report.evidence_texts import evidence_texts, marked_examples, read_conclusions
from tests.builders.finding_rows import conclusion, finding, write_tables
from tests.builders.rows import blank, table_of

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


SOURCES = ["She put the lamp on the table and then off .", "He gave up .", "They left ."]
FOUND = {"marked_rate": 0.4, "marked_n": 50, "marked_difference": 0.1, "marked_p_bh": 0.01}


@pytest.fixture
def folder(tmp_path):
    texts = {"systems/s": ["x", "Er gab .", "y"], "post_edits/s": ["x", "Er gab auf .", "y"]}
    for name, lines in texts.items():
        (tmp_path / name).parent.mkdir()
        rows = [{"segment_id": n, "hypothesis": line} for n, line in enumerate(lines)]
        tables.write(table_of(HYPOTHESES, rows), tmp_path / f"{name}.parquet")
    rows = [{"segment_id": n, "source": text} for n, text in enumerate(SOURCES)]
    tables.write(table_of(SEGMENTS, rows), tmp_path / "segments.parquet")
    key = {"phenomenon": "particle_verb", "head": 1, "dependent": 2}
    forms = [("put", "off"), ("gave", "up"), ("left", "left")]
    hits = [
        key | {"segment_id": n, "head_form": head, "dependent_form": other} for n, (head, other) in enumerate(forms)
    ]
    tables.write(table_of(HITS, hits), tmp_path / HITS.file)
    for annotation in ("post-edits", "mqm"):
        marked = [
            key
            | {"annotation": annotation, "system": "s", "segment_id": n, "marked": float(n < 2), "spans": ["auf"] * 2}
            for n in range(3)
        ]
        folder = tmp_path / annotation
        tables.write(table_of(HUMAN_ERROR_HITS, marked), folder / HUMAN_ERROR_HITS.file)
    return tmp_path


def lines(folder, annotation="post-edits", most=1, **changed):
    (folder / annotation / HUMAN_ERROR_HITS.file).rename(folder / HUMAN_ERROR_HITS.file)
    row = blank(CONCLUSIONS) | FOUND | {"phenomenon": "particle_verb", "marked_annotation": annotation} | changed
    return marked_examples(folder, {"particle_verb": row}, alpha=0.05, width=200, most=most)


def test_under_a_finding_stands_the_marked_hit_of_the_shortest_segment(folder):
    assert lines(folder) == [
        "  1: changed to auf",
        "    [gave ... up] He gave up .",
        "    s Er gab .",
        "    post-edit Er gab auf .",
    ]


def test_marks_of_people_are_shown_in_the_output(folder):
    example = lines(folder, "mqm", most=5)
    assert example[:3] == ["  1: marked auf", "    [gave ... up] He gave up .", "    s Er gab ."]
    # The third hit is not marked.
    assert len(example) == 6


@pytest.mark.parametrize("p", [None, 0.2])
def test_of_what_is_not_significant_no_hit_is_shown(folder, p):
    assert lines(folder, marked_p_bh=p) == []
