import logging

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.extract import select
from extractors.extract.control import control, draw
from extractors.formats.sets import UNMATCHED
from extractors.settings.controls import POOLS, ControlSettings
from tests.builders.hits import hits
from tests.builders.sets import ranges

corpora = st.lists(st.integers(1, 12), min_size=1, max_size=40)


@given(lengths=corpora, data=st.data(), tolerance=st.integers(0, 3), pool=st.sampled_from(POOLS))
def test_controls_fit_in_length_one_to_one_and_only_gaps_are_unmatched(lengths, data, tolerance, pool):
    lengths = np.array(lengths, dtype=np.int32)
    ids = np.array(sorted(data.draw(st.sets(st.integers(0, len(lengths) - 1), min_size=1))), dtype=np.int32)
    everything = np.arange(len(lengths), dtype=np.int32)
    candidates = everything if pool == "corpus" else np.setdiff1d(everything, ids)
    drawn = draw(ids, lengths, candidates, samples=7, tolerance=tolerance, rng=np.random.default_rng(1))
    assert drawn.shape == (7, len(ids))
    for column, segment in enumerate(ids):
        fitting = {int(c) for c in candidates if abs(lengths[c] - lengths[segment]) <= tolerance}
        found = set(drawn[:, column].tolist())
        assert found <= fitting if fitting else found == {UNMATCHED}


def table(*rows, minimum=(0,)):
    return select.select(hits(*rows), {p: ranges(minimum=minimum) for p in dict.fromkeys(p for _, p, _ in rows)})


def ids_of(drawn):
    return [(row["phenomenon"], row["sample"], row["segment_ids"]) for row in drawn.to_pylist()]


LENGTHS = np.array([3, 4, 5, 4, 3, 9, 4, 5, 3, 4], dtype=np.float64)
CORPUS = {"length": LENGTHS}
OPTIONS = {"samples": 20, "tolerance": 1, "pool": "corpus", "seed": 1}


def test_the_same_seed_gives_the_same_controls_and_another_gives_others():
    one = table((0, "a", 0), (2, "a", 0))
    assert ids_of(control(one, CORPUS, ControlSettings(**OPTIONS))) == ids_of(
        control(one, CORPUS, ControlSettings(**OPTIONS))
    )
    assert ids_of(control(one, CORPUS, ControlSettings(**OPTIONS))) != ids_of(
        control(one, CORPUS, ControlSettings(**OPTIONS | {"seed": 2}))
    )


def test_another_phenomenon_changes_nobody_elses_controls():
    alone = ids_of(control(table((0, "a", 0), (2, "a", 0)), CORPUS, ControlSettings(**OPTIONS)))
    beside = ids_of(control(table((1, "b", 0), (0, "a", 0), (2, "a", 0)), CORPUS, ControlSettings(**OPTIONS)))
    assert [row for row in beside if row[0] == "a"] == alone


def test_every_fitting_segment_is_drawn_about_equally_often():
    drawn = control(table((1, "a", 0)), CORPUS, ControlSettings(**OPTIONS | {"samples": 9000}))
    found, counts = np.unique([row["segment_ids"][0] for row in drawn.to_pylist()], return_counts=True)
    assert found.tolist() == [i for i, length in enumerate(LENGTHS) if abs(length - 4) <= 1]
    assert counts.min() > 850
    assert counts.max() < 1150


def test_a_segment_without_a_fitting_one_is_said_and_not_substituted(caplog):
    with caplog.at_level(logging.WARNING, "extractors"):
        drawn = control(table((5, "a", 0), (0, "a", 0)), CORPUS, ControlSettings(**OPTIONS | {"pool": "rest"}))
    assert "a min0: 1 of 2 segments have no control within 1 tokens" in caplog.text
    assert {row["unmatched"] for row in drawn.to_pylist()} == {1}
    assert {row["segment_ids"][1] for row in drawn.to_pylist()} == {UNMATCHED}
    assert UNMATCHED not in {row["segment_ids"][0] for row in drawn.to_pylist()}


