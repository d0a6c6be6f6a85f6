"""Reports and cards quote the figures of docs/detector-quality.md, and only for what they were measured of."""

import pytest

from benchmarks.quality_figures import DOCUMENT, figures
from extractors.formats.origin import Origin
from extractors.phenomena.quality import all_figures, of_run

MEASURED = all_figures()["parser-de"]
PARSER = f"biaffine:0.1.0/parser-de:{MEASURED['checksum']}"
DEFINITION = MEASURED["phenomena"]["reflexive"]["as"]


def origin(parser, minimum_confidence=0.0):
    return Origin(
        parser=parser, aligner=None, reference=None, phenomena="12345678", minimum_confidence=minimum_confidence
    )


def test_the_figures_are_those_of_the_page():
    found = figures(DOCUMENT.read_text(encoding="utf-8"))
    assert all_figures() == found
    assert found["parser-en"]["phenomena"]["reflexive"]["gold"] > 0
    assert "not seen" not in found["parser-de"]["data"]


def test_figures_are_those_of_the_parser_that_made_the_set():
    quality = of_run(origin(PARSER), {"reflexive": DEFINITION, "particle_verb": "0"})
    assert quality is not None
    assert quality.model == "parser-de"
    assert quality.phenomena == {"reflexive": MEASURED["phenomena"]["reflexive"]}


@pytest.mark.parametrize(
    ("of_hits", "definition"),
    [
        (origin("biaffine:0.1.0/parser-de:00000000"), DEFINITION),
        (origin(PARSER, minimum_confidence=0.5), DEFINITION),
        (origin(PARSER), "00000000"),
        (origin(PARSER), None),
        (None, DEFINITION),
    ],
)
def test_no_figures_for_another_parser_of_that_name_other_requests_or_only_sure_hits(of_hits, definition):
    assert of_run(of_hits, {"reflexive": definition}) is None
