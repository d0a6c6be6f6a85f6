"""What the audit of the inputs found, and what of a test set's files has no place in the corpus."""

from collections.abc import Mapping
from typing import Any

from extractors.report.numbers import percent
from extractors.report.results import ReportedResults

PLACE = 5
TITLE = "Inputs"
MEANINGS: Mapping[str, str] = {
    "empty": "no text",
    "placeholder": "a placeholder, not a translation",
    "copied_source": "the words of the source",
    "copied_reference": "the words of a reference",
    "edited_output": "the output of a system word for word: no human baseline above 10 % of the long segments",
    "same_output": "the output of another system",
    "wrong_language": "probably in another language",
    "wrong_script": "in another script",
    "truncated": "much shorter than expected",
    "shared_words": "words at the edge of many lines that no other text has there",
    "foreign_characters": "characters that no reference, source or other output has",
    "unlike_others": "hardly a word of the references and other outputs: a refusal, a note, another text",
    "typography": "other quotation marks, digits or widths than all other texts; no damage",
    "lost_negation": "no negator, where the source and most other texts have one: read them",
    "shifted": "in other lines than the rest: lines too late or too early",
    "entities": "entities of HTML are left",
    "canary": "a canary line",
    "byte_order_mark": "a byte-order mark",
    "invisible": "soft hyphens or zero-width characters, which count in metrics and are no part of words",
    "double_source": "a source that stood before",
}
"""What each finding means, in words for a table."""
SHOWN = 5
"""Problems of the audit trail that the page shows; the table has them all."""


def content(results: ReportedResults) -> Mapping[str, Any]:
    """Return the rows of the table, by kind of finding and then by text, and the beginning of the audit trail."""
    order = list(MEANINGS)
    rows = sorted(results.audit or [], key=lambda row: (order.index(row["finding"]), row["text"]))
    trail = list(results.trail.items())
    return {
        "rows": [{**row, "meaning": MEANINGS[row["finding"]], "share": percent(row["share"])} for row in rows],
        "trail": trail[:SHOWN],
        "trail_lines": sum(results.trail.values()),
        "trail_rest": sum(count for _, count in trail[SHOWN:]),
    }
