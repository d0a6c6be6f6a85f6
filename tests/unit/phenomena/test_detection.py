"""What is known of how well phenomena are found: in words, in the log, and back from a manifest."""

import logging

import pytest

from extractors.core.errors import InputError
from extractors.phenomena import detection as reasons
from extractors.phenomena.detection import Detection, Threshold
from extractors.phenomena.hits_read import Read
from extractors.phenomena.trust import too_poor
from tests.builders.quality import PARSER
from tests.builders.trust import chosen, figures


def test_few_hits_on_treebanks_have_no_precision_beside_what_was_read():
    read = Read(right=3, wrong=20, unsure=0)
    assert too_poor("p", figures((9, 3, 3)), read).why == (
        "3 hits found on treebanks, fewer than 20; read in news: 3 of 23 right"
    )


def test_what_a_run_tells_comes_back_from_its_manifest(measured):
    for wanted in ({}, {"minimum_precision": 0.9}):
        _, detection = chosen(measured, **wanted)
        assert Detection.of(detection.as_dict()) == detection
    assert isinstance(detection.thresholds[0], Threshold)


def test_the_log_names_what_is_not_run(measured, caplog):
    with caplog.at_level(logging.INFO, logger="extractors"):
        chosen(measured)[1].tell()
        chosen(measured, minimum_precision=0.9)[1].tell()
    text = "\n".join(caplog.messages)
    assert "finds them too imprecisely: poor (precision 68 % on 40 hits, recall 54 %). `imprecise: true`" in text
    assert "fewer than 20 of their hits were found in de_made, or read: rare, moved, other" in text
    assert "good: hits from a confidence of 0.8: precision 100 % on 20 hits" in text
    assert "recall 40 % instead of 72 %" in text


def test_parses_of_another_parser_than_the_measured_one_are_refused(measured):
    _, detection = chosen(measured)
    detection.check(PARSER.replace("biaffine:1", "biaffine:2"))
    with pytest.raises(InputError, match="this run parsed with stanza:1/x:2"):
        detection.check("stanza:1/x:2")
    Detection().check("anything")


def test_names_of_reasons_differ():
    assert len({reasons.IMPRECISE, reasons.NEVER_SHOWN, reasons.UNREACHED, reasons.NOT_MEASURED}) == 4
