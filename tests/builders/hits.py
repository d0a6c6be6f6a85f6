"""Tables of hits made by hand."""

from __future__ import annotations

from extractors.formats.hits import HITS


def hits(*rows):
    """(segment, phenomenon, distance) each."""
    base = dict.fromkeys(("head", "dependent", "head_word", "dependent_word", "distance", "distance_ud"), 0)
    names = ("confidence", "head_target", "dependent_target", "head_target_forms", "dependent_target_forms")
    empty = dict.fromkeys(names)
    return HITS.table(
        [
            base
            | empty
            | {"head_form": "x", "dependent_form": "y", "segment_id": s, "phenomenon": p, "distance_set": d}
            for s, p, d in rows
        ]
    )


def hits_in(bank, *found):
    """(segment, phenomenon, head, dependent, distance) each."""
    empty = ("confidence", "head_target", "dependent_target", "head_target_forms", "dependent_target_forms")
    rows = []
    for segment, phenomenon, head, dependent, distance in found:
        row = {"segment_id": segment, "phenomenon": phenomenon, **dict.fromkeys(empty)}
        row |= dict.fromkeys(("distance", "distance_ud", "distance_set"), distance)
        for side, token in (("head", head), ("dependent", dependent)):
            row |= {side: token, f"{side}_word": token, f"{side}_form": bank.surface[segment][token]}
        rows.append(row)
    return HITS.table(rows)
