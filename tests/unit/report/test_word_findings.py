"""Findings at the words of hits, and the hits under them."""

import pytest

from extractors.formats import tables
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.hits import HITS
from extractors.formats.human_errors import HUMAN_ERROR_HITS
from extractors.formats.segments import HYPOTHESES, SEGMENTS
from extractors.report.evidence_texts import word_finding_lines
from tests.builders.finding_rows import finding
from tests.builders.rows import blank, table_of

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


def lines(folder, annotation="post-edits", examples=1, **changed):
    (folder / annotation / HUMAN_ERROR_HITS.file).rename(folder / HUMAN_ERROR_HITS.file)
    row = blank(CONCLUSIONS) | FOUND | {"phenomenon": "particle_verb", "marked_annotation": annotation} | changed
    findings = [finding("particle_verb", None, None, label="particle verbs")]
    return word_finding_lines(folder, findings, {"particle_verb": row}, alpha=0.05, width=200, examples=examples)


def test_the_finding_is_said_and_the_marked_hit_of_the_shortest_segment_shown(folder):
    said, *example = lines(folder)
    assert said.startswith(
        "at the words: particle verbs: post-editors changed the words of 40.0 % of 50 hits, +10.0 points"
    )
    assert example == [
        "  1: changed to auf",
        "    [gave ... up] He gave up .",
        "    s Er gab .",
        "    post-edit Er gab auf .",
    ]


def test_marks_of_people_are_shown_in_the_output(folder):
    said, *example = lines(folder, "mqm", examples=5)
    assert "people marked errors in 40.0 % of 50 hits" in said
    assert example[:3] == ["  1: marked auf", "    [gave ... up] He gave up .", "    s Er gab ."]
    # The third hit is not marked.
    assert len(example) == 6


@pytest.mark.parametrize("p", [None, 0.2])
def test_what_is_not_significant_is_not_said(folder, p):
    assert lines(folder, marked_p_bh=p) == []


@pytest.mark.parametrize(
    ("looked_up", "again", "said"),
    [(1, 0, "0 of 1 other corpus of post-edits or marks"), (3, 2, "2 of 3 other corpora of post-edits or marks")],
)
def test_where_other_post_edits_are_known_it_is_said_whether_it_is_found_again(folder, looked_up, again, said):
    found = lines(folder, marked_annotation="post-edits", marked_looked_up=looked_up, marked_found_again=again)
    assert f"found again in {said}" in " ".join(found)
