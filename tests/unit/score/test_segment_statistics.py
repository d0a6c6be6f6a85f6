import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.extract import select
from extractors.formats.statistics import read_statistics, write_statistics
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
