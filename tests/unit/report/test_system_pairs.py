"""The data of the section on two systems, from tables that are made here."""

import gzip
import json

import pytest

from extractors.formats import tables
from extractors.formats.confounds import CONFOUNDS
from extractors.formats.scores import SYSTEM_COMPARISONS, SYSTEM_RANKS
from extractors.report.system_pairs import short_p, systems_data
from tests.builders import toy_results
from tests.builders.rows import table_of

PLENTY = 1_000_000


def comparison(a, b, difference, p, *, name="hard", distance=0, metric="bleu", n=40):
    return {
        "phenomenon": name,
        "minimum_distance": distance,
        "metric": metric,
        "n": n,
        "system_a": a,
        "system_b": b,
        "difference": difference,
        "difference_low": difference - 1.0,
        "difference_high": difference + 3.0,
        "p_bh": p,
        "interaction": -difference / 2,
        "interaction_low": -difference / 2 - 1.0,
        "interaction_high": -difference / 2 + 2.0,
        "interaction_p_bh": None,
        "too_small": n < 30,
    }


def rank(system, place, *, name="hard", metric="bleu", n=40):
    row = {"phenomenon": name, "minimum_distance": 0, "metric": metric, "n": n, "system": system, "too_small": n < 30}
    return row | {"score": 30.04 - place, "rank": place, "cluster": place, "best_rank": 1, "worst_rank": 3}


@pytest.fixture
def data(tmp_path):
    """A function that writes tables and gives the data, unpacked."""

    def written(comparisons, ranks=(), *, results=None, room=PLENTY, confounds=None):
        for form, rows in ((SYSTEM_COMPARISONS, comparisons), (SYSTEM_RANKS, ranks)):
            tables.write(table_of(form, [{"signature": "s", "run": "r"} | row for row in rows]), tmp_path / form.file)
        if confounds is not None:
            tables.write(
                table_of(CONFOUNDS, [{"signature": "s"} | row for row in confounds]), tmp_path / CONFOUNDS.file
            )
        found = systems_data(results or toy_results.results(), tmp_path, max_bytes=room)
        assert len(found) <= room
        return json.loads(gzip.decompress(found))

    return written


def test_pairs_stand_in_the_order_of_the_systems_whatever_that_of_the_table(data):
    content = data([comparison("alpha", "beta", 2.0, 0.01), comparison("gamma", "alpha", 5.0, 0.2)])
    (found,) = content["sets"]
    assert (content["systems"], found["n"]) == (["alpha", "beta", "gamma"], 40)
    assert found["pairs"]["difference"] == [2.0, -5.0, None]
    assert found["pairs"]["difference_low"] == [1.0, -8.0, None]
    assert found["pairs"]["difference_high"] == [5.0, -4.0, None]
    assert found["pairs"]["interaction"] == [-1.0, 2.5, None]
    assert found["pairs"]["p_bh"] == [0.01, 0.2, None]


def test_sets_that_are_too_small_are_counted_and_left_out(data):
    content = data(
        [comparison("alpha", "beta", 2.0, None, n=12, name="rare")],
        [rank("alpha", 1, n=12, name="rare"), rank("alpha", 1, n=12, name="rare", metric="ter"), rank("beta", 1)],
    )
    assert (content["sets"], content["small"], content["tested"]) == ([], 1, 0)


def test_ranks_are_in_order_with_their_ranges(data):
    content = data([comparison("alpha", "beta", 2.0, 0.01)], [rank("beta", 1), rank("alpha", 2)])
    assert content["sets"][0]["ranks"] == [[1, 29.0, 1, 1, 1, 3], [0, 28.0, 2, 2, 1, 3]]


def test_where_there_is_no_room_the_first_metric_and_the_widest_sets_stay(data):
    rows = [
        comparison("alpha", "beta", 2.0, 0.01, metric=metric, distance=distance)
        for metric in ("ter", "bleu")
        for distance in (2, 0)
    ]
    everything = data(rows)
    assert [(found["metric"], found["distance"]) for found in everything["sets"]] == [(0, 0), (0, 2), (1, 0), (1, 2)]
    assert everything["left_out"] == 0
    short = data(rows, room=700)
    kept = [(found["metric"], found["distance"]) for found in short["sets"]]
    assert 0 < len(kept) < 4
    assert kept == [(0, 0), (0, 2), (1, 0)][: len(kept)]
    assert (short["tested"], short["left_out"]) == (4, 4 - len(kept))


def test_a_single_system_has_nothing_to_compare(tmp_path):
    found = systems_data(toy_results.results(systems=["alpha"]), tmp_path, max_bytes=PLENTY)
    assert json.loads(gzip.decompress(found)) is None


@pytest.mark.parametrize("p", [0.04996, 0.0499999, 0.05, 0.050004, 1e-12, 0.7])
def test_few_digits_never_move_a_p_value_over_the_level(p):
    assert (short_p(p, 0.05) < 0.05) == (p < 0.05)
    assert short_p(p, 0.05) == pytest.approx(p, rel=0.005)


def test_confounds_are_there_where_the_run_has_them(data):
    row = {"phenomenon": "hard", "minimum_distance": 0, "metric": "bleu", "n": 40, "unmatched": 2, "overlap": 0.1}
    rows = [
        row
        | {"system": system, "matched_on": matched, "difference": d, "difference_low": d - 1, "difference_high": d + 1}
        for system, d in (("alpha", -4.0), ("gamma", -2.0))
        for matched in ("length", "length+clauses")
    ]
    small = rows[0] | {"n": 3, "phenomenon": "rare"}
    content = data([comparison("alpha", "beta", 2.0, 0.01)], confounds=[*rows, small])
    assert content["confounds"]["matched_on"] == ["length", "length+clauses"]
    first, second = content["confounds"]["rows"]
    assert first == [0, 1, 0, 0, 40, 2, [[-4.0, -5.0, -3.0], None, [-2.0, -3.0, -1.0]]]
    assert second[3] == 1
    assert data([comparison("alpha", "beta", 2.0, 0.01)])["confounds"]["rows"]
