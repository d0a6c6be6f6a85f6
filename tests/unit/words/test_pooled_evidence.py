"""Evidence of several runs put together: strata and clusters of two runs are never one."""

import numpy as np

from extractors.words.pooled_evidence import RunEvidence, pooled_evidence
from extractors.words.systems_at_words import Evidence


def evidence(strata, clusters, values):
    size = len(strata)
    return Evidence(
        is_hit=np.arange(size) % 2 == 0,
        stratum=np.array(strata),
        cluster=np.array(clusters),
        distance=np.zeros(size, dtype=np.int64),
        values=np.array(values, dtype=np.float64),
    )


def test_strata_and_clusters_stay_apart_and_systems_have_their_columns():
    first = RunEvidence(
        evidence={"negation": evidence([0, 0, 2, 2], [0, 0, 1, 1], [[0, 1]] * 4)}, systems=["a", "b"], clusters=5
    )
    second = RunEvidence(
        evidence={"negation": evidence([0, 0], [3, 3], [[1, 9, 0]] * 2), "passive": evidence([0], [0], [[1, 9, 0]])},
        systems=["a", "c", "b"],
        clusters=4,
    )
    found = pooled_evidence([first, second], ["b", "a"])
    assert found["negation"].stratum.tolist() == [0, 0, 2, 2, 3, 3]
    assert found["negation"].cluster.tolist() == [0, 0, 1, 1, 8, 8]
    assert found["negation"].values.tolist() == [[1, 0]] * 4 + [[0, 1]] * 2
    assert found["passive"].cluster.tolist() == [5]


def test_a_phenomenon_of_the_third_run_alone_begins_at_its_own_clusters():
    empty = RunEvidence(evidence={}, systems=["a"], clusters=7)
    third = RunEvidence(evidence={"passive": evidence([4], [2], [[1]])}, systems=["a"], clusters=3)
    assert pooled_evidence([empty, empty, third], ["a"])["passive"].cluster.tolist() == [16]
