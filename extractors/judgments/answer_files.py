"""The files of people's answers in a folder; what plans a run asks for them, so that nothing else is imported here."""

from __future__ import annotations

from pathlib import Path

SHEETS, TABLES = (".csv", ".xlsx"), (".csv", ".tsv", ".parquet")
"""The suffixes of annotation sheets, and of tables of `ANNOTATIONS`."""


def files_in(folder: str | Path) -> list[Path]:
    """The annotation files in a folder and its folders, in order; lock files of spreadsheet programs are left out."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    return [path for path in files if path.suffix.lower() in {*SHEETS, *TABLES} and path.name[0] not in "~."]
