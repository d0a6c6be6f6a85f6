import numpy as np
import pytest

from extractors.scoring.sampled_sets import sampled_sets
from extractors.scoring.statistics.pvalues import benjamini_hochberg
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests.builders.scored import concluded, large, pool_of, ribes_of
from tests.builders.sets import sets_of

SETTINGS = StatisticsSettings(resamples=300, trials=300)


def pairs(found):
    rows = found.comparisons.to_pylist()
    return {(r["metric"], r["minimum_distance"], r["system_a"], r["system_b"]): r for r in rows}


def whole(n):
    """One set of all n segments."""
    table = sets_of(*((i, "a", 0) for i in range(n)))
    return sampled_sets(table, None)


def test_a_system_that_is_better_everywhere_is_alone_in_its_cluster():
    values = np.random.default_rng(1).normal(size=40)
    found = concluded(ribes_of(values, low=-0.5, top=0.5, twin=-0.5), whole(40), {}, SETTINGS)
    rows = pairs(found)
    one = rows["ribes", 0, "low", "top"]
    assert one["difference"] == pytest.approx(-1.0)
    assert (one["difference_low"], one["difference_high"]) == pytest.approx((-1.0, -1.0))
    assert one["p"] == pytest.approx(1 / 301)
    assert one["p_bh"] == pytest.approx(3 / 2 / 301)
    assert one["p_randomisation"] == pytest.approx(1 / 301)
    assert rows["ribes", 0, "low", "twin"]["p"] == 1.0
    assert rows["ribes", 0, "low", "twin"]["p_randomisation"] == 1.0
    ranks = {r["system"]: r for r in found.ranks.to_pylist()}
    assert [r["system"] for r in found.ranks.to_pylist()] == ["top", "low", "twin"]
    assert [(r["rank"], r["cluster"], r["best_rank"], r["worst_rank"]) for r in ranks.values()] == [
        (1, 1, 1, 1),
        (2, 2, 2, 3),
        (2, 2, 2, 3),
    ]
    assert (
        ranks["top"]["signature"]
        == "RIBES|nrefs:1|bs:300|seed:12345|ar:300|seed:12345|cluster:segment|case:lc|alpha:0.05"
    )


def test_who_loses_more_on_the_phenomenon_is_found():
    systems, some, pool = large(n=80, worse=range(0, 80, 2))
    one = pairs(concluded(systems, some, {}, SETTINGS, pool=pool))["bleu", 0, "even", "uneven"]
    assert one["interaction"] > 0
    assert one["interaction_low"] > 0
    assert one["interaction_p_bh"] < 0.05


def test_the_family_is_the_pairs_of_one_set_and_metric():
    values = np.random.default_rng(2).normal(size=(3, 40))
    systems = [ribes_of(v, **{name: 0.3 * i})[0] for i, (name, v) in enumerate(zip("abc", values, strict=True))]
    rows = concluded(systems, whole(40), {}, SETTINGS).comparisons.to_pylist()
    assert [r["p_bh"] for r in rows] == pytest.approx(benjamini_hochberg([r["p"] for r in rows]))


def test_small_sets_are_in_no_family_and_not_shuffled():
    systems, some, pool = large()
    rows = pairs(concluded(systems, some, {}, SETTINGS, pool=pool))
    small = rows["bleu", 3, "even", "uneven"]
    assert small["too_small"]
    assert small["p"] is not None
    assert small["p_bh"] is small["interaction_p_bh"] is small["p_randomisation"] is None


def test_what_rests_on_few_controls_is_in_no_family_of_interactions():
    systems, some, _ = large()
    # Of the 30 segments of the set 4 have controls.
    pool = pool_of([12] * 4 + [13] * 4 + [*range(100, 152)], tolerance=0)
    one = pairs(concluded(systems, some, {}, SETTINGS, pool=pool))["bleu", 0, "even", "uneven"]
    assert not one["too_small"]
    assert one["p_bh"] is not None
    assert one["interaction_p"] is not None
    assert one["interaction_p_bh"] is None


def test_one_system_has_a_rank_and_no_pairs():
    systems, some, pool = large()
    found = concluded(systems[:1], some, {}, SETTINGS, pool=pool)
    assert found.comparisons.num_rows == 0
    assert {r["rank"] for r in found.ranks.to_pylist()} == {1}


def test_no_sets_make_empty_tables():
    systems, _, pool = large()
    found = concluded(systems, [], {}, SETTINGS, pool=pool)
    assert [table.num_rows for table in vars(found).values()] == [0] * 7
