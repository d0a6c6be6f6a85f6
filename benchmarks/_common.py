"""What several benchmarks share: pages of documentation that a benchmark writes."""

from __future__ import annotations

from pathlib import Path

from extractors.core import files
from extractors.quality.page import markdown_table

__all__ = ["markdown_table", "write_page"]


def write_page(path: Path, text: str) -> None:
    """Write a page, atomically, with the folder it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with files.write_text(path) as out:
        out.write(text.strip() + "\n")
