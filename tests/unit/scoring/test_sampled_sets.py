"""Sets with their control samples: of a table, and of a file that is read set by set."""

import numpy as np
import pyarrow as pa
import pytest

from extractors.core.errors import InputError
from extractors.extract import select
from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.scoring import sampled_sets
from extractors.scoring.sampled_sets import read_sets
from tests.builders.hits import hits
from tests.builders.sets import ranges
from tests.builders.whole import drawn_controls


@pytest.fixture
def made():
    """Sets of two phenomena, one of them empty, and their controls."""
    found = hits((0, "a", 0), (3, "a", 2), (1, "b", 0))
    sets = select.select(found, dict.fromkeys(("a", "b"), ranges(minimum=(0, 1))))
    return sets, drawn_controls(sets, {"length": np.full(6, 4.0)}, ControlSettings(samples=5))


def drawn(one):
    """(S, n) the samples of a set."""
    return np.concatenate([np.zeros((0, len(one.ids))), *one.read()])


def same(one, other):
    assert len(one) == len(other)
    for ours, theirs in zip(one, other, strict=True):
        assert (ours.phenomenon, ours.range) == (theirs.phenomenon, theirs.range)
        assert ours.ids.tolist() == theirs.ids.tolist()
        assert drawn(ours).tolist() == drawn(theirs).tolist()


@pytest.mark.parametrize("rows", [1, 2, 20])
@pytest.mark.parametrize("backwards", [False, True])
def test_a_file_gives_the_samples_of_the_table_in_any_order(made, tmp_path, monkeypatch, rows, backwards):
    monkeypatch.setattr(sampled_sets, "SAMPLES_AT_ONCE", rows)
    monkeypatch.setattr(sampled_sets, "NUMBERS_AT_ONCE", 1)
    sets, controls = made
    tables.write(controls, tmp_path / "controls.parquet")
    if backwards:
        sets = sets.take(pa.array(range(len(sets))[::-1]))
    of_file = read_sets(sets, tmp_path / "controls.parquet")
    same(of_file, sampled_sets.sampled_sets(sets, controls))


def test_samples_that_do_not_fit_are_refused_as_they_are_asked_for(made, tmp_path):
    sets, controls = made
    tables.write(controls.slice(0, 5), tmp_path / "controls.parquet")
    of_file = read_sets(sets, tmp_path / "controls.parquet")
    assert drawn(of_file[0]).shape == (5, 2)
    with pytest.raises(InputError, match="the controls do not fit the set a min1"):
        next(iter(of_file[1].read()))
    with pytest.raises(InputError, match="the controls do not fit the set a min1"):
        sampled_sets.sampled_sets(sets, controls.slice(0, 5))


def test_without_controls_there_are_no_samples(made):
    assert [drawn(one).shape for one in sampled_sets.sampled_sets(made[0], None)] == [(0, 2), (0, 1), (0, 1), (0, 0)]
