from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.segment import Segment, Segments
from rich.table import Table

from extractors.core.escapes import visible

WIDEST = 10_000
"""Columns of a table that takes the width it needs: a cell cut short is worse than a long line."""


def columns(
    header: Sequence[str], rows: Iterable[Sequence[str] | None], *, texts: int = 1, is_ruled: bool = True
) -> str:
    """Lay out rows below the names of their columns, as the text that `as_text` gives.

    Args:
        rows: cells; None for a blank line between two groups (only if `is_ruled`).
        texts: columns from the left that are text; the others are numbers, which stand at the right.
        is_ruled: draw a rule below the names.
    """
    table = Table(box=box.SIMPLE_HEAD if is_ruled else None, pad_edge=False, show_edge=False)
    for place, name in enumerate(header):
        table.add_column(name, justify="left" if place < texts else "right", no_wrap=True)
    for row in rows:
        if row is None:
            table.add_section()
        else:
            table.add_row(*row)
    return as_text(table)


def as_text(table: Table, *, width: int = WIDEST, colour: bool = False) -> str:
    """Render a table as lines without white space at their ends.

    The table is captured and not printed, so that a log or a pipe gets the same text as a terminal. Cells are plain
    text: brackets in them are no markup.

    Args:
        width: columns of the terminal; a table takes what it needs, up to this.
        colour: whether styles are written, as codes of the terminal.
    """
    console = Console(
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        markup=False,
        highlight=False,
        emoji=False,
    )
    with console.capture() as captured:
        # What a cell holds may be a stranger's; the codes of colours are added after this.
        console.print(Segments([Segment(visible(s.text), s.style) for s in console.render(table)]), end="")
    return "".join(line.rstrip() + "\n" for line in captured.get().splitlines())
