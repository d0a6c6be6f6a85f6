"""Tables of hits made by hand."""

from extractors.formats.hits import HITS
from tests.builders.rows import blank, table_of

HIT = {
    "segment_id": 3,
    "phenomenon": "particle_verb",
    "head": 1,
    "dependent": 4,
    "head_form": 'gab, "so"',
    "dependent_form": "auf",
    "head_word": 1,
    "dependent_word": 5,
    "distance": 2,
    "distance_ud": 3,
    "distance_set": 2,
    "confidence": None,
    "head_target": [2, 5],
    "dependent_target": None,
    "head_target_forms": ["gave", "up"],
    "dependent_target_forms": None,
}
"""A row of the table of hits."""


def hits(*rows):
    """(segment, phenomenon, distance) each."""
    base = blank(HITS) | {"head_form": "x", "dependent_form": "y"}
    return table_of(HITS, [base | {"segment_id": s, "phenomenon": p, "distance_set": d} for s, p, d in rows])


def hits_in(bank, *found):
    """(segment, phenomenon, head, dependent, distance) each."""
    rows = []
    for segment, phenomenon, head, dependent, distance in found:
        row = blank(HITS) | {"segment_id": segment, "phenomenon": phenomenon}
        row |= dict.fromkeys(("distance", "distance_ud", "distance_set"), distance)
        for side, token in (("head", head), ("dependent", dependent)):
            row |= {side: token, f"{side}_word": token, f"{side}_form": bank.surface[segment][token]}
        rows.append(row)
    return table_of(HITS, rows)
