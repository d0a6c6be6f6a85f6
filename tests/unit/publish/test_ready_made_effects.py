"""What findings are looked up in is what the shipped sets say."""

import pytest

from extractors.publish import ready_made_sets
from extractors.publish.ready_made_effects import known_effects
from extractors.score.expected_effects import known_rows


def test_the_shipped_effects_are_those_of_the_shipped_sets():
    found = [row for row in known_effects([ready_made_sets.numbers("wmt22:de-en")]) if row["target_language"]]
    shipped = [row for row in known_rows() if (row["source_language"], row["target_language"]) == ("de", "en")]
    of_year = {(row["phenomenon"], row["metric"]): row for row in shipped if row["test_set"] == "wmt22"}
    assert len(found) == len(of_year) > 60
    for row in found:
        known = of_year[row["phenomenon"], row["metric"]]
        assert (row["definition"], row["n"], row["distance"]) == (known["definition"], known["n"], known["distance"])
        for name in ("effect", "standard_error", "scale"):
            assert row[name] == pytest.approx(known[name], abs=1e-4)


def _of_sets():
    return known_effects(map(ready_made_sets.numbers, ready_made_sets.names()))


def test_beyond_people_is_systems_minus_people(ready_made, monkeypatch):
    monkeypatch.setattr(ready_made_sets, "shipped", lambda _: ready_made / "sets")
    # These sets have few documents, and the error of few is not trusted.
    assert not [row for row in _of_sets() if row["units"] < 10]
    monkeypatch.setattr("extractors.publish.ready_made_effects.FEWEST_CLUSTERS", 2)
    rows = _of_sets()
    of = {row["metric"]: row for row in rows if (row["phenomenon"], row["target_language"]) == ("particle_verb", "de")}
    assert of.keys() == {"chrf", "chrf-humans", "chrf-beyond"}
    difference = of["chrf"]["effect"] - of["chrf-humans"]["effect"]
    assert of["chrf-beyond"]["effect"] == pytest.approx(difference, abs=1e-3)
    assert {row["test_set"] for row in rows} == {"wmt24"}
    together = [row for row in rows if row["target_language"] is None]
    assert {row["corpora"] for row in together if row["phenomenon"] == "particle_verb"} == {2}
