"""Rows of any table, and a table of links."""

from extractors.formats.alignment import ALIGNMENT

EMPTY = {"int32": 0, "string": "", "double": 0.0, "float": 0.0, "bool": False}


def blank(form):
    """A row without anything, whatever columns the table gets."""
    return {c.name: None if c.optional else EMPTY[str(c.type)] for c in form.columns}


def links_table(*rows):
    """(segment, reference or system, source token, target token, their forms) each, without confidences."""
    names = ("segment_id", "reference", "source", "target", "source_form", "target_form")
    return ALIGNMENT.table([dict(zip(names, row, strict=True), confidence=None) for row in rows])
