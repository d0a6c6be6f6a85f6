"""What several benchmarks share: pages of documentation that a benchmark writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from extractors.core import files


def markdown_table(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table whose first column is text, the others numbers."""
    ruler = ["---", *["---:"] * (len(heading) - 1)]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (heading, ruler, *rows))


def write_page(path: Path, text: str) -> None:
    """Write a page, atomically, with the folder it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with files.write_text(path) as out:
        out.write(text.strip() + "\n")
