"""Tables 2 and 3 of Isabelle et al. (EMNLP 2017) for any suite that people judged, as CSV, Markdown and LaTeX."""

import math
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from extractors.formats.annotations import Annotation
from extractors.formats.items import Item
from extractors.report import typeset
from extractors.report.typeset import Sheet
from extractors.suites.human_tables import SuccessRow, by_category, by_subcategory, systems_of


def write(
    items: Sequence[Item], judgments: pa.Table, folder: str | Path, annotations: Sequence[Annotation] | None = None
) -> list[str]:
    """Write both tables as CSV, Markdown and LaTeX.

    Args:
        judgments: of people.
        annotations: the single answers, if they are known.

    Returns:
        The names of the tables.
    """
    systems = systems_of(judgments)
    sheets = [
        category_sheet(by_category(items, judgments, annotations), systems, pooled=annotations is not None),
        subcategory_sheet(by_subcategory(items, judgments), systems),
    ]
    typeset.write(sheets, folder)
    typeset.write_document(sheets, Path(folder) / "human_tables.tex")
    return [sheet.name for sheet in sheets]


def category_sheet(rows: Sequence[SuccessRow], systems: Sequence[str], *, pooled: bool) -> Sheet:
    """Their Table 2: success by category, and how far annotators agree.

    Args:
        pooled: of single answers; else of majorities, and then without agreement.
    """
    with_agreement = any(row.agreement is not None for row in rows)
    cells = [
        [
            row.category or "Overall",
            *(percent(row.share(system)) for system in systems),
            *([percent(row.agreement)] if with_agreement else []),
        ]
        for row in rows
    ]
    what = (
        "positive answers by all answers; agreement is the share of outputs on which all annotators agree"
        if pooled
        else "items that the majority of annotators calls right; the single answers are not known"
    )
    header = ["category", *systems, *(["agreement"] if with_agreement else [])]
    return Sheet("success_by_category", f"Success by category: {what}.{_undecided(rows)}", header, cells, texts=1)


def subcategory_sheet(rows: Sequence[SuccessRow], systems: Sequence[str]) -> Sheet:
    """Their Table 3: success by subcategory; a category is named in its first row."""
    cells, named = [], ""
    for row in rows:
        shares = (percent(row.share(system)) for system in systems)
        cells.append(["" if row.category == named else row.category, row.phenomenon, str(row.items), *shares])
        named = row.category
    caption = f"Success by subcategory: items that the majority of annotators calls right.{_undecided(rows)}"
    return Sheet("success_by_subcategory", caption, ["category", "subcategory", "#", *systems], cells, texts=2)


def _undecided(rows: Sequence[SuccessRow]) -> str:
    """Words for the caption, where outputs have no verdict."""
    # The last row of a table by category is of all items.
    whole = [row for row in rows if not row.category] or rows
    open_ = sum(sum(row.undecided.values()) for row in whole)
    return f" {open_} outputs without a verdict of people count as no success." if open_ else ""


def percent(share: float | None) -> str:
    """A share in whole percent, halves rounded up; empty if there is none."""
    return "" if share is None else f"{math.floor(100 * share + 0.5)}%"
