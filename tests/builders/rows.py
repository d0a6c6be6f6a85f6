"""Rows and tables of any format, whatever columns it gets; and a table of links."""

from extractors.formats.alignment import ALIGNMENT


def blank(form):
    """A row without anything, as an older file has it that lacks the later columns."""
    return {c.name: c.default if c.optional or c.since > 1 else _nothing(str(c.type)) for c in form.columns}


def _nothing(kind):
    return {"string": "", "double": 0.0, "float": 0.0, "bool": False}.get(kind, [] if kind.startswith("list") else 0)


def table_of(form, rows):
    """A table from rows that name what matters to a test; the rest is blank, and other names are further columns."""
    nothing = blank(form)
    return form.with_further(dict.fromkeys(name for row in rows for name in row)).table([nothing | row for row in rows])


def table_of_columns(form, columns):
    """The same from columns of one length, by name."""
    return table_of(form, [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)])


def links_table(*rows):
    """(segment, reference or system, source token, target token, their forms) each, without confidences."""
    names = ("segment_id", "reference", "source", "target", "source_form", "target_form")
    return table_of(ALIGNMENT, [dict(zip(names, row, strict=True)) for row in rows])
