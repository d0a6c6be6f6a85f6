import numpy as np
import pytest

from extractors.formats import tables
from extractors.formats.segments import HYPOTHESES
from extractors.formats.statistics import Statistics, read_statistics, write_statistics
from extractors.scoring import segment_statistics
from extractors.scoring.segment_statistics import statistics_to_file
from tests.builders.rows import table_of_columns
from tests.builders.segments import write_segments


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([0.0, 65535.0], np.uint16),
        ([0.0, 65536.0], np.uint32),
        ([0.5, 1.0], np.float64),
        ([-1.0, 1.0], np.float64),
        ([0.0, 5e9], np.float64),
    ],
)
def test_statistics_are_kept_in_as_few_bits_as_are_exact(values, kind, tmp_path):
    rows = np.array([values, [1.0, 1.0]]).T
    write_statistics(Statistics(system="s", metric="bleu", rows=rows, signature="x"), tmp_path / "a.parquet")
    read = read_statistics(tmp_path / "a.parquet")
    assert read.rows.dtype == kind
    assert np.array_equal(read.rows, rows)
    write_statistics(read, tmp_path / "b.parquet")
    assert (tmp_path / "b.parquet").read_bytes() == (tmp_path / "a.parquet").read_bytes()


def test_statistics_of_files_are_those_of_their_texts(tmp_path):
    texts = {"A": ["One house.", "Two houses, one street.", ""], "B": ["A house.", "Two homes on a street.", "-"]}
    output = ["A house.", "Two houses on one street.", "Nothing."]
    write_segments(tmp_path / "segments.parquet", texts)
    tables.write(table_of_columns(HYPOTHESES, {"segment_id": range(3), "hypothesis": output}), tmp_path / "x.parquet")
    files = tmp_path / "x.parquet", tmp_path / "segments.parquet"
    made = statistics_to_file(*files, system="x", metric="chrf", options={}, output=tmp_path / "made.parquet")
    expected = segment_statistics.statistics(
        system="x", metric="chrf", options={}, hypotheses=output, references=list(texts.values())
    )
    found = read_statistics(tmp_path / "made.parquet")
    assert made == 3
    assert (found.system, found.metric, found.signature) == (expected.system, expected.metric, expected.signature)
    assert np.array_equal(found.rows, expected.rows)
    assert "|nrefs:var|" in found.signature
