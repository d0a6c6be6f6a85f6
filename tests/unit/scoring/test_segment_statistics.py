import numpy as np
import pytest

from extractors.formats import tables
from extractors.formats.segments import HYPOTHESES
from extractors.formats.statistics import Statistics, read_against, read_statistics, write_statistics
from extractors.scoring import segment_statistics
from extractors.scoring.segment_statistics import SYSTEMS_AT_ONCE, statistics_to_files
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
    systems = {f"x{number}": [*output[number % 3 :], *output[: number % 3]] for number in range(SYSTEMS_AT_ONCE + 1)}
    for name, lines in systems.items():
        table = table_of_columns(HYPOTHESES, {"segment_id": range(3), "hypothesis": lines})
        tables.write(table, tmp_path / f"{name}.parquet")
    files = {name: tmp_path / f"{name}.parquet" for name in systems}
    how = {"metric": "chrf", "options": {}, "humans": ["A", "B"]}
    statistics_to_files(files, tmp_path / "segments.parquet", **how, folder=tmp_path / "made")
    for name in systems:
        assert_same(read_statistics(tmp_path / f"made/{name}.parquet"), name, systems[name], list(texts.values()))
    by_reference = {one.reference: one for one in read_against(tmp_path / "made", list(systems))}
    assert list(by_reference) == ["A", "B"]
    for reference, other in (("A", "B"), ("B", "A")):
        for found in by_reference[reference].systems:
            assert_same(found, found.system, systems[found.system], [texts[reference]])
        (found,) = by_reference[reference].humans
        assert_same(found, other, texts[other], [texts[reference]])


def assert_same(found, system, output, references):
    expected = segment_statistics.statistics(
        system=system, metric="chrf", options={}, hypotheses=output, references=references
    )
    assert (found.system, found.metric, found.signature) == (expected.system, expected.metric, expected.signature)
    assert np.array_equal(found.rows, expected.rows)
    assert ("|nrefs:var|" in found.signature) == (len(references) > 1)
