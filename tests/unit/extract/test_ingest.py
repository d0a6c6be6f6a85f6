import logging

import pytest

from extractors.core.errors import InputError
from extractors.extract.ingest import ingest, ingest_system
from extractors.formats import tables
from extractors.formats.segments import read_corpus
from extractors.inputs.places import parse


@pytest.fixture
def files(tmp_path):
    (tmp_path / "s.de").write_text("eins\n\ndrei\n")
    (tmp_path / "a.en").write_text("one\ntwo\nthree\n")
    (tmp_path / "b.en").write_text("1\n2\n3\n")
    return tmp_path


def ingest_files(files, **references):
    return ingest(
        source=parse(files / "s.de"),
        references={name: parse(path) for name, path in references.items()},
        source_language="de",
        target_language="en",
    )


def test_a_round_trip_keeps_order_empty_segments_and_names(files, caplog):
    with caplog.at_level(logging.WARNING, "extractors"):
        tables.write(ingest_files(files, B=files / "b.en", A=files / "a.en"), files / "segments.parquet")
    read = read_corpus(files / "segments.parquet")
    assert read.source == ["eins", "", "drei"]
    assert read.references == {"B": ["1", "2", "3"], "A": ["one", "two", "three"]}
    assert (read.source_language, read.target_language) == ("de", "en")
    assert "1 empty segments, kept (the first is segment_id 1)" in caplog.text


def test_line_counts_that_differ_name_file_and_line(files):
    (files / "a.en").write_text("one\ntwo\n")
    with pytest.raises(InputError, match=r"2 segments, but the source .*s\.de has 3") as caught:
        ingest_files(files, A=files / "a.en")
    assert caught.value.path == files / "a.en"
    assert caught.value.line == 3


def test_a_placeholder_output_is_warned_of_and_an_ordinary_one_is_not(files, caplog):
    (files / "x.en").write_text("N/A\nN/A\nN/A\n")
    with caplog.at_level(logging.WARNING, "extractors"):
        ingest_system(place=parse(files / "a.en"), source=[""] * 3, source_name="s.de")
        assert not caplog.text
        ingest_system(place=parse(files / "x.en"), source=[""] * 3, source_name="s.de")
    assert "3 of 3 hypotheses are 'N/A'" in caplog.text