def test_an_empty_segment_is_no_control_of_a_short_one():
    lengths = np.array([0, 1, 0, 1], dtype=np.int32)
    drawn = control(table((1, "a", 0)), lengths, ControlSettings(**OPTIONS))
    assert {row["segment_ids"][0] for row in drawn.to_pylist()} <= {1, 3}


def test_an_empty_set_has_empty_samples():
    drawn = control(table((0, "a", 0), minimum=(5,)), CORPUS, ControlSettings(**OPTIONS))
    assert [row["segment_ids"] for row in drawn.to_pylist()] == [[]] * 20


@pytest.mark.parametrize("bad", [{"pool": "rset"}, {"samples": 0}, {"tolerance": -1}])
def test_bad_options_are_refused(bad):
    with pytest.raises(InputError):
        control(table((0, "a", 0)), CORPUS, ControlSettings(**OPTIONS | bad))


COVARIATES = {
    "clauses": np.array([1, 1, 2, 1, 1, 5, 2, 2, 1, 3], dtype=float),
    "rare_words": np.array([0.3, 0.35, 0.1, 0.36, 0, 0, 0, 0, 0, 0]),
}


def test_controls_may_be_asked_to_be_alike_in_more_than_length():
    sets_of = table((0, "a", 0), (2, "a", 0), (5, "a", 0))
    drawn = control(sets_of, CORPUS, ControlSettings(**OPTIONS, match=("length", "clauses")), covariates=COVARIATES)
    found = np.array([row["segment_ids"] for row in drawn.to_pylist()])
    assert set(found[:, 0]) == {0, 1, 3, 4, 8}
    assert set(found[:, 1]) == {2, 6, 7}
    assert set(found[:, 2]) == {5}
    assert b"match:length+clauses" in drawn.schema.metadata[b"run"]
    outside = control(
        sets_of,
        LENGTHS,
        ControlSettings(**OPTIONS | {"pool": "rest"}, match=("length", "clauses")),
        covariates=COVARIATES,
    )
    assert [row["unmatched"] for row in outside.to_pylist()] == [1] * 20
    assert outside.to_pylist()[0]["segment_ids"][2] == UNMATCHED
    close = control(
        table((0, "a", 0)), CORPUS, ControlSettings(**OPTIONS, match=("rare_words",)), covariates=COVARIATES
    )
    assert {row["segment_ids"][0] for row in close.to_pylist()} == {0, 1}


def test_short_segments_can_be_left_out_of_sets_and_controls():
    drawn = control(table((0, "a", 0), (1, "a", 0)), CORPUS, ControlSettings(**OPTIONS, minimum_length=4)).to_pylist()
    assert {row["segment_ids"][0] for row in drawn} == {UNMATCHED}
    assert {row["segment_ids"][1] for row in drawn} <= set(np.flatnonzero((LENGTHS >= 4) & (LENGTHS <= 5)))


def test_the_paper_s_controls_are_the_same_whatever_else_is_known():
    one = table((0, "a", 0), (2, "a", 0))
    plain = control(one, CORPUS, ControlSettings(**OPTIONS))
    assert (
        control(one, CORPUS, ControlSettings(**OPTIONS, match=("length",), tolerances={}), covariates=COVARIATES)
        == plain
    )
    assert plain.schema.metadata[b"run"].endswith(b"controls:20.tol1.corpus.seed1")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"match": ["clase"]}, "unknown value 'clase' for match"),
        ({"match": ["depth"]}, "matched on depth, which is not known"),
        ({"tolerances": {"length": 2}}, "unknown value 'length' for tolerances"),
        ({"tolerances": {"depth": -1}}, "less than the minimum of 0"),
        ({"minimum_length": -1}, "less than the minimum of 0"),
    ],
)
def test_matching_that_cannot_be(options, words):
    with pytest.raises(InputError, match=words):
        control(table((0, "a", 0)), CORPUS, ControlSettings.of(OPTIONS | options))
