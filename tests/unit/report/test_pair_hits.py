"""The hits lost and won by a newer system of a run, as the page has them, and segments where hits are not known."""

import numpy as np
import pytest

from extractors.report.pair_hits import SIDE, pair_hits, pair_segments
from extractors.scoring.output_differences import OutputDifferences
from tests.builders import small_results

SEGMENTS = 120


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return small_results.make(tmp_path_factory.mktemp("hits"), more=small_results.plain(90))


def test_lost_hits_are_those_that_the_older_system_alone_has(folder):
    gains = -np.arange(SEGMENTS, dtype=np.float64)
    data = pair_hits(folder, "good", "weak", ["particle_verb"], {"particle_verb": "at the words"}, gains)
    (group,) = data["groups"]
    assert (group["lost_count"], group["won_count"], group["why"]) == (20, 0, "at the words")
    assert len(group["lost"]) == SIDE
    shown = [data["segments"][segment] for segment, _ in group["lost"]]
    ids = [segment["id"] for segment in shown]
    assert ids == sorted(ids, reverse=True)
    for (_, hit), segment in zip(group["lost"], shown, strict=True):
        verdicts = segment["hits"][hit][7]
        assert [verdict[0] for verdict in verdicts] == [1, 0]
        assert segment["outputs"][0] == segment["references"][0] != segment["outputs"][1]


def test_the_other_way_round_they_are_won(folder):
    data = pair_hits(folder, "weak", "good", ["particle_verb", "reflexive"], {}, np.zeros(SEGMENTS))
    assert [(group["lost_count"], group["won_count"]) for group in data["groups"]] == [(0, 20), (0, 10)]
    assert data["systems"] == ["weak", "good"]


def test_a_system_beside_itself_loses_nothing(folder):
    data = pair_hits(folder, "good", "good", ["particle_verb"], {}, np.zeros(SEGMENTS))
    assert (data["segments"], data["groups"][0]["lost"]) == ([], [])


def test_where_hits_are_not_known_segments_are_lost_and_won_by_chrf():
    texts = OutputDifferences(
        source=["", "", ""], references=[["abc", "def", "ghi"]], old=["abc", "x", "ghi"], new=["x", "def", "ghi"]
    )
    data = pair_segments(texts, ("old", "new"), {"passive": [0, 1, 2]}, {}, ["A"])
    (group,) = data["groups"]
    assert [data["segments"][place]["id"] for place, _ in group["lost"]] == [0]
    assert [data["segments"][place]["id"] for place, _ in group["won"]] == [1]
    assert not data["measured"]
