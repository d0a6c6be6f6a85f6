"""Calibrated confidences: the curve, whose it is, and what detection does with it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.extract import calibration
from extractors.extract.calibration import Curve, of_parser
from extractors.formats.origin import origin_of
from extractors.phenomena import parser_quality
from extractors.phenomena.catalogue import definitions_checksum
from tests.builders.whole import detected
from tests.unit.extract.test_confidence import phenomenon, treebank

OBJECT = phenomenon("pattern { A -[obj]-> B }")
CHECKSUM = definitions_checksum([OBJECT.definition("en")])


def test_a_curve_by_hand():
    curve = Curve(0.5, 2.0, {"p": (-1.0, "d")})
    sure = np.array([0.5, 0.8, np.nan], dtype=np.float32)
    # The logit of 0.8 is log 4: 1 / (1 + exp(-0.5) / 16).
    np.testing.assert_allclose(curve(sure), [1 / (1 + np.exp(-0.5)), 1 / (1 + np.exp(-0.5) / 16), np.nan], atol=1e-6)
    np.testing.assert_allclose(curve(sure, "p", "d")[0], 1 / (1 + np.exp(0.5)), atol=1e-6)
    # With another definition than the fitted one it has no offset.
    np.testing.assert_array_equal(curve(sure, "p", "e"), curve(sure))


@given(st.lists(st.floats(0, 1, width=32), min_size=2), st.floats(0.1, 2), st.floats(-2, 2))
def test_what_is_surer_stays_surer(values, slope, intercept):
    made = Curve(intercept, slope, {})(np.sort(np.array(values, dtype=np.float32)))
    assert (np.diff(made) >= 0).all()
    assert ((made > 0) & (made < 1)).all()


def test_the_shipped_curves_are_of_the_shipped_parsers():
    for measured in parser_quality.shipped().values():
        assert of_parser(measured.parser) is not None
    assert of_parser("biaffine:0.1.0/parser-de:00000000") is None
    assert of_parser("unknown") is None


@pytest.fixture
def parses(monkeypatch):
    curves = {"mine": {"checksum": "12", "intercept": 0.0, "slope": 1.0, "offsets": {"p": [1.0, CHECKSUM]}}}
    monkeypatch.setattr(calibration, "_shipped", lambda: curves)
    bank = treebank()
    object.__setattr__(bank, "generator", "biaffine:1/mine:12")
    return bank


def test_hits_have_the_calibrated_confidence(parses):
    def confidence(**more):
        table = detected(parses, [OBJECT], language="en", **more)
        return table.column("confidence").to_pylist()

    wanted = 1 / (1 + np.exp(-1) * 3 / 7)
    assert confidence() == [pytest.approx(wanted, abs=1e-6)]
    assert confidence(calibrated=False) == [pytest.approx(0.7)]
    # 0.86 calibrated, 0.7 before.
    assert len(confidence(minimum_confidence=0.8)) == 1
    assert confidence(minimum_confidence=0.9) == []


def test_each_phenomenon_may_have_its_own_minimum(parses):
    found = detected(parses, [OBJECT], language="en", minimum_precision=0.9, minimum_confidences={"p": 0.9})
    origin = origin_of(found)
    assert len(found) == 0
    assert (origin.minimum_of("p"), origin.minimum_of("other")) == (0.9, 0.0)
    assert origin.signature.endswith("|minimum_precision:0.9")
