"""Systems at the words of a phenomenon: planted losses are found, losses everywhere are not."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.formats.word_evidence import WORD_DEPARTURES, WORD_EVIDENCE, WORD_PAIRS
from extractors.scoring.documents import SegmentClusters
from extractors.words.systems_at_words import Evidence, departure, departure_rows, evidence_of, pair_rows, step_down

DOCUMENTS = 40


def evidence(seed=1, systems=4, hits=120, controls=600, share=0.7):
    """Systems that match a share of all words, each word as easy or as hard for all."""
    rng = np.random.default_rng(seed)
    entries = hits + controls
    ease = rng.beta(4 * share, 4 * (1 - share), entries)
    return Evidence(
        is_hit=np.arange(entries) < hits,
        stratum=np.arange(entries) % 3,
        cluster=rng.integers(DOCUMENTS, size=entries),
        distance=np.arange(entries) % 5,
        values=(rng.random((entries, systems)) < ease[:, None]).astype(np.float64),
    )


def losing(of, system, share, where=None, seed=2):
    """The evidence with a share of a system's matches lost at some entries (default: the hits)."""
    rng = np.random.default_rng(seed)
    values = of.values.copy()
    lost = (rng.random(len(values)) < share) & (of.is_hit if where is None else where)
    values[lost, system] = 0.0
    return replace(of, values=values)


def test_a_system_that_lost_the_words_departs_and_the_others_do_not():
    found = step_down(losing(evidence(), 2, 0.5))
    assert found[2].p < 0.001
    assert found[2].value == pytest.approx(found[2].match - found[2].expected)
    assert found[2].value < -0.2
    assert all(found[system].p > 0.05 for system in (0, 1, 3))


def test_beside_the_mean_of_all_a_mirror_image_would_depart():
    of = losing(evidence(), 2, 0.9)
    others = of.values[:, [1, 2, 3]].mean(axis=1)
    mirrored = departure(of, of.values[:, 0], others)
    assert mirrored.value > 0.1
    assert mirrored.p < 0.05


def test_with_equal_control_words_the_others_are_what_is_expected():
    of = evidence()
    values = np.where(of.is_hit[:, None], of.values, of.values[:, [1]])
    found = departure(of, values[:, 0], values[:, 1])
    assert found.expected == pytest.approx(found.others)


def test_others_of_which_some_are_unknown_are_those_that_are_known():
    of = evidence()
    values = of.values.copy()
    values[::2, 1] = np.nan
    some = step_down(replace(of, values=values))
    assert some[0].n == of.is_hit.sum()
    assert some[1].n == of.is_hit.sum() // 2


@pytest.mark.parametrize("seed", range(5))
def test_a_system_that_is_worse_everywhere_departs_nowhere(seed):
    of = evidence(seed)
    worse = losing(of, 0, 0.3, np.ones(len(of.is_hit), dtype=bool))
    found = departure(worse, worse.values[:, 0], worse.values[:, 1])
    assert abs(found.value) < 3 * found.error
    assert found.match < found.others


def test_a_loss_at_a_distance_has_a_slope():
    of = evidence(hits=200)
    far = losing(of, 1, 0.8, of.is_hit & (of.distance >= 3))
    found = departure(far, far.values[:, 1], far.values[:, 0])
    assert found.slope < 0
    assert found.slope_p < 0.001
    assert departure(of, of.values[:, 1], of.values[:, 0]).slope_p > 0.05


def test_one_hit_at_another_distance_makes_no_slope():
    of = evidence()
    distance = np.zeros_like(of.distance)
    distance[0] = 4
    of = replace(of, distance=distance)
    assert np.isnan(departure(of, of.values[:, 1], of.values[:, 0]).slope_p)


def test_few_hits_or_documents_are_not_tested():
    few = evidence(hits=20)
    assert not departure(few, few.values[:, 0], few.values[:, 1]).is_tested
    clumped = replace(evidence(), cluster=np.zeros(720, dtype=np.int64))
    assert not departure(clumped, clumped.values[:, 0], clumped.values[:, 1]).is_tested


