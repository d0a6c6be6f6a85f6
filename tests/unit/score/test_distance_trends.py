import numpy as np
import pytest

from extractors.core.errors import InputError
from extractors.extract import select
from extractors.score.distance_trends import largest_distances, trend_tables
from extractors.score.scorer import SetScorer
from extractors.score.statistics.statistics_settings import StatisticsSettings
from tests.builders.hits import hits
from tests.builders.scored import ribes_of
from tests.builders.sets import ranges

SETTINGS = StatisticsSettings(trials=200)
WANTED = {"a": ranges(minimum=[0, 1, 2, 3], exact=[0])}


def trends(systems, found, wanted=WANTED, lengths=None):
    scorer = SetScorer.of(systems, {})
    lengths = np.full(len(systems[0].rows), 9, dtype=np.int32) if lengths is None else lengths
    return trend_tables(scorer, select.select(found, wanted), found, lengths, SETTINGS, run="r")


def trend(values, found, **how):
    return of_systems(trends(ribes_of(values, s=0.0), found, **how))


def of_systems(table):
    return [row for row in table.to_pylist() if row["system"] is not None]


def of_mean(table):
    return [row for row in table.to_pylist() if row["system"] is None]


def test_a_segment_has_the_largest_distance_of_its_hits():
    ids, distances = largest_distances(hits((4, "a", 1), (2, "a", 0), (4, "a", 3), (2, "b", 7)))["a"]
    assert (ids.tolist(), distances.tolist()) == ([2, 4], [0, 3])


def test_a_score_that_falls_by_a_tenth_a_word_has_that_slope():
    distances = np.random.default_rng(1).permutation(np.repeat([0, 1, 2, 3], 12))
    (row,) = trend(1 - distances / 10, hits(*((i, "a", d) for i, d in enumerate(distances.tolist()))))
    assert row["spearman"] == pytest.approx(-1)
    assert -1 <= row["pearson"] < -0.5
    assert row["slope"] == pytest.approx(-0.1)
    assert row["p"] == pytest.approx(2 / 201)
    assert row["p_bh"] == row["p"]
    assert (row["sets"], row["n"], row["buckets"], row["too_small"]) == (4, 48, 4, False)
    assert row["signature"] == "RIBES|nrefs:1|perm:200|seed:12345|cluster:segment|case:lc"
    assert abs(row["expected"]) < 0.03


def test_a_fall_that_lengths_explain_is_expected():
    distances = np.repeat([0, 1, 2, 3], 20)
    found = hits(*((i, "a", d) for i, d in enumerate(distances.tolist())))
    (row,) = trend(1 - distances / 10, found, lengths=(distances * 10 + 5).astype(np.int32))
    assert row["slope"] == pytest.approx(row["expected"], abs=1e-9)
    assert row["p"] == 1.0


def test_a_phenomenon_without_hits_has_rows_without_numbers():
    table = trends(ribes_of(np.ones(9), s=0.0), hits((1, "b", 2)))
    for row in table.to_pylist():
        assert (row["n"], row["buckets"], row["too_small"]) == (0, 0, True)
        assert row["spearman"] is row["pearson"] is row["slope"] is row["expected"] is row["p"] is row["p_bh"] is None
    assert [row["sets"] for row in table.to_pylist()] == [0, None]


def test_few_segments_in_one_bucket_have_no_slope():
    (row,) = trend(np.arange(9.0), hits((1, "a", 0), (5, "a", 3)))
    assert (row["n"], row["buckets"], row["slope"], row["p"]) == (2, 1, None, None)


def test_hits_of_other_sets_are_refused():
    found = hits((1, "a", 0), (5, "a", 3))
    table = select.select(found, WANTED)
    scorer = SetScorer.of(ribes_of(np.ones(9), s=0.0), {})
    with pytest.raises(InputError, match="the hits of a are not those of its sets"):
        trend_tables(scorer, table, hits((1, "a", 0)), np.full(9, 9, dtype=np.int32), SETTINGS)
    with pytest.raises(InputError, match="has segment 5, the corpus here has only 3"):
        trend_tables(scorer, table, found, np.full(3, 9, dtype=np.int32), SETTINGS)


def test_the_trend_of_a_phenomenon_is_that_of_the_mean_over_the_systems():
    rng = np.random.default_rng(2)
    distances = rng.permutation(np.repeat([0, 1, 2, 3], 12))
    found = hits(*((i, "a", d) for i, d in enumerate(distances.tolist())))
    hard = rng.normal(scale=0.5, size=48)
    parts = {"steep": -distances / 2 + hard, "flat": hard, "rising": distances / 10 + hard}
    systems = [one for name, values in parts.items() for one in ribes_of(values, **{name: 0.0})]
    made = trends(systems, found)
    (row,) = of_mean(made)
    for name in ("slope", "expected"):
        assert row[name] == pytest.approx(np.mean([one[name] for one in of_systems(made)])), name
    (mean,) = trend(np.mean(list(parts.values()), axis=0), found)
    assert row["p"] == pytest.approx(mean["p"])
    assert row["p"] < 0.05
    assert (row["n"], row["buckets"], row["too_small"]) == (48, 4, False)
    assert row["signature"] == of_systems(made)[0]["signature"]
