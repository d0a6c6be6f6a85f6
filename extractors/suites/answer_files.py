"""The files of people's answers in a folder; what plans a run asks for them, so that nothing else is imported here."""

from pathlib import Path

SHEETS, TABLES, CAMPAIGNS = (".csv", ".xlsx"), (".csv", ".tsv", ".parquet"), (".json", ".jsonl")
"""The suffixes of annotation sheets, of tables of `ANNOTATIONS`, and of the answers of Pearmut's campaigns."""


def files_in(folder: str | Path) -> list[Path]:
    """The annotation files in a folder and its folders, in order; lock files of spreadsheet programs are left out."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    suffixes = {*SHEETS, *TABLES, *CAMPAIGNS}
    return [path for path in files if path.suffix.lower() in suffixes and path.name[0] not in "~."]
