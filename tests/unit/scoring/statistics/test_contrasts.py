"""Differences and their standard errors against sums written out by hand and the formulas of textbooks."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.scoring.metrics.bleu import Bleu
from extractors.scoring.metrics.chrf import Chrf
from extractors.scoring.statistics.contrasts import contrast, slope
from tests.builders.contrasts import controls_of, matches
from tests.builders.statistics_rows import mean, mean_rows, random_rows

WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "ate", "it", "all"]


def text_rows(metric, n=30, systems=3, seed=0):
    """Statistics of random outputs."""
    rng = np.random.default_rng(seed)
    references = [" ".join(rng.choice(WORDS, rng.integers(4, 12))) for _ in range(n)]
    outputs = [
        [" ".join(w if rng.random() > 0.3 else "x" for w in line.split()) for line in references]
        for _ in range(systems)
    ]
    return np.stack([metric.statistics(output, [references]) for output in outputs], axis=1)


@st.composite
def designs(draw, *, segments=14, inside=False):
    """The eligible controls of each segment of a set; with `inside`, of the set too."""
    ids = sorted(draw(st.sets(st.integers(0, segments - 1), min_size=2, max_size=segments - 4)))
    pool = range(segments) if inside else [i for i in range(segments) if i not in ids]
    some = st.sets(st.sampled_from(list(pool)), min_size=2).map(sorted)
    kinds = draw(st.lists(some, min_size=1, max_size=3))
    controls = {i: draw(st.sampled_from(kinds)) for i in ids}
    weights = draw(st.lists(st.floats(0.1, 1), min_size=3, max_size=3))
    return matches(controls, segments, weights[: len(set(map(tuple, controls.values())))])


def by_hand(rows, found, score):
    """The score of the set's rows minus that of their controls' mean rows, each with its weight."""
    of_set, of_controls = np.zeros(rows.shape[1:]), np.zeros(rows.shape[1:])
    for segment, kind in zip(found.ids, found.kind, strict=True):
        of_set += found.weight[kind] * rows[segment]
        of_controls += found.weight[kind] * rows[controls_of(found, kind)].mean(axis=0)
    return score(of_set) - score(of_controls)


@settings(max_examples=25)
@given(designs(), designs(inside=True), st.integers(0, 99))
def test_the_value_is_set_minus_the_mean_of_the_eligible(outside, inside, seed):
    for found in (outside, inside):
        for metric in (Bleu(), Chrf()):
            rows = text_rows(metric, 14, seed=seed)
            assert contrast(rows, found, metric.score).value == pytest.approx(
                by_hand(rows, found, metric.score), abs=1e-9
            )
        rows = random_rows(14, seed=seed)
        values = rows[..., 0]
        weight = found.weight[found.kind]
        one = contrast(rows, found, mean)
        assert one.set_score == pytest.approx(np.average(values[found.ids], weights=weight, axis=0))
        assert one.control_score == pytest.approx(np.average(values, weights=found.weights, axis=0))


def test_of_a_mean_the_standard_error_is_welchs():
    values = np.random.default_rng(1).normal(size=100)
    values[:20] = values[:20] * 3 + 1
    found = matches(dict.fromkeys(range(20), range(20, 100)), 100)
    estimate = contrast(mean_rows(values[:, None]), found, mean).estimate()
    welch = np.sqrt(values[:20].var(ddof=1) / 20 + values[20:].var(ddof=1) / 80)
    assert estimate.standard_error[0] == pytest.approx(welch)
    assert estimate.n == 20
    assert estimate.value[0] == pytest.approx(values[:20].mean() - values[20:].mean())


@pytest.mark.parametrize("metric", [Bleu(), Chrf()])
def test_of_a_ratio_the_standard_error_is_that_of_repeated_corpora(metric):
    rows = text_rows(metric, 3000, systems=1, seed=5)
    rng = np.random.default_rng(6)
    found = matches(dict.fromkeys(range(60), range(60, 240)), 240)
    drawn = [contrast(rows[rng.choice(3000, 240)], found, metric.score) for _ in range(400)]
    errors = [one.estimate().standard_error[0] for one in drawn]
    assert np.mean(errors) == pytest.approx(np.std([one.value[0] for one in drawn]), rel=0.1)


@settings(max_examples=25)
@given(designs(inside=True), st.permutations(range(14)), st.permutations(range(3)), st.integers(0, 99))
def test_the_order_of_segments_and_systems_changes_nothing(found, order, systems, seed):
    metric = Chrf()
    rows = text_rows(metric, 14, seed=seed)
    order, systems = np.array(order), np.array(systems)
    place = np.argsort(order)
    ids = place[found.ids]
    by_id = np.argsort(ids)
    moved = replace(found, ids=ids[by_id], kind=found.kind[by_id], strata=found.strata[order])
    one = contrast(rows, found, metric.score)
    other = contrast(rows[order][:, systems], moved, metric.score)
    clusters = np.arange(14) // 3
    for before, after in (
        (one.estimate(), other.estimate()),
        (one.departures.estimate(), other.departures.estimate()),
        (one.estimate(clusters), other.estimate(clusters[order])),
    ):
        for name in ("value", "standard_error", "low", "high", "p_value"):
            assert getattr(after, name) == pytest.approx(getattr(before, name)[systems], abs=1e-6, nan_ok=True), name
    assert other.mean.estimate().p_value == pytest.approx(one.mean.estimate().p_value, abs=1e-6, nan_ok=True)


@settings(max_examples=25)
@given(designs(), st.integers(0, 99))
def test_mean_and_departures_are_sums_of_the_systems(found, seed):
    one = contrast(random_rows(14, systems=4, seed=seed), found, mean)
    assert one.mean.value == pytest.approx(one.value.mean(keepdims=True))
    assert one.mean.influence == pytest.approx(one.influence.mean(axis=1, keepdims=True))
    by_coefficients = one.of_systems(np.eye(4) - 1 / 4)
    assert one.departures.value == pytest.approx(by_coefficients.value)
    assert one.departures.influence == pytest.approx(by_coefficients.influence)
    assert one.departures.value.sum() == pytest.approx(0, abs=1e-12)
    assert one.departures.influence.sum(axis=1) == pytest.approx(0, abs=1e-12)


def test_the_error_of_a_mean_knows_that_systems_share_their_segments():
    values = np.random.default_rng(3).normal(size=(90, 1)) + np.zeros(5)
    found = matches(dict.fromkeys(range(30), range(30, 90)), 90)
    twins = contrast(mean_rows(values), found, mean)
    assert twins.mean.estimate().standard_error == pytest.approx(twins.estimate().standard_error[:1])
    assert twins.departures.estimate().p_value.tolist() == [1] * 5
    independent = contrast(mean_rows(np.random.default_rng(4).normal(size=(90, 5))), found, mean)
    error = independent.estimate().standard_error
    assert independent.mean.estimate().standard_error[0] == pytest.approx(np.sqrt((error**2).sum()) / 5, rel=0.2)


def test_systems_without_a_score_are_left_out_of_the_mean():
    rows = random_rows(14)
    without = np.delete(rows, 1, axis=1)
    rows[:, 1] = 0
    found = matches(dict.fromkeys(range(5), range(5, 14)), 14)
    one, other = (contrast(some, found, mean) for some in (rows, without))
    assert one.scored.tolist() == [True, False, True]
    for name in ("value", "standard_error", "p_value"):
        values = getattr(one.mean.estimate(), name), getattr(other.mean.estimate(), name)
        assert values[0] == pytest.approx(values[1]), name
        departures = getattr(one.departures.estimate(), name)
        assert departures[[0, 2]] == pytest.approx(getattr(other.departures.estimate(), name)), name
    assert np.isnan(one.departures.estimate().p_value[1])
    assert np.isnan(one.departures.estimate().low[1])


def test_a_system_alone_departs_from_nothing():
    found = matches(dict.fromkeys(range(5), range(5, 14)), 14)
    for rows in (random_rows(14, systems=1), random_rows(14, systems=2) * np.array([[1.0], [0.0]])):
        one = contrast(rows, found, mean)
        assert one.mean.value == pytest.approx(one.value[:1])
        assert np.isnan(one.departures.estimate().p_value).all()


def test_a_set_without_controls_has_no_contrast_and_of_one_segment_no_error():
    nothing = matches({}, 14)
    assert contrast(random_rows(14), replace(nothing, unmatched=3), mean) is None
    alone = contrast(random_rows(14), matches({3: [4, 5, 6]}, 14), mean).estimate()
    assert np.isfinite(alone.value).all()
    assert np.isnan([alone.standard_error, alone.p_value, alone.low]).all()


# Clusters


def test_clusters_of_single_segments_add_nothing_but_the_correction_of_the_pool():
    rows = random_rows(60)
    one = contrast(rows, matches(dict.fromkeys(range(20), range(20, 60)), 60), mean)
    plain, clustered = one.estimate(), one.estimate(np.random.default_rng(0).permutation(60))
    pool = (one.influence[20:] ** 2).sum(axis=0)
    assert clustered.standard_error**2 == pytest.approx(plain.standard_error**2 + pool / 19)
    assert clustered.n == plain.n == 20


def test_what_is_there_three_times_is_there_once():
    values = np.random.default_rng(4).normal(size=(240, 2))
    once = contrast(mean_rows(values), matches(dict.fromkeys(range(40), range(40, 240)), 240), mean)
    tripled = contrast(
        mean_rows(np.repeat(values, 3, axis=0)), matches(dict.fromkeys(range(120), range(120, 720)), 720), mean
    )
    documents = np.arange(720) // 3
    expected, found = once.estimate(np.arange(240)), tripled.estimate(documents)
    assert found.n == expected.n == 40
    assert found.value == pytest.approx(expected.value)
    assert found.standard_error == pytest.approx(expected.standard_error, rel=0.002)
    # That of segments: cubes of a few documents' sums are mostly noise (benchmarks/document_tests.py).
    assert (np.abs(found.skewness) < np.abs(expected.skewness)).all()
    assert tripled.estimate().standard_error == pytest.approx(found.standard_error / np.sqrt(3), rel=0.03)


def test_a_document_with_set_and_controls_cancels_what_they_share():
    rng = np.random.default_rng(5)
    # Twenty documents of one segment of the set and four others; the document moves all its scores alike.
    of_document = rng.normal(scale=5, size=20)
    values = np.concatenate([of_document, np.repeat(of_document, 4)]) + rng.normal(size=100)
    documents = np.concatenate([np.arange(20), np.repeat(np.arange(20), 4)])
    one = contrast(mean_rows(values[:, None]), matches(dict.fromkeys(range(20), range(20, 100)), 100), mean)
    plain, clustered = one.estimate().standard_error[0], one.estimate(documents).standard_error[0]
    assert clustered < plain / 2
    assert clustered == pytest.approx(np.sqrt(1 / 20 + 1 / 80), rel=0.4)


def test_a_set_in_one_document_has_no_error():
    one = contrast(random_rows(14), matches(dict.fromkeys(range(5), range(5, 14)), 14), mean)
    estimate = one.estimate(np.repeat([0, 1, 2], [5, 5, 4]))
    assert estimate.n == 1
    assert np.isnan(estimate.p_value).all()


# Controls from the set itself


def test_a_segment_of_set_and_pool_has_one_influence_the_sum_of_both():
    rows = random_rows(40)
    everything = contrast(rows, matches(dict.fromkeys(range(10), range(40)), 40), mean)
    assert everything.segments.tolist() == list(range(40))
    assert len(everything.influence) == 40
    values = rows[..., 0]
    share = 10 / np.sqrt(40 * 39)
    own, of_pool = (values[:10] - values[:10].mean(0)) / 10, -share * (values - values.mean(0)) / 10
    assert everything.influence[:10] == pytest.approx(own + of_pool[:10])
    assert everything.influence[10:] == pytest.approx(of_pool[10:])
    assert everything.weights == pytest.approx([1] * 10 + [share] * 30)


def test_a_set_that_is_its_own_pool_does_not_differ_and_every_segment_has_its_influence():
    one = contrast(random_rows(30), matches(dict.fromkeys(range(30), range(30)), 30), mean)
    assert np.abs(one.value).max() < 1e-12
    assert len(one.influence) == len(one.weights) == one.n == 30
    assert one.estimate().p_value.tolist() == [1, 1, 1]


def test_weights_are_those_of_the_mean_and_effective_controls_are_kishs():
    found = matches({0: [4, 5], 1: [4, 5], 2: [5, 6, 7]}, 8)
    assert found.weights == pytest.approx([0, 0, 0, 0, 1, 4 / 3, 1 / 3, 1 / 3])
    assert found.effective_controls == pytest.approx(9 / (1 + 16 / 9 + 2 / 9))
    assert found.compared == found.effective_controls
    assert matches(dict.fromkeys(range(3), range(3, 23)), 23).compared == 3
    assert matches(dict.fromkeys(range(3), range(3, 23)), 23).effective_controls == pytest.approx(20)


def test_weights_are_of_both_sides():
    found = matches({0: [4, 5], 1: [4, 5], 2: [5, 6, 7]}, 8, [0.5, 1.0])
    assert found.weights == pytest.approx([0, 0, 0, 0, 1 / 2, 1 / 2 + 1 / 3, 1 / 3, 1 / 3])
    assert found.compared == pytest.approx(4 / 1.5)
    whole = matches({0: [4, 5], 1: [4, 5], 2: [5, 6, 7]}, 8, [1.0, 1.0])
    half = matches({0: [4, 5], 1: [4, 5], 2: [5, 6, 7]}, 8, [0.5, 0.5])
    one, other = (contrast(random_rows(8), some, mean) for some in (whole, half))
    for name in ("value", "standard_error", "skewness"):
        assert getattr(other.estimate(), name) == pytest.approx(getattr(one.estimate(), name)), name


def test_of_weighted_strata_the_error_is_that_of_the_weighted_mean():
    rng = np.random.default_rng(2)
    values = rng.normal(size=70) + np.repeat([0, 5, 0, 5], [10, 20, 15, 25])
    first, second = range(30, 45), range(45, 70)
    found = matches(dict.fromkeys(range(10), first) | dict.fromkeys(range(10, 30), second), 70, [0.25, 1.0])
    one = contrast(mean_rows(values[:, None]), found, mean)
    own = values[:30] - np.repeat([values[list(first)].mean(), values[list(second)].mean()], [10, 20])
    weights = np.repeat([0.25, 1.0], [10, 20]) / 22.5
    assert one.value[0] == pytest.approx(weights @ own)
    of_set = 30 / 29 * ((weights * (own - weights @ own)) ** 2).sum()
    of_controls = [share**2 * values[list(c)].var(ddof=1) / len(c) for share, c in ((1 / 9, first), (8 / 9, second))]
    assert one.estimate().standard_error[0] == pytest.approx(np.sqrt(of_set + sum(of_controls)))


# Slopes


def test_statistics_with_a_sign_whose_sum_is_zero_have_a_slope():
    values = np.array([1.0, -1, 2, -2, 0.5, -0.5, 3, 1])
    rows = mean_rows(values[:, None])
    one = contrast(rows, matches(dict.fromkeys(range(4), range(4, 8)), 8), mean)
    assert rows[:4].sum(axis=0)[0, 0] == 0
    expected = np.sqrt(values[:4].var(ddof=1) / 4 + values[4:].var(ddof=1) / 4)
    assert one.estimate().standard_error[0] == pytest.approx(expected)


def test_counts_that_are_all_zero_give_numbers():
    metric = Bleu()
    references = [f"a{i} b{i} c{i} d{i} e{i}" for i in range(40)]
    # No output has a word of its reference; those of the second system have one, and no pair of words.
    outputs = [[f"x{i} y{i}" for i in range(40)], [f"a{i} y{i}" if i % 3 else "z" for i in range(40)]]
    rows = np.stack([metric.statistics(output, [references]) for output in outputs], axis=1)
    with np.errstate(divide="raise", invalid="raise", over="raise"):
        one = contrast(rows, matches(dict.fromkeys(range(10), range(10, 40)), 40), metric.score)
        estimate = one.estimate()
    assert np.isfinite(one.influence).all()
    assert np.isfinite([estimate.value, estimate.standard_error, estimate.p_value, estimate.skewness]).all()


def test_of_a_quotient_the_slopes_are_those_of_calculus():
    sums = np.array([[6.0, 3.0], [0.0, 4.0], [0.0, 0.0]])
    size = np.array([[6.0, 3.0], [8.0, 4.0], [0.0, 0.0]])
    found = slope(mean, sums, size)
    assert found == pytest.approx(np.array([[1 / 3, -2 / 3], [1 / 4, 0], [0, 0]]), rel=1e-6)


# How often it is right


def test_of_skewed_scores_five_in_a_hundred_are_found_and_on_both_sides():
    rng = np.random.default_rng(7)
    found = matches(dict.fromkeys(range(30), range(30, 330)), 330)
    # As skewed as RIBES: many good segments and few bad ones. Each column is a corpus of its own.
    estimate = contrast(mean_rows(1 - rng.gamma(0.5, size=(330, 3000))), found, mean).estimate()

    def shares(one):
        return [np.mean((one.p_value < 0.05) & side) for side in (one.value > 0, one.value < 0)]

    ours, symmetric = shares(estimate), shares(replace(estimate, skewness=0.0))
    assert 0.035 < sum(ours) < 0.065
    assert min(ours) > 0.01
    assert min(symmetric) < 0.01
    assert max(symmetric) > 0.05