def test_a_phenomenon_that_one_system_lost_at_every_hit_is_found():
    """Nothing varies then, and the sign of each document is all that there is."""
    of = evidence()
    has = np.ones(len(of.is_hit))
    found = departure(of, np.where(of.is_hit, 0.0, 1.0), has)
    assert (found.value, found.error, found.lost) == (-1, 0, of.is_hit.sum())
    assert found.p < 1e-6


def test_an_empty_output_is_as_its_control_words_predict():
    of = evidence()
    found = departure(of, np.zeros(len(of.is_hit)), of.values[:, 0])
    assert (found.value, found.expected, found.p) == (0, 0, 1)


def test_without_control_words_there_is_none():
    of = evidence()
    hits = replace(of, **{name: getattr(of, name)[of.is_hit] for name in vars(of)})
    assert departure(hits, hits.values[:, 0], hits.values[:, 1]) is None


@given(st.integers(0, 2**32 - 1), st.floats(0.2, 0.9))
def test_unknown_entries_change_nothing(seed, share):
    of = evidence(seed, hits=40, controls=90, share=share)
    more = Evidence(
        is_hit=np.append(of.is_hit, [True, False]),
        stratum=np.append(of.stratum, [0, 0]),
        cluster=np.append(of.cluster, [3, 3]),
        distance=np.append(of.distance, [0, 0]),
        values=np.vstack([of.values, np.full((2, 4), np.nan)]),
    )
    a, b = (departure(e, e.values[:, 0], e.values[:, 1]) for e in (of, more))
    assert (a is None) == (b is None)
    if a is not None:
        assert (a.n, a.value, a.error) == pytest.approx((b.n, b.value, b.error))


def test_all_systems_and_phenomena_are_one_family():
    of = {
        ("lost", False): losing(evidence(1), 2, 0.6),
        ("kept", True): evidence(2),
        ("rare", False): evidence(3, hits=12),
    }
    rows = departure_rows(of, ["a", "b", "c", "d"], run="run")
    WORD_DEPARTURES.table(rows)
    found = {(row["system"], row["phenomenon"]) for row in rows if row["p_bh"] is not None and row["p_bh"] < 0.05}
    assert found == {("c", "lost")}
    assert {row["p"] for row in rows if row["phenomenon"] == "rare"} == {None}
    (lost,) = [row for row in rows if row["p_bh"] is not None and row["p_bh"] < 0.05]
    assert lost["departure_high"] < 0
    assert lost["p_bh"] == pytest.approx(lost["p"] * sum(row["p"] is not None for row in rows))


def test_the_newer_system_is_compared_with_the_older():
    of = {("lost", False): losing(evidence(1), 1, 0.6), ("kept", True): evidence(2)}
    rows = pair_rows(of, ["old", "new", "c", "d"], "old", "new", phenomena=["lost", "kept", "absent"], alpha=0.05)
    WORD_PAIRS.table(rows)
    by_name = {row["phenomenon"]: row for row in rows}
    assert by_name.keys() == {"lost", "kept"}
    assert by_name["lost"]["change"] < 0
    assert by_name["lost"]["p_bh"] < 0.05 < by_name["kept"]["p_bh"]
    assert by_name["lost"]["detectable"] > 0


def test_the_table_of_evidence_gives_the_arrays():
    rows = [
        {
            "phenomenon": name,
            "is_order": name == "q",
            "stratum": 0,
            "is_hit": hit,
            "segment_id": segment,
            "distance": 2 if hit else None,
            "system": system,
            "match": match,
        }
        for name in ("p", "q")
        for system, values in (("b", (1.0, 0.5, None)), ("a", (0.0, 1.0, 1.0)))
        for (hit, segment), match in zip(((True, 1), (True, 2), (False, 0)), values, strict=True)
    ]
    of, systems = evidence_of(WORD_EVIDENCE.table(rows), SegmentClusters("document", np.array([0, 0, 1])))
    assert systems == ["b", "a"], "as the rows stand, whatever their names"
    assert [*of] == [("p", False), ("q", True)]
    assert of["q", True].cluster.tolist() == [0, 1, 0]
    assert of["q", True].distance.tolist()[:2] == [2, 2]
    np.testing.assert_equal(of["p", False].values, [[1, 0], [0.5, 1], [np.nan, 1]])
