import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from extractors.scoring.statistics.clusters import cluster


def p_values(systems, *different):
    p = np.ones((systems, systems))
    for i, j in different:
        p[i, j] = p[j, i] = 0.001
    return p


def test_a_boundary_stands_where_all_above_differ_from_all_below():
    # In the order of scores 2, 0, 3, 1: the first two differ from the last two.
    ranking = cluster(np.array([30.0, 10, 31, 12]), p_values(4, (2, 3), (2, 1), (0, 3), (0, 1)))
    assert ranking.rank.tolist() == [2, 4, 1, 3]
    assert ranking.cluster.tolist() == [1, 2, 1, 2]
    assert ranking.best_rank.tolist() == [1, 3, 1, 3]
    assert ranking.worst_rank.tolist() == [2, 4, 2, 4]


def test_a_chain_is_one_cluster_although_its_ends_differ():
    ranking = cluster(np.array([3.0, 2, 1]), p_values(3, (0, 2)))
    assert ranking.cluster.tolist() == [1, 1, 1]
    assert ranking.best_rank.tolist() == [1, 1, 2]
    assert ranking.worst_rank.tolist() == [2, 3, 3]


def test_where_lower_is_better_the_ranking_turns():
    ranking = cluster(np.array([3.0, 2, 1]), p_values(3, (0, 1), (0, 2), (1, 2)), higher_is_better=False)
    assert ranking.rank.tolist() == ranking.cluster.tolist() == [3, 2, 1]


def test_equal_scores_share_a_rank_in_any_order():
    scores = np.array([30.0, 31, 30, 12, 30])
    for order in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 1, 0, 3]):
        assert cluster(scores[order], p_values(5)).rank.tolist() == np.array([2, 1, 2, 5, 2])[order].tolist()


def test_a_system_shares_no_rank_with_one_that_beats_it_on_other_items():
    differences = np.array([[0.0, 0, -2], [0, 0, 0], [2, 0, 0]])
    ranking = cluster(np.array([5.0, 5, 5]), p_values(3, (0, 2)), differences=differences)
    assert ranking.rank.tolist() == [3, 1, 1]
    assert ranking.best_rank.tolist() == [2, 1, 1]


def test_a_system_without_a_score_is_in_no_cluster():
    p = p_values(3, (0, 2))
    p[1] = p[:, 1] = np.nan
    ranking = cluster(np.array([3.0, np.nan, 1]), p)
    assert ranking.rank.tolist() == ranking.cluster.tolist() == [1, 0, 2]
    assert ranking.worst_rank.tolist() == [1, 0, 2]


def test_none_and_one_system():
    assert cluster(np.empty(0), np.empty((0, 0))).rank.size == 0
    assert cluster(np.array([1.0]), np.ones((1, 1))).cluster.tolist() == [1]


@given(st.integers(1, 7), st.integers(0, 10**6))
def test_systems_of_two_clusters_always_differ_and_no_finer_cut_is_possible(systems, seed):
    rng = np.random.default_rng(seed)
    p = np.triu(rng.choice([0.01, 0.5], p=[0.8, 0.2], size=(systems, systems)), 1)
    p = p + p.T + np.eye(systems)
    ranking = cluster(rng.normal(size=systems), p)
    apart = ranking.cluster[:, None] != ranking.cluster
    assert (p[apart] < 0.05).all()
    order = np.argsort(ranking.rank)
    for r in range(1, systems):
        cut = (p[np.ix_(order[:r], order[r:])] < 0.05).all()
        assert cut == (ranking.cluster[order[r]] != ranking.cluster[order[r - 1]])
    assert (ranking.best_rank <= ranking.rank).all()
    assert (ranking.rank <= ranking.worst_rank).all()
