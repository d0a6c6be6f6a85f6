"""A small version of benchmarks/interval_coverage.py; seeded, so that a change of it is a change of the code."""

import dataclasses

import pytest

from benchmarks.interval_coverage import OUR_INTERVALS, coverage, false_findings, make_up

SEGMENTS = 60


@pytest.fixture(scope="module")
def population():
    population = make_up(4000)
    return dataclasses.replace(population, rows={metric: population.rows[metric] for metric in ("BLEU", "mean")})


def test_intervals_hold_the_truth_in_93_to_97_of_100_corpora(population):
    shares = coverage(population, SEGMENTS, repetitions=500, resamples=120)
    for metric in ("BLEU", "mean"):
        for name in OUR_INTERVALS:
            assert 0.93 <= shares[metric, name] <= 0.97, (metric, name)


def test_one_in_twenty_of_equal_systems_is_found_different(population):
    shares = false_findings(population, SEGMENTS, repetitions=400, trials=199)
    for metric in ("BLEU", "mean"):
        for name in ("bootstrap, t", "approximate randomisation"):
            assert 0.03 <= shares[metric, name] <= 0.07, (metric, name)
