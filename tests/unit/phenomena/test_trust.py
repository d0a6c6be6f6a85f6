"""Which phenomena a run leaves out, and from which confidence on their hits are precise enough."""

import json
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.core.errors import InputError
from extractors.phenomena import hits_read
from extractors.phenomena.detection import Detection, Known, LeftOut
from extractors.phenomena.hits_read import Read
from extractors.phenomena.trust import choose, lower_bound, threshold, too_poor
from tests.builders.quality import PARSER
from tests.builders.trust import EVERY, chosen, figures, phenomenon


def test_by_default_the_imprecise_ones_are_left_out_and_named(measured):
    ids, detection = chosen(measured)
    assert ids == ["good", "rare", "moved", "other"]
    assert detection.left_out == (LeftOut(phenomenon="poor", reason="imprecise", gold=50, found=40, right=27),)
    assert detection.unmeasured == ("rare", "moved", "other")
    assert (detection.parser, detection.data) == (PARSER, "de_made")


def test_asked_for_they_run(measured):
    ids, detection = chosen(measured, every=True)
    assert (ids, detection.left_out) == ([p.id for p in EVERY], ())


@pytest.mark.parametrize(
    ("counts", "poor"), [((50, 20, 13), True), ((50, 20, 14), False), ((50, 19, 0), False), ((50, 1000, 699), True)]
)
def test_seven_in_ten_of_twenty_hits_or_more_must_be_right(counts, poor):
    assert (too_poor("p", figures(counts)) is not None) == poor


def test_what_the_parser_never_shows_is_left_out():
    left_out = too_poor("p", figures((9, 0, 0), never="Mood=Sub"))
    assert (left_out.reason, left_out.needs) == ("never shown", "Mood=Sub")
    assert "never gives what it needs, Mood=Sub; 9 gold hits, 0 found" in left_out.why


@pytest.fixture
def read_by_a_person(monkeypatch):
    """Says what was read of which phenomena, whatever their definitions."""

    def say(**counts):
        table = {name: Read(right=r, wrong=w, unsure=u) for name, (r, w, u) in counts.items()}
        monkeypatch.setattr(hits_read, "of_parser", lambda *_: table)

    return say


@pytest.mark.parametrize(
    ("read", "poor"),
    [
        ((14, 6, 0), False),
        ((13, 7, 0), True),
        # Unsure is not right.
        ((14, 5, 2), True),
        ((15, 0, 5), False),
    ],
)
@pytest.mark.parametrize("counts", [(50, 40, 1), (50, 40, 40), (1, 1, 0)])
def test_twenty_read_hits_decide_instead_of_treebanks(counts, read, poor):
    right, wrong, unsure = read
    known = Read(right=right, wrong=wrong, unsure=unsure)
    for measured_figures in (figures(counts), None):
        left_out = too_poor("p", measured_figures, known)
        assert (left_out is not None) == poor
        assert left_out is None or (left_out.reason, left_out.read) == ("imprecise", known)


@given(st.integers(0, 19), st.data())
def test_fewer_read_hits_decide_nothing(hits, data):
    right = data.draw(st.integers(0, hits))
    read = Read(right=right, wrong=hits - right, unsure=0)
    for counts in ((50, 40, 20), (50, 40, 39), (1, 1, 0)):
        assert (too_poor("p", figures(counts), read) is None) == (too_poor("p", figures(counts)) is None)
    never = too_poor("p", figures((9, 0, 0), never="Mood=Sub"), read)
    assert never.why.endswith(f"0 found; {read.text}")


def test_what_was_read_runs_or_is_left_out_with_both_figures(measured, read_by_a_person, caplog):
    read_by_a_person(poor=(20, 1, 1), good=(10, 9, 2), rare=(20, 0, 0), other=(19, 0, 0))
    ids, detection = chosen(measured)
    assert ids == ["poor", "rare", "moved", "other"]
    assert detection.unmeasured == ("moved", "other")
    read = Read(right=20, wrong=1, unsure=1)
    assert detection.overruled == (Known(phenomenon="poor", gold=50, found=40, right=27, read=read),)
    assert Detection.of(json.loads(json.dumps(detection.as_dict()))) == detection
    with caplog.at_level(logging.INFO, logger="extractors"):
        detection.tell()
    text = "\n".join(caplog.messages)
    assert "good (precision 90 % on 40 hits, recall 72 % (treebanks); read in news: 10 of 19 right, 2 unsure)" in text
    assert "a person read them: poor (precision 68 % on 40 hits, recall 54 % (treebanks); read in news: 20 of" in text


def test_what_was_read_changes_no_threshold_and_nothing_that_is_named(measured, read_by_a_person):
    read_by_a_person(good=(1, 30, 0), poor=(30, 0, 0))
    assert chosen(measured, minimum_precision=0.9)[0] == ["good"]
    ids, detection = chosen(measured, every=True)
    assert (ids, detection.left_out, detection.overruled) == ([p.id for p in EVERY], (), ())


def test_what_is_found_from_the_alignment_stays(measured):
    ids, _ = chosen(measured, [*EVERY, phenomenon("reordering", "reordering")], minimum_precision=0.8)
    assert ids == ["good", "reordering"]


def test_a_parser_that_was_not_measured_runs_all(caplog):
    ids, detection = chosen(None)
    assert ids == [p.id for p in EVERY]
    with caplog.at_level(logging.WARNING, logger="extractors"):
        detection.tell()
    (said,) = caplog.messages
    assert "challenge-sets lab quality --gold TREEBANK" in said


def test_a_precision_needs_a_parser_that_was_measured(measured):
    with pytest.raises(InputError, match="nothing is known of how well this parser"):
        chosen(None, minimum_precision=0.9)
    with pytest.raises(InputError, match=r"no phenomenon is left to run: poor: precision 68 % on 40 hits") as refused:
        chosen(measured, [EVERY[1]], minimum_precision=0.9)
    assert refused.value.remedy == "ask for less precision"


def test_a_precision_chooses_the_least_confidence_that_has_it(measured):
    ids, detection = chosen(measured, minimum_precision=0.9)
    assert ids == ["good"]
    (found,) = detection.thresholds
    assert detection.minimum_confidences == {"good": 0.8}
    assert (found.precision, found.hits, found.recall, found.recall_of_all) == (1.0, 20, 0.4, 0.72)
    assert {entry.phenomenon: entry.reason for entry in detection.left_out} == {
        "poor": "unreached",
        "rare": "not measured",
        "moved": "not measured",
        "other": "not measured",
    }


def test_figures_of_another_language_are_refused(measured):
    with pytest.raises(InputError, match="was measured on 'de', and the text is in 'en'"):
        choose(EVERY, measured, "en")


def test_few_hits_reach_no_precision():
    assert threshold("p", figures((30, 30, 20), (30, 19, 19)), precision=0.9).reason == "unreached"
    assert threshold("p", figures((30, 30, 20), (30, 20, 20)), precision=0.9).minimum_confidence == 0.1


@given(st.integers(1, 400), st.data())
def test_the_lower_bound_is_below_the_share_and_rises_with_the_hits(found, data):
    right = data.draw(st.integers(0, found))
    bound = lower_bound(right, found)
    assert -1e-12 <= bound <= right / found + 1e-12
    assert lower_bound(10 * right, 10 * found) >= bound - 1e-12


def test_the_lower_bound_by_hand():
    # Wilson's interval with z = 0.8416: (27 / 30 + z2 / 60 - z sqrt(0.09 / 30 + z2 / 3600)) / (1 + z2 / 30).
    assert lower_bound(27, 30) == pytest.approx(0.8443, abs=1e-4)
