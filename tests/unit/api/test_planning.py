import re

import numpy as np
import pytest

from extractors.api.planning import plan
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.plans import PLANS
from extractors.publish import ready_made_sets
from extractors.score.statistics.estimates import detectable


@pytest.fixture(autouse=True)
def sets(ready_made, tmp_path, monkeypatch):
    made = ready_made / "sets"
    monkeypatch.setattr(ready_made_sets, "shipped", lambda _: made)
    monkeypatch.chdir(tmp_path)


def test_what_is_needed_is_what_the_known_variance_asks_for():
    found = plan("en-de", difference=10.0)
    assert list(found.test_sets) == ["wmt24", "wmt19"]
    assert found.with_humans == ["wmt24", "wmt19"]
    (row,) = (row for row in found.rows if row["phenomenon"] == "particle_verb")
    numbers = ready_made_sets.numbers("wmt24:en-de")
    (errors,) = (one for one in numbers.errors.to_pylist() if one["phenomenon"] == "particle_verb")
    n = len(numbers.counted_sets["particle_verb", 0])
    needed = row["two_needs"]
    # With so many segments the difference is just found four times in five.
    of_needed = errors["two"] * np.sqrt(n / needed)
    assert float(detectable(of_needed, 1000, 0.05)) == pytest.approx(10.0, rel=0.05)
    assert row["two_test_sets"] == (1 if needed <= n else 2 if needed <= row["n"] else None)
    assert plan("en-de", difference=5.0).rows[0]["two_needs"] == pytest.approx(4 * found.rows[0]["two_needs"], abs=4)


def test_the_command_names_the_sets_to_translate(tmp_path, call):
    status, said, _ = call("plan en-de --difference 20 -o plan.csv")
    assert status == 0
    assert "test sets, the newest first: wmt24 72, wmt19 72\n" in said
    assert re.search(r"two systems: wmt24.* are enough for \d+ of \d+ phenomena\n", said)
    rows = tables.read(PLANS, tmp_path / "plan.csv").to_pylist()
    assert {row["difference"] for row in rows} == {20.0}
    assert "two systems: no phenomenon has enough segments" in call("plan en-es --difference 0.01")[1]


@pytest.mark.parametrize(
    ("line", "words"), [("plan en-fr", "unknown pair"), ("plan en-de --difference 0.001", "0.01 to 100")]
)
def test_what_cannot_be_planned_is_refused(refuses, line, words):
    refuses(line, words)
    with pytest.raises(InputError):
        plan("wmt24:en-de")
