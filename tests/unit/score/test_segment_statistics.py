import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.extract import select
from extractors.formats.statistics import Statistics, read_statistics, write_statistics
from extractors.score.sampled_sets import sampled_sets
from tests.builders.hits import hits
from tests.builders.scored import sampled, statistics
from tests.builders.sets import ranges


def test_statistics_round_trip(tmp_path):
    one = statistics()[0]
    write_statistics(one, tmp_path / "x.parquet")
    back = read_statistics(tmp_path / "x.parquet")
    assert (back.system, back.metric, back.signature) == (one.system, one.metric, one.signature)
    assert np.array_equal(back.rows, one.rows)


def test_controls_of_other_sets_are_refused():
    _, drawn = sampled((0, "a", 0), (4, "a", 0), minimum=(0,))
    other = select.select(hits((0, "a", 0)), {"a": ranges(minimum=[0])})
    with pytest.raises(InputError, match="do not fit"):
        sampled_sets(other, drawn)


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
