"""Cards quote the figures of docs/detector-quality.md, not older ones, and only for what they were measured of."""

from dataclasses import replace

import pytest

from benchmarks.quality_figures import DOCUMENT, figures
from extractors.publishing.card import _measured, _quality
from extractors.publishing.description import Description
from extractors.publishing.settings import PublishSettings

MEASURED = _measured()["parser-de"]
PARSER = f"parser:biaffine:0.1.0/parser-de:{MEASURED['checksum']}"


def test_the_figures_on_cards_are_those_of_the_page():
    found = figures(DOCUMENT.read_text(encoding="utf-8"))
    assert _measured() == found
    assert found["parser-en"]["phenomena"]["reflexive"]["gold"] > 0
    assert "not seen" not in found["parser-de"]["data"]


def described(signature=PARSER, definition=MEASURED["phenomena"]["reflexive"]["as"]):
    return Description(
        name="news",
        pretty_name="News",
        source_language="de",
        target_language="en",
        segments=1,
        source_sha256="",
        references={"A": ""},
        signature=signature,
        version="0.1.0",
        parser="",
        aligner="",
        metrics={},
        metric_signatures={},
        statistics={},
        phenomena=[{"id": "reflexive", "definition": definition}],
        publish=PublishSettings(),
    )


def test_figures_are_those_of_the_parser_that_made_the_set():
    quoted = _quality(described(), ["reflexive"])
    assert quoted["model"] == "parser-de"
    assert [row["id"] for row in quoted["rows"]] == ["reflexive"]


@pytest.mark.parametrize(
    "other",
    [
        described(signature="parser:biaffine:0.1.0/parser-de:00000000"),
        described(signature=f"{PARSER}|aligner:none|phenomena:12345678|minimum_confidence:0.5"),
        described(definition="00000000"),
        replace(described(), phenomena=[{"id": "reflexive"}]),
    ],
)
def test_no_figures_for_another_parser_of_that_name_other_requests_or_only_sure_hits(other):
    assert _quality(other, ["reflexive"]) is None
