import numpy as np
import pytest
from scipy import stats

from extractors.words import intervals


def entries(values, segment, stratum, first=0, document=1):
    """`document`: how many neighbouring segments are one."""
    numbers, segment = np.arange(first, first + len(values)), np.asarray(segment)
    stratum = np.asarray(stratum, dtype=np.int64)
    return intervals.Entries(numbers, segment, segment // document, stratum, np.asarray(values))


def compare(values, segment, stratum, strata, ranges=None, document=1):
    """`strata`: for each, the segments and the values of its candidates."""
    which = np.repeat(np.arange(len(strata)), [len(of_stratum) for of_stratum, _ in strata])
    of_candidates = np.concatenate([of_stratum for _, of_stratum in strata])
    places = np.concatenate([place for place, _ in strata])
    inside = ranges or [np.ones(len(segment), dtype=bool)]
    candidates = entries(of_candidates, places, which, first=len(values), document=document)
    return intervals.compare(entries(values, segment, stratum, document=document), candidates, inside)


def test_a_difference_is_that_to_the_mean_of_each_hits_stratum():
    values = np.array([[1.0], [0.0], [1.0], [1.0]])
    strata = [(np.array([4, 5]), np.array([[1.0], [0.0]])), (np.array([6]), np.array([[0.0]]))]
    ranges = [np.array([True] * 4), np.array([True, False, False, True])]
    of_all, some = compare(values, np.arange(4), np.array([0, 0, 0, 1]), strata, ranges)
    assert (of_all.control[0], of_all.difference[0]) == (0.375, 0.375)
    assert (some.control[0], some.difference[0]) == (0.25, 0.75)
    # Four segments say too little for a test.
    assert np.isnan([of_all.low[0], of_all.high[0], of_all.p[0]]).all()


def test_hits_that_do_not_count_for_a_system_are_left_out():
    values = np.array([[1.0, np.nan], [0.0, 1.0]])
    strata = [(np.array([2, 3]), np.array([[0.5, np.nan], [0.5, 0.25]]))]
    found = compare(values, np.arange(2), np.zeros(2, dtype=np.int64), strata)[0]
    assert found.difference.tolist() == [0.0, 0.75]


def two_proportions(found, of, controls_found, of_controls):
    values = np.array([[1.0]] * found + [[0.0]] * (of - found))
    controls = np.array([[1.0]] * controls_found + [[0.0]] * (of_controls - controls_found))
    segments = np.arange(of, of + of_controls)
    return compare(values, np.arange(of), np.zeros(of, dtype=np.int64), [(segments, controls)])[0]


def test_where_nothing_is_skewed_it_is_the_chi_square_test_of_two_proportions():
    """With (N - 1) / N."""
    found = two_proportions(15, 40, 25, 40)
    chi_square, *_ = stats.chi2_contingency([[15, 25], [25, 15]], correction=False)
    assert found.p[0] == pytest.approx(stats.chi2.sf(chi_square * 79 / 80, 1))
    assert two_proportions(30, 60, 25, 50).p[0] == 1


@pytest.mark.parametrize("counts", [(60, 60, 80, 100), (59, 60, 85, 100), (12, 40, 20, 200), (14, 40, 5, 60)])
def test_the_interval_holds_no_difference_where_the_test_does_not_reject(counts):
    found = two_proportions(*counts)
    assert (found.p[0] < 0.05) == (found.low[0] > 0 or found.high[0] < 0)
    assert found.low[0] < found.difference[0] < found.high[0]


def test_the_interval_is_near_miettinens_and_nurminens():
    """56 of 70 and 48 of 80: (0.0528, 0.3382), as Newcombe (1998) computes it in his table II, method 5."""
    found = two_proportions(56, 70, 48, 80)
    assert (found.low[0], found.high[0]) == pytest.approx((0.0528, 0.3382), abs=2e-3)


@pytest.mark.parametrize("counts", [(30, 30, 43, 50), (30, 30, 50, 50), (5, 40, 0, 60)])
def test_where_too_few_are_expected_to_be_missed_or_found_there_is_an_interval_and_no_test(counts):
    found = two_proportions(*counts)
    assert np.isnan(found.p[0])
    assert found.low[0] <= found.difference[0] <= found.high[0]


@pytest.mark.parametrize(("hits", "controls", "share"), [(60, 600, 0.8), (200, 2000, 0.95), (600, 6000, 0.99)])
def test_both_tails_reject_alike_where_there_is_no_difference(hits, controls, share):
    rng = np.random.default_rng(3)
    of_hits, of_controls = rng.random((hits, 800)) < share, rng.random((controls, 800)) < share
    segments = np.arange(hits, hits + controls)
    strata = [(segments, of_controls.astype(float))]
    found = compare(of_hits.astype(float), np.arange(hits), np.zeros(hits, dtype=np.int64), strata)[0]
    low, high = ((found.p < 0.05) & (np.sign(found.difference) == side) for side in (-1, 1))
    assert 0.01 < low.mean() < 0.04
    assert 0.01 < high.mean() < 0.04


@pytest.mark.parametrize("shape", [(4, 2), (12, 0.7)])
def test_the_test_finds_too_much_as_rarely_as_it_should(shape):
    """Two words a segment, alike in how hard they are; in the second shape 95 % are found."""
    rng = np.random.default_rng(5)
    chance = np.repeat(rng.beta(*shape, (240, 600)), 2, axis=0)
    drawn = (rng.random(chance.shape) < chance).astype(float)
    strata = [(np.repeat(np.arange(60, 240), 2), drawn[120:])]
    found = compare(drawn[:120], np.repeat(np.arange(60), 2), np.zeros(120, dtype=np.int64), strata)[0]
    assert 0.03 < (found.p[~np.isnan(found.p)] <= 0.05).mean() < 0.07
    assert 0.93 < ((found.low <= 0) & (found.high >= 0)).mean() < 0.97


def test_words_of_one_document_are_found_or_missed_together():
    """Documents of four segments, of which some are easy: half of them have all hits."""
    rng = np.random.default_rng(7)
    chance = np.repeat(rng.beta(2, 1, (80, 600)), 4, axis=0)
    drawn = (rng.random(chance.shape) < chance).astype(float)
    strata = [(np.arange(160, 320), drawn[160:])]
    of_documents, of_segments = (
        compare(drawn[:160], np.arange(160), np.zeros(160, dtype=np.int64), strata, document=size)[0] for size in (4, 1)
    )
    rejected = [(found.p <= 0.05).mean() for found in (of_documents, of_segments)]
    assert rejected[0] < 0.07 < 0.12 < rejected[1]
    assert ((of_documents.low <= 0) & (of_documents.high >= 0)).mean() > 0.93


def test_hits_of_few_documents_are_not_tested():
    values = np.array([[1.0], [0.0]] * 18)
    strata = [(np.arange(36, 136), np.array([[1.0], [0.0]] * 50))]
    stratum = np.zeros(36, dtype=np.int64)
    p = [compare(values, np.arange(36), stratum, strata, document=size)[0].p[0] for size in (4, 3)]
    assert np.isnan(p).tolist() == [True, False]
