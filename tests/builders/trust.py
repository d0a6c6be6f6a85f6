"""Phenomena and what is known of how well a made-up parser finds them."""

from extractors.phenomena import grew, parser_quality
from extractors.phenomena.catalogue import Phenomenon, Rule, definitions_checksum
from extractors.phenomena.parser_quality import Figures, HitCounts
from extractors.phenomena.trust import choose
from tests.builders.quality import quality_row, write_quality

NONE = HitCounts(0, 0, 0)


def phenomenon(name, measure=None):
    rules = {} if measure else {"de": (Rule(grew.parse("pattern { A -[obj]-> B }"), "A", "B"),)}
    return Phenomenon(id=name, label=name, measure=measure, rules=rules)


def figures(*counts, never=None):
    """Counts by confidence, from 0 on in steps of a tenth."""
    by_confidence = {number / 10: HitCounts(*of) for number, of in enumerate(counts)}
    return Figures(
        definition="d", counts=by_confidence[0], far_counts=NONE, by_confidence=by_confidence, never_shown=never
    )


def measured_at(path):
    """A parser that finds `good` well, `poor` badly and `rare` seldom; of `other` nothing is known."""
    rows = []
    for name, *counts in (("good", 50, 40, 36), ("poor", 50, 40, 27), ("rare", 9, 19, 3), ("moved", 50, 40, 2)):
        definition = definitions_checksum([phenomenon(name).definition("de")]) if name != "moved" else "old"
        rows += [quality_row(name, *counts, definition=definition)]
        rows += [quality_row(name, counts[0], 20, 20, definition=definition, minimum_confidence=0.8)] * (name == "good")
    return parser_quality.load(write_quality(path, *rows))


EVERY = [phenomenon(name) for name in ("good", "poor", "rare", "moved", "other")]


def chosen(measured, phenomena=EVERY, **wanted):
    """The ids of those to run, and what is known of them."""
    to_run, detection = choose(phenomena, measured, "de", **wanted)
    return [p.id for p in to_run], detection
