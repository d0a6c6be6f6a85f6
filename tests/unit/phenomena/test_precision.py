"""Of each phenomenon one precision: that of read hits, or that on treebanks."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.phenomena import hits_read, parser_quality
from extractors.phenomena.hits_read import COLUMNS
from extractors.phenomena.precision import READING, TREEBANKS, Precision, of_run
from tests.builders.quality import PARSER, origin, quality_row, write_quality

DEFINITIONS = {"read": "d", "few": "d", "wrong": "d", "unsure": "d", "unread": "d", "rare": "d", "new": "other"}
ROWS = {"read": (30, 10, 5), "few": (19, 0, 0), "wrong": (0, 20, 0), "unsure": (0, 0, 20), "new": (30, 0, 0)}


@pytest.fixture
def measured(tmp_path, monkeypatch):
    """The figures of treebanks, as a file; what was read is put in the shipped table's place."""
    table = tmp_path / "reading.csv"
    with table.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(COLUMNS)
        writer.writerows((PARSER, "de", name, "d", *counts) for name, counts in ROWS.items())
    monkeypatch.setattr(hits_read, "shipped", lambda: hits_read.load(table))
    rows = [quality_row(name, 4 if name == "rare" else 50, 40, 4 if name == "rare" else 24) for name in DEFINITIONS]
    return write_quality(tmp_path / "q.csv", *rows)


def test_twenty_read_hits_take_the_place_of_treebanks(measured):
    on_treebanks = Precision(0.6, 40, TREEBANKS)
    found = of_run(origin(), DEFINITIONS, measured)
    # What is unsure counts for neither side. What has no right hit, or none that is judged, has no precision to go by.
    assert found == {"read": Precision(0.75, 40, READING), "few": on_treebanks, "unread": on_treebanks}
    assert found["read"].text == "75 % of 40 hits read in news"
    assert found["few"].text == "60 % of 40 hits on treebanks"


def test_hits_of_every_confidence_were_read(measured):
    rows = [quality_row("read", 50, 40, 24), quality_row("read", 50, 20, 18, minimum_confidence=0.6)]
    write_quality(measured, *rows)
    sure = origin(minimum_confidences={"read": 0.6})
    assert of_run(sure, DEFINITIONS, measured) == {"read": Precision(0.9, 20, TREEBANKS)}


def test_read_hits_are_known_where_treebanks_say_nothing_of_the_definition(measured):
    write_quality(measured, quality_row("read", 50, 40, 24, definition="old"))
    assert of_run(origin(), DEFINITIONS, measured) == {"read": Precision(0.75, 40, READING)}


def test_of_other_parsers_nothing_is_known_and_figures_of_another_are_refused(measured):
    assert of_run(None, DEFINITIONS) == of_run(origin("stanza:1/x:2"), DEFINITIONS) == {}
    with pytest.raises(InputError, match="was measured with the parser"):
        of_run(origin("stanza:1/x:2"), DEFINITIONS, measured)


def test_every_parser_of_read_hits_has_figures_of_its_language():
    for parser, language, *_ in hits_read.shipped():
        assert parser_quality.of_parser(parser).language == language


@given(st.integers(1, 400), st.data())
def test_the_standard_error_is_above_0_and_falls_with_the_hits(hits, data):
    value = data.draw(st.integers(0, hits)) / hits
    errors = [Precision(value, n, READING).standard_error for n in (hits, 4 * hits)]
    assert 0 < errors[1] < errors[0]
