"""Write HTML for notebooks: tables with marked words."""

from collections.abc import Sequence
from html import escape

COLOURS = {1: "#bfe3ff", 2: "#ffe39a", 3: "#d9e6b8"}
"""Of the head, of the dependent, of a word that is both."""


Marks = Sequence[tuple[int, int, int]]
"""Start, end and role (1 head, 2 dependent, 3 both), in characters and in order, none over another."""


def bracketed(text: str, marks: Marks) -> str:
    """Put brackets around the marked parts of a text."""
    for start, end, _ in reversed(marks):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text


def marked(text: str, marks: Marks) -> str:
    """Return a text as HTML with its marked parts in colour."""
    html, last = "", 0
    for start, end, role in marks:
        style = f"background:{COLOURS[role]};color:#000"
        html += f'{escape(text[last:start])}<mark style="{style}">{escape(text[start:end])}</mark>'
        last = end
    return html + escape(text[last:])


def table_html(header: Sequence[str], rows: Sequence[Sequence[str]], texts: Sequence[str], *, caption: str) -> str:
    """Return a table as HTML.

    Args:
        header: the names of the columns before the text.
        rows: their cells, as plain text.
        texts: the last cell of each row, as HTML.
    """
    left = ' style="text-align:left"'
    head = "".join(f"<th>{escape(name)}</th>" for name in header) + "<th></th>"
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}<td{left}>{text}</td></tr>"
        for row, text in zip(rows, texts, strict=True)
    )
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
