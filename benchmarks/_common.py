"""What several benchmarks share: pages of documentation that a benchmark writes."""

from pathlib import Path

from extractors.core import files
from extractors.lab.quality.quality_page import markdown_table

__all__ = ["between", "markdown_table", "write_page"]


def write_page(path: Path, text: str) -> None:
    """Write a page, atomically, with the folder it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with files.write_text(path) as out:
        out.write(text.strip() + "\n")


def between(page: str, name: str, section: str) -> str:
    """The page with what stands between the marks of a section replaced."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"the page has no marks {begin} and {end}")
    return f"{before}{begin}\n\n{section}\n\n{end}{after}"
