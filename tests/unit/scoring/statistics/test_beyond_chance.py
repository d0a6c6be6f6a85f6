"""Answers beyond chance: the difference, and how often the test rejects where there is none."""

import numpy as np
import pytest

from extractors.scoring.statistics.beyond_chance import AnswerTable, Group, compare, effective_number, minus

CLUSTERS, PER_CLUSTER, COLUMNS = 60, 8, 1000
CLUSTER = np.repeat(np.arange(CLUSTERS), PER_CLUSTER)
IS_HIT = np.arange(len(CLUSTER)) % PER_CLUSTER < 2
"""Of many draws, one a column: the first two items of each cluster are hits."""
GROUPS = [Group(items, np.zeros(len(items), int)) for items in (np.flatnonzero(IS_HIT), np.flatnonzero(~IS_HIT))]


def answers_of(values, chance, u=0.0):
    spread = chance * (1 - chance)
    return AnswerTable(values[:, None], chance[:, None], np.stack([spread, spread * u])[:, :, None])


def groups(items, hits):
    """All items; the first ones are hits, in one stratum with the others."""
    numbers = np.arange(items)
    return Group(numbers[:hits], np.zeros(hits, int)), Group(numbers[hits:], np.zeros(items - hits, int))


def test_what_hits_have_by_chance_is_no_difference():
    chance = np.repeat([0.6, 0.2], 100)
    values = np.tile([1.0, 1.0, 1.0, 0.0, 0.0], 20).tolist() + np.tile([1.0, 0.0, 0.0, 0.0, 0.0], 20).tolist()
    found = compare(answers_of(np.array(values), chance), *groups(200, 100), np.arange(200) // 2)
    assert found.chance == pytest.approx(0.6)
    assert found.control == pytest.approx(0.6)
    assert found.difference == pytest.approx(0)
    assert found.p == pytest.approx(1)


def test_what_controls_have_beyond_chance_is_expected_of_hits():
    values = np.tile([1.0, 0.0], 100)
    found = compare(answers_of(values, np.full(200, 0.4)), *groups(200, 100), np.arange(200) // 2)
    assert (found.chance[0], found.control[0]) == (pytest.approx(0.4), pytest.approx(0.5))


def test_the_place_is_taken_into_account():
    u = np.concatenate([np.full(50, 0.4), np.linspace(-0.5, 0.5, 150)])
    chance = np.full(200, 0.3)
    values = chance + chance * (1 - chance) * (0.5 + u)
    found = compare(answers_of(values, chance, u), *groups(200, 50), np.arange(200))
    assert found.difference == pytest.approx(0, abs=1e-9)


def test_the_influences_of_clusters_make_the_error():
    rng = np.random.default_rng(4)
    cluster = np.repeat(np.arange(CLUSTERS), PER_CLUSTER) * 3
    values = (rng.random(len(cluster)) < 0.3).astype(float)
    hits = Group(np.arange(0, len(cluster), 4), np.zeros(len(cluster) // 4, int))
    others = np.setdiff1d(np.arange(len(cluster)), hits.item)
    found = compare(
        answers_of(values, np.full(len(cluster), 0.2)), hits, Group(others, np.zeros(len(others), int)), cluster
    )
    assert found.clusters.tolist() == sorted(set(cluster.tolist()))
    half = (found.high - found.low) / 2
    assert np.sqrt((found.influences**2).sum(axis=0)) == pytest.approx(half / 1.96, rel=1e-3)


def test_strata_of_controls_have_the_weight_of_their_hits():
    item, stratum = np.arange(60), np.repeat([0, 1, 0, 1], [15, 5, 10, 30])
    values = np.where(stratum == 0, 1.0, 0.0)
    found = compare(
        answers_of(values, np.full(60, 0.5)), Group(item[:20], stratum[:20]), Group(item[20:], stratum[20:]), item
    )
    assert found.control == pytest.approx(0.75)
    assert found.difference == pytest.approx(0)


def test_controls_of_a_stratum_without_hits_that_count_change_nothing():
    rng = np.random.default_rng(2)
    chance = rng.uniform(0.05, 0.4, 401)
    values, u = (rng.random(401) < 1.3 * chance).astype(float), rng.normal(size=401)
    # The only hit of stratum 0 does not count; its controls are those of stratum 1, which come after it.
    values[400] = np.nan
    answers, cluster, controls = answers_of(values, chance, u), np.arange(401) // 3, np.arange(100, 400)
    hits = Group(np.array([400, *range(100)]), np.repeat([0, 1], [1, 100]))
    twice = Group(np.tile(controls, 2), np.repeat([0, 1], 300))
    once = Group(controls, np.ones(300, int))
    for of_twice, of_once in zip(
        compare(answers, hits, twice, cluster), compare(answers, hits, once, cluster), strict=True
    ):
        assert of_twice == pytest.approx(of_once)


def test_hits_or_controls_of_few_clusters_are_not_tested():
    rng = np.random.default_rng(1)
    values = (rng.random(200) < 0.5).astype(float)
    few_controls = np.where(np.arange(200) < 100, np.arange(200), 100 + np.arange(200) % 9)
    for cluster, is_tested in ((np.arange(200), True), (few_controls, False), (few_controls[::-1], False)):
        found = compare(answers_of(values, np.full(200, 0.5)), *groups(200, 100), cluster)
        assert np.isnan(found.p[0]) == (not is_tested)


def test_without_a_mark_among_controls_nothing_is_known_of_them():
    chance = np.repeat([0.5, 0.0], 50)
    found = compare(answers_of(chance.round(), chance), *groups(100, 50), np.arange(100))
    assert np.isnan(found.control[0])


def test_the_effective_number_of_clusters_counts_their_weight():
    assert effective_number(np.ones((12, 1)), np.arange(12) // 3).tolist() == [4]
    assert effective_number(np.array([[1.0], [1.0], [8.0]]), np.arange(3))[0] == pytest.approx(100 / 66)
    assert effective_number(np.zeros((3, 1)), np.arange(3)).tolist() == [0]


@pytest.fixture(scope="module")
def draws():
    """Difference, interval and p of 1000 draws: clusters alike, hits of 4 of 8 items a cluster, chances of 5 to 60 %;
    in the second half of the columns hits have a fifth of the variance beyond chance."""
    rng = np.random.default_rng(5)
    chance = rng.uniform(0.05, 0.6, (len(CLUSTER), COLUMNS))
    spread = chance * (1 - chance)
    effect = np.where(IS_HIT[:, None] & (np.arange(COLUMNS) >= COLUMNS // 2), 0.6 * spread, 0)
    shared = rng.uniform(-0.5, 0.5, (CLUSTERS, COLUMNS))[CLUSTER]
    values = (rng.random(chance.shape) < chance + spread * shared + effect).astype(float)
    found = compare(AnswerTable(values, chance, np.stack([spread, spread * 0])), *GROUPS, CLUSTER)
    return found, effect[IS_HIT].mean(axis=0)


def test_where_there_is_no_difference_5_percent_reject_half_on_each_side(draws):
    found, truth = draws
    null = truth == 0
    rejected = found.p[null] < 0.05
    assert 0.03 < rejected.mean() < 0.07
    assert 0.01 < (rejected & (found.difference[null] > 0)).mean() < 0.04


def test_a_difference_is_found_and_the_interval_holds_it(draws):
    found, truth = draws
    real = truth > 0
    assert (found.p[real] < 0.05).mean() > 0.5
    assert ((found.low <= truth) & (truth <= found.high)).mean() > 0.93


def test_the_interval_leaves_out_0_where_p_is_below_5_percent(draws):
    found, _ = draws
    assert ((found.p < 0.05) == ((found.low > 0) | (found.high < 0))).all()


def test_of_two_sets_of_answers_the_difference_of_differences_rejects_as_often_as_it_says():
    # People and systems are marked at the same words: half of an answer's cause is the word, and no system's.
    rng = np.random.default_rng(7)
    chance = rng.uniform(0.1, 0.6, (len(CLUSTER), COLUMNS))
    spread = chance * (1 - chance)
    shared = np.where(rng.random(chance.shape) < 0.5, 0.5, -0.5) + np.where(IS_HIT, 0.5, 0)[:, None]
    more = np.where(IS_HIT[:, None] & (np.arange(COLUMNS) >= COLUMNS // 2), 0.7, 0)
    of_people, of_systems = (
        (rng.random(chance.shape) < chance + spread * (shared + added)).astype(float) for added in (0, more)
    )
    terms = np.stack([spread, spread * 0])
    systems, people = (compare(AnswerTable(of, chance, terms), *GROUPS, CLUSTER) for of in (of_systems, of_people))
    found = minus(systems, people)
    assert found.value == pytest.approx(systems.difference - people.difference)
    null = np.arange(COLUMNS) < COLUMNS // 2
    # Both differ from controls, and from each other in the second half alone.
    assert (people.p < 0.05).mean() > 0.5
    assert 0.03 < (found.p[null] < 0.05).mean() < 0.07
    assert (found.p[~null] < 0.05).mean() > 0.3
    assert ((found.p < 0.05) == ((found.low > 0) | (found.high < 0))).all()
    one = systems.column(3)
    assert (one.difference.tolist(), one.influences.shape) == ([systems.difference[3]], (CLUSTERS, 1))
