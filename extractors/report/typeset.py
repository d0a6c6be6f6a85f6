"""Write small tables of text as CSV, Markdown and LaTeX."""

import csv
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from extractors.core.escapes import neutral
from extractors.core.files import write_text

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}

_INTERVAL = re.compile(r"\[[-+\d., ]+\]")

BOLD = r"\bfseries "
LINE = 100
"""Columns of a caption's lines in Markdown."""
PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{booktabs}
\usepackage{graphicx}
\usepackage{longtable}
\usepackage[landscape,margin=10mm]{geometry}
\setlength{\LTcapwidth}{\linewidth}
\begin{document}
\small
"""


@dataclass(frozen=True)
class Sheet:
    """A table as it is to be read.

    Attributes:
        name: of its files.
        caption: what it shows, one line.
        header: names of the columns.
        rows: as many cells each; a cell that is empty has nothing to say.
        texts: how many columns from the left hold text; the others hold numbers.
        dense: of many narrow columns: seven points, their names upright.
        strong: rows and columns of the cells that stand in bold, in Markdown and LaTeX.
        signature: of the metric, in sacreBLEU's manner: a line below the table, and the last column of the CSV.
    """

    name: str
    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: int
    dense: bool = False
    strong: frozenset[tuple[int, int]] = frozenset()
    signature: str = ""


def escape(text: str) -> str:
    """Escape the special characters of a text for LaTeX, and collapse its white space."""
    written = "".join(_SPECIAL.get(character, character) for character in " ".join(text.split()))
    return written.replace(r"\textgreater{}=", r"$\geq$")


def latex(sheet: Sheet) -> str:
    """Write a longtable with booktabs' rules, to be read with `\\input`; a minus stands before negative numbers."""

    def cell(text: str, column: int) -> str:
        if column >= sheet.texts and _INTERVAL.fullmatch(text):
            return f"${text}$"
        if column >= sheet.texts and text[:1] in ("-", "+", "<") and text[1:2].isdigit():
            digits = text.rstrip("*?")
            return f"${digits}${text[len(digits) :]}"
        return escape(text)

    def line(row: int, cells: Sequence[str]) -> str:
        # Braces, as a cell that begins with [ after \\ would be read as a length.
        written = (
            f"{{{BOLD if (row, column) in sheet.strong else ''}{cell(text, column)}}}"
            for column, text in enumerate(cells)
        )
        return " & ".join(written) + r" \\"

    columns = "l" * sheet.texts + "r" * (len(sheet.header) - sheet.texts)

    def name_of(column: int, text: str) -> str:
        upright = sheet.dense and column >= sheet.texts
        return f"\\rotatebox{{90}}{{{escape(text)}}}" if upright else f"{{{escape(text)}}}"

    head = " & ".join(name_of(column, text) for column, text in enumerate(sheet.header)) + r" \\"
    parts = [
        f"% Needs booktabs, longtable{', graphicx' if sheet.dense else ''}.",
        r"\begingroup\scriptsize\setlength{\tabcolsep}{3pt}" if sheet.dense else "",
        f"\\begin{{longtable}}{{{columns}}}",
        f"\\caption{{{escape(sheet.caption)}}} \\\\",
        r"\toprule",
        head,
        r"\midrule",
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
        *(line(row, cells) for row, cells in enumerate(sheet.rows)),
        r"\end{longtable}",
        _signature(sheet.signature) if sheet.signature else "",
        r"\endgroup" if sheet.dense else "",
    ]
    return "".join(f"{part}\n" for part in parts if part)


def _signature(signature: str) -> str:
    """Return the LaTeX of the signature line below a table; the line may break after each part of the signature."""
    breakable = escape(signature).replace(r"\textbar{}", r"\textbar{}\allowbreak{}")
    return f"\\noindent{{\\footnotesize Signature: {breakable}\\par}}"


def markdown(sheet: Sheet) -> str:
    """Write a table in GitHub's Markdown, below its caption."""

    def strong(row: int, cells: Sequence[str]) -> list[str]:
        return [f"**{text}**" if (row, column) in sheet.strong else text for column, text in enumerate(cells)]

    def line(cells: Sequence[str]) -> str:
        return (
            "| " + " | ".join(" ".join(text.split()).replace("|", r"\|").replace("<", "&lt;") for text in cells) + " |"
        )

    rule = [":--"] * sheet.texts + ["--:"] * (len(sheet.header) - sheet.texts)
    rows = (line(strong(row, cells)) for row, cells in enumerate(sheet.rows))
    below = ["", f"Signature: `{sheet.signature}`"] if sheet.signature else []
    return (
        "\n".join(
            [
                textwrap.fill(re.sub(r"<(?=[A-Za-z/!?])", "&lt;", sheet.caption), LINE),
                "",
                line(sheet.header),
                line(rule),
                *rows,
                *below,
            ]
        )
        + "\n"
    )


def write(sheets: Sequence[Sheet], folder: str | Path) -> None:
    """Write each sheet as NAME.csv, NAME.md and NAME.tex."""
    folder = Path(folder)
    for sheet in sheets:
        with write_text(folder / f"{sheet.name}.csv") as out:
            rows = [[*map(neutral, row[: sheet.texts]), *row[sheet.texts :]] for row in (sheet.header, *sheet.rows)]
            if sheet.signature:
                rows = [[*row, sheet.signature if number else "signature"] for number, row in enumerate(rows)]
            csv.writer(out, lineterminator="\n").writerows(rows)
        with write_text(folder / f"{sheet.name}.md") as out:
            out.write(markdown(sheet))
        with write_text(folder / f"{sheet.name}.tex") as out:
            out.write(latex(sheet))


def write_document(sheets: Sequence[Sheet], path: str | Path) -> None:
    """Write a LaTeX document with sheets whose .tex files stand beside it."""
    with write_text(path) as out:
        out.write(PREAMBLE)
        out.writelines(f"\\input{{{sheet.name}}}\n\\clearpage\n" for sheet in sheets)
        out.write("\\end{document}\n")
