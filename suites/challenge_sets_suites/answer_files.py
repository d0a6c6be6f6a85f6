"""The files of people's answers: those in a folder, and the sheets that a run leaves in a suite's results.

These are `to_judge.xlsx`, then `to_judge-2.xlsx`, ... A run replaces a sheet only as long as it is as the run wrote it.
A sheet that a person changed is theirs: its answers are read, and what is still undecided goes to a sheet with the next
name. A small file keeps the checksums of the sheets as they were written. No library is imported, since Snakemake asks
for the inputs of a job.
"""

import json
from pathlib import Path

from extractors.core import files

SHEETS, TABLES, CAMPAIGNS = (".csv", ".xlsx"), (".csv", ".tsv", ".parquet"), (".json", ".jsonl")
"""The suffixes of annotation sheets, of tables of `ANNOTATIONS`, and of the answers of Pearmut's campaigns."""
STEM, SUFFIX = "to_judge", ".xlsx"
WRITTEN = ".to_judge.json"
"""By name, the SHA-256 of each sheet as a run wrote it."""


def files_in(folder: str | Path) -> list[Path]:
    """List the annotation files in a folder and its subfolders, in order; lock files of spreadsheets are left out."""
    inside = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    suffixes = {*SHEETS, *TABLES, *CAMPAIGNS}
    return [path for path in inside if path.suffix.lower() in suffixes and path.name[0] not in "~."]


def sheet_names(count: int) -> list[str]:
    """Return the names of the first `count` sheets, in order."""
    return [f"{STEM}{'' if number == 1 else f'-{number}'}{SUFFIX}" for number in range(1, count + 1)]


def changed_sheets(folder: str | Path) -> list[str]:
    """Return the paths of the sheets in a suite's results that a person has changed."""
    # Without the file each sheet is a person's: nothing is lost.
    written = files.read_checksums(Path(folder, WRITTEN))
    sheets = sorted(Path(folder).glob(f"{STEM}*{SUFFIX}"))
    return [str(path) for path in sheets if written.get(path.name) != files.sha256(path)]


def is_run_sheet(path: str | Path, folder: str | Path) -> bool:
    """Return whether a file is a sheet that a run wrote into a folder, going by its place and its name."""
    path = Path(path)
    return path.parent.resolve() == Path(folder).resolve() and path.name.startswith(STEM) and path.suffix == SUFFIX


def next_sheet(folder: str | Path) -> Path:
    """Return the path of the next sheet: the first name that is free, or whose sheet nobody has changed."""
    changed = {Path(path).name for path in changed_sheets(folder)}
    return next(Path(folder, name) for name in sheet_names(len(changed) + 1) if name not in changed)


def record(sheet: Path) -> None:
    """Keep the checksum of a sheet that was written."""
    written = files.read_checksums(sheet.parent / WRITTEN) | {sheet.name: files.sha256(sheet)}
    with files.write_text(sheet.parent / WRITTEN) as file:
        json.dump(written, file, indent=1)
