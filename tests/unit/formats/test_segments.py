"""Texts that are strings only while they are asked for."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.formats.segments import Texts, read_corpus, read_references
from tests.builders.segments import write_segments

BOUNDS = st.none() | st.integers(-7, 7)


@given(st.lists(st.text(max_size=3), max_size=6), BOUNDS, BOUNDS, st.sampled_from([None, 1, 2, -1]))
def test_texts_are_as_a_list(segments, start, stop, step):
    texts = Texts(pa.chunked_array([segments[:2], segments[2:]], type=pa.string()))
    assert list(texts) == segments
    assert len(texts) == len(segments)
    assert texts[start:stop:step] == segments[start:stop:step]
    assert [texts[i] for i in range(-len(segments), len(segments))] == segments * 2
    with pytest.raises(IndexError):
        texts[len(segments)]


def test_references_are_those_of_the_corpus(tmp_path):
    references = {"A": ["one", "two"], "B": ["1", "2"]}
    write_segments(tmp_path / "segments.parquet", references)
    assert {n: list(texts) for n, texts in read_references(tmp_path / "segments.parquet").items()} == references
    assert read_corpus(tmp_path / "segments.parquet").references == references


@pytest.mark.parametrize("read", [read_corpus, read_references])
def test_a_row_that_lacks_a_reference_is_refused(read, tmp_path):
    write_segments(tmp_path / "segments.parquet", {"A": ["one"], "B": ["1"]})
    table = pa.parquet.read_table(tmp_path / "segments.parquet")
    lacking = table.set_column(2, table.schema.field(2), pa.array([["one"]]))
    pa.parquet.write_table(lacking, tmp_path / "segments.parquet")
    with pytest.raises(InputError, match="does not have all 2 references"):
        read(tmp_path / "segments.parquet")
