"""Tables for the terminal, as text."""

from rich.console import Console
from rich.segment import Segment, Segments
from rich.table import Table

from extractors.core.escapes import visible

WIDEST = 10_000
"""Columns of a table that takes the width it needs: a cell cut short is worse than a long line."""


def as_text(table: Table, *, width: int = WIDEST, colour: bool = False) -> str:
    """The lines of a table, without white space at their ends.

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
