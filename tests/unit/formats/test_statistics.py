import numpy as np
import pytest

from extractors.formats.statistics import Statistics, read_statistics, write_statistics


@pytest.mark.parametrize("rows", [np.arange(12, dtype=np.uint16).reshape(4, 3), np.array([[0.5, 1.0], [-2.25, 1.0]])])
def test_statistics_come_back_as_they_were_written(tmp_path, rows):
    path = tmp_path / "statistics/bleu/a.parquet"
    write_statistics(Statistics(system="a", metric="bleu", rows=rows, signature="BLEU|x"), path)
    found = read_statistics(path)
    assert (found.system, found.metric, found.signature) == ("a", "bleu", "BLEU|x")
    assert (found.rows == rows).all()
    assert found.rows.dtype == rows.dtype
