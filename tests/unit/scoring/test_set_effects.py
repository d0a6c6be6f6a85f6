"""Phenomena for all systems together: beside the rows of the systems, and against formulas."""

import numpy as np
import pytest

from extractors.formats.statistics import Statistics
from extractors.scoring.documents import ALONE, SegmentClusters
from extractors.scoring.sampled_sets import sampled_sets
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests.builders.scored import concluded, large, pool_of
from tests.builders.sets import sets_of

FAST = StatisticsSettings(resamples=20, trials=10)
N = 240


def systems(values):
    """Statistics of systems whose score is the mean of one number a segment; NaN where there is none."""
    return [
        Statistics(
            system=f"s{k}",
            metric="m",
            rows=np.stack([np.nan_to_num(column), np.isfinite(column)], axis=1),
            signature="m|x",
        )
        for k, column in enumerate(np.asarray(values).T)
    ]


def found(values, sets, pool=None, **how):
    """The conclusions on sets, each of the segments with the distances of its hits."""
    rows = [(segment, name, distance) for name, distances in sets.items() for segment, distance in distances.items()]
    sampled = sampled_sets(sets_of(*rows, minimum=[0, 1, 3], exact=[0, 3]), None)
    options = {"m": {"segment_scores": True, "higher_is_better": True, "sees": "source"}}
    pool = pool_of(np.full(len(values), 9)) if pool is None else pool
    return concluded(systems(values), sampled, options, how.pop("settings", FAST), pool=pool, **how)


def effects(*arguments, **how):
    """By phenomenon and minimum distance."""
    rows = found(*arguments, **how).effects.to_pylist()
    return {(row["phenomenon"], row["distance_from"]): row for row in rows if row["kind"] == "minimum"}


def noise(columns=4, seed=1):
    """Scores of systems that share what makes a segment hard."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(N, 1)) + rng.normal(scale=0.4, size=(N, columns))


AT_ONE = dict.fromkeys(range(60), 1)
"""Sixty hits at distance 1: the sets at minimum distances 0 and 1 are the same segments."""


def test_an_effect_is_the_mean_of_the_systems_differences():
    chosen, some, pool = large(worse=range(0, 60, 4))
    conclusions = concluded(chosen, some, {}, FAST, pool=pool)
    assert {row["kind"] for row in conclusions.effects.to_pylist()} == {"minimum", "exact"}
    for row in conclusions.effects.to_pylist():
        place = ("metric", "phenomenon", "kind", "distance_from")
        beside = [other for other in conclusions.scores.to_pylist() if all(other[name] == row[name] for name in place)]
        differences = [other["difference"] for other in beside]
        assert row["systems"] == len(differences) == 2
        assert row["difference"] == pytest.approx(np.mean(differences))
        assert row["below"] == sum(difference < 0 for difference in differences)
        assert {(other["n"], other["compared"]) for other in beside} == {(row["n"], row["n"] - row["not_compared"])}


def test_of_means_the_test_is_the_one_of_the_segments_mean_scores():
    values = noise()
    row = effects(values, {"p": AT_ONE})["p", 0]
    of_segments = values.mean(axis=1)
    error = np.sqrt(of_segments[:60].var(ddof=1) / 60 + of_segments[60:].var(ddof=1) / 180)
    assert row["standard_error"] == pytest.approx(error)
    # More systems on the same segments are no more segments.
    alone = effects(values[:, :1], {"p": AT_ONE})["p", 0]
    assert row["standard_error"] > 0.8 * alone["standard_error"]
    assert row["units"] == 60
    assert row["difference_low"] < row["difference"] < row["difference_high"]
    assert row["signature"] == "m|x|se:jackknife.segments"


def test_documents_are_what_is_independent_where_they_are_known():
    rng = np.random.default_rng(2)
    documents = np.arange(N) // 12
    values = noise() + rng.normal(scale=2, size=20)[documents, None]
    sets = {"p": {i: 1 for i in range(N) if documents[i] % 2 and i % 3}}
    clusters = SegmentClusters("document", documents)
    before, after = (found(values, sets, clusters=of).effects.to_pylist()[0] for of in (ALONE, clusters))
    assert after["difference"] == before["difference"]
    assert after["standard_error"] > 1.5 * before["standard_error"]
    assert after["p"] > before["p"]
    assert (before["units"], after["units"]) == (80, 10)
    assert after["signature"].endswith("|se:jackknife.documents")


def test_sets_without_segments_or_controls_are_rows_without_numbers():
    rows = effects(noise(), {"p": AT_ONE}, pool=pool_of(np.arange(N) * 9))
    row, empty = rows["p", 0], rows["p", 3]
    assert (row["n"], row["not_compared"], row["systems"]) == (60, 60, 0)
    assert (empty["n"], empty["not_compared"], empty["systems"]) == (0, 0, 0)
    for one in (row, empty):
        assert one["difference"] is one["p"] is one["units"] is None
