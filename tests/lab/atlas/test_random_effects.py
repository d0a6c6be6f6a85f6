"""The values are those that metafor's documentation prints for its data set dat.bcg (Colditz et al. 1994)."""

import numpy as np
import pytest

from challenge_sets_lab.atlas.random_effects import pool

# Vaccinated with and without disease, not vaccinated with and without; degrees of latitude; year.
BCG = np.array(
    [
        [4, 119, 11, 128, 44, 1948],
        [6, 300, 29, 274, 55, 1949],
        [3, 228, 11, 209, 42, 1960],
        [62, 13536, 248, 12619, 52, 1977],
        [33, 5036, 47, 5761, 13, 1973],
        [180, 1361, 372, 1079, 44, 1953],
        [8, 2537, 10, 619, 19, 1973],
        [505, 87886, 499, 87892, 13, 1980],
        [29, 7470, 45, 7232, 27, 1968],
        [17, 1699, 65, 1600, 42, 1961],
        [186, 50448, 141, 27197, 18, 1974],
        [5, 2493, 3, 2338, 33, 1969],
        [27, 16886, 29, 17825, 33, 1976],
    ],
    dtype=float,
)
ILL, WELL, OTHER_ILL, OTHER_WELL, LATITUDE, YEAR = BCG.T
RATIOS = np.log(ILL / (ILL + WELL)) - np.log(OTHER_ILL / (OTHER_ILL + OTHER_WELL))
VARIANCES = 1 / ILL - 1 / (ILL + WELL) + 1 / OTHER_ILL - 1 / (OTHER_ILL + OTHER_WELL)


def test_the_mean_is_that_of_metafor():
    found = pool(RATIOS, VARIANCES)
    assert found.value[0] == pytest.approx(-0.7145, abs=5e-5)
    assert found.tau2 == pytest.approx(0.3132, abs=5e-5)
    assert found.i2 == pytest.approx(0.9222, abs=5e-5)
    assert found.standard_error[0] == pytest.approx(0.1808, abs=5e-5)
    assert (found.low[0], found.high[0]) == pytest.approx((-1.1084, -0.3206), abs=5e-5)
    assert found.p_value[0] == pytest.approx(0.0019, abs=5e-5)


def test_coefficients_are_those_of_metafor():
    found = pool(RATIOS, VARIANCES, np.column_stack([np.ones(13), LATITUDE, YEAR]))
    assert found.value == pytest.approx([-3.5455, -0.0280, 0.0019], abs=3e-4)
    assert (found.tau2, found.i2) == pytest.approx((0.1108, 0.7198), abs=5e-5)
    assert found.freedom == 10


def test_studies_that_agree_have_no_variance_between_them():
    found = pool(np.array([1.0, 1.01, 0.99]), np.full(3, 0.04))
    assert found.tau2 == found.i2 == 0.0
    assert found.prediction[0] <= found.low[0]


def test_one_study_has_no_interval():
    found = pool(np.array([1.0]), np.array([0.04]))
    assert np.isnan([found.standard_error[0], found.low[0], found.p_value[0]]).all()
