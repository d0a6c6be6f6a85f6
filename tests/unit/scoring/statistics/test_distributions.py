"""The numbers are those of scipy.stats, bit by bit."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from extractors.scoring.statistics.distributions import normal_sf, t_quantile, t_sf

NUMBERS = st.floats(-40, 40) | st.sampled_from([np.inf, -np.inf, np.nan])
FREEDOM = st.integers(1, 10_000) | st.floats(0.5, 1e6) | st.sampled_from([0, -1, np.nan])


@given(st.lists(NUMBERS, max_size=5), FREEDOM, st.floats(1e-9, 1 - 1e-9))
def test_they_are_the_numbers_of_scipy_stats(x, freedom, probability):
    np.testing.assert_array_equal(normal_sf(x), stats.norm.sf(np.array(x)))
    np.testing.assert_array_equal(t_sf(x, freedom), stats.t.sf(np.array(x), freedom))
    np.testing.assert_array_equal(t_quantile(probability, freedom), stats.t.ppf(probability, freedom))
