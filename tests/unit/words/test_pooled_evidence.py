"""Evidence of several runs put together: strata and clusters of two runs are never one."""

import numpy as np

from extractors.words.pooled_evidence import pooled_evidence
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


def test_strata_and_clusters_stay_apart():
    first = {("negation", False): evidence([0, 0, 2, 2], [0, 0, 1, 1], [[0, 1]] * 4)}
    second = {
        ("negation", False): evidence([0, 0], [3, 3], [[1, 0]] * 2),
        ("passive", False): evidence([0], [0], [[1, 0]]),
    }
    found = pooled_evidence([first, second])
    assert found["negation", False].stratum.tolist() == [0, 0, 2, 2, 3, 3]
    assert found["negation", False].cluster.tolist() == [0, 0, 1, 1, 5, 5]
    assert found["negation", False].values.tolist() == [[0, 1]] * 4 + [[1, 0]] * 2
    # One document has one number in all phenomena of its set.
    assert found["passive", False].cluster.tolist() == [2]
