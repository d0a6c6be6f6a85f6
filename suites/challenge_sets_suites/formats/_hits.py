"""Hits of phenomena as items, for people to judge."""

from collections.abc import Iterable, Mapping
from typing import Any

from challenge_sets_suites.tables.items import Item

Row = Mapping[str, Any]


def hit_id(hit: Row) -> str:
    """Return the id of the item that is made from a hit: `particle_verb:12:3-7`."""
    return f"{hit['phenomenon']}:{hit['segment_id']}:{hit['head']}-{hit['dependent']}"


def hit_item(
    hit: Row, *, sentence: int, source: str, reference: str | None, spans: Iterable[tuple[int, int]] = ()
) -> Item:
    """Make an item from a hit, with a question about its words, and the places of these if they are known."""
    return Item(
        item=hit_id(hit),
        sentence=sentence,
        source=source,
        phenomenon=hit["phenomenon"],
        distance=hit["distance_set"],
        reference=reference,
        question=_question(hit),
        marks=tuple(place for span in sorted(spans) for place in span),
    )


def _question(hit: Row) -> str:
    # Head and dependent may be parts of one token, as in a compound.
    if hit["head"] == hit["dependent"]:
        return f"Is '{hit['head_form']}' translated right?"
    return f"Are '{hit['head_form']}' and '{hit['dependent_form']}' translated right?"
