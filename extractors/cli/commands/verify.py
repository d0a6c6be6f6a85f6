"""Compare the files of a run's results with their checksums, and name the command that makes each again."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from extractors.cli.commands import Command
from extractors.core.errors import InputError
from extractors.core.sums import Damage, Examined, discard, examine

STATUS_DAMAGED = 4
"""The exit status where a file is not as it was written (see extractors.__main__)."""
NAMED = 5
"""Files without a checksum that are named."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="+", type=Path, metavar="FOLDER", help="results/CORPUS, or results for all")
    parser.add_argument(
        "--delete",
        action="store_true",
        help="delete what is damaged, so that nothing reads it; the next run makes it again",
    )


def _run(arguments: argparse.Namespace) -> int:
    for folder in arguments.folder:
        if not folder.is_dir():
            raise InputError("no such folder", path=folder, remedy="give the folder of a corpus: results/CORPUS")
    damaged = [damage for folder in arguments.folder for damage in _verify(folder)]
    if not damaged:
        return 0
    outputs = sorted({damage.output for damage in damaged})
    if arguments.delete:
        discard(damaged)
        print("Deleted. The next run makes them again: snakemake, with the targets and the config of the last one.")
    else:
        names = " ".join(shlex.quote(str(output)) for output in outputs)
        print(f"To make them again, run snakemake as before, or: snakemake --cores 1 --force {names}")
    return STATUS_DAMAGED


def _verify(folder: Path) -> list[Damage]:
    """Say what is wrong in a folder."""
    found = examine(folder)
    if not found.files and not found.damaged:
        raise InputError(
            "no file in it has a checksum",
            path=folder,
            remedy="give a folder that a run of this version has written: results/CORPUS",
        )
    for damage in found.damaged:
        print(f"{damage.file}: {damage.problem}")
        print(f"  make it again: snakemake --cores 1 --force {shlex.quote(str(damage.output))}")
    print(_summary(folder, found))
    return found.damaged


def _summary(folder: Path, found: Examined) -> str:
    """What was found in a folder, in a line or two."""
    size = f"{found.size / 1e6:,.1f} MB"
    result = f"{len(found.damaged):,} damaged" if found.damaged else "all as they were written"
    text = f"{folder}: {found.files:,} files, {size}: {result}"
    if found.unrecorded:
        names = ", ".join(file.relative_to(folder).as_posix() for file in found.unrecorded[:NAMED])
        more = ", ..." if len(found.unrecorded) > NAMED else ""
        text += f"\n{folder}: {len(found.unrecorded):,} files without a checksum are not looked at: {names}{more}"
    return text


COMMAND = Command(
    example="challenge-sets verify results/demo-de-en\nchallenge-sets verify results --delete",
    add_arguments=_arguments,
    run=_run,
)
