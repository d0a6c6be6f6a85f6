"""Cards quote the figures of docs/detector-quality.md, not older ones."""

from benchmarks.quality_figures import DOCUMENT, figures
from extractors.publishing.card import _measured


def test_the_figures_on_cards_are_those_of_the_page():
    found = figures(DOCUMENT.read_text(encoding="utf-8"))
    assert _measured() == found
    assert found["parser-en"]["phenomena"]["reflexive"]["gold"] > 0
    assert "not seen" not in found["parser-de"]["data"]
