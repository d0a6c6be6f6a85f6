import numpy as np
import pytest

from extractors.formats.sets import UNMATCHED
from extractors.scoring.statistics import samples
from extractors.scoring.statistics.samples import sample_sums
from tests.builders.statistics_rows import random_rows


def test_the_sum_of_a_sample_counts_a_segment_as_often_as_it_is_drawn_and_leaves_gaps_out():
    rows = random_rows(20)
    samples = np.array([[10, UNMATCHED, 12, 12], [11, UNMATCHED, UNMATCHED, 14], [UNMATCHED] * 4])
    sums = sample_sums(samples, rows)
    assert sums[0] == pytest.approx(rows[10] + 2 * rows[12])
    assert sums[1] == pytest.approx(rows[11] + rows[14])
    assert not sums[2].any()
    assert sample_sums(np.empty((0, 4), dtype=int), rows).shape == (0, 3, 2)


def test_sums_of_samples_over_blocks_of_segments_are_the_same(monkeypatch):
    rng = np.random.default_rng(3)
    rows, drawn = rng.integers(9, size=(50, 2, 3)).astype(np.uint16), rng.integers(-1, 50, size=(4, 30))
    whole = sample_sums(drawn, rows)
    monkeypatch.setattr(samples, "ROWS_AT_ONCE", 7)
    monkeypatch.setattr(samples, "MEMBERS_AT_ONCE", 1)
    assert np.array_equal(sample_sums(drawn, rows), whole)
    monkeypatch.setattr(samples, "DENSE", 0)
    assert np.array_equal(sample_sums(drawn, rows), whole)
    assert np.array_equal(whole[2], rows[drawn[2][drawn[2] >= 0]].sum(axis=0))
