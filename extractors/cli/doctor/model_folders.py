"""The shipped models against their checksums, and the folders that runs write to."""

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

from extractors.cli.doctor import CheckResult, fault, note, ok
from extractors.core import lock
from extractors.core.errors import InputError
from extractors.core.oserrors import in_words
from extractors.models import installed

SUMS = "SHA256SUMS"
"""The file of checksums beside the shipped models, as `sha256sum` writes it."""
LITTLE_ROOM = 1e9
"""Bytes of room below which a run may not end."""


def check_models() -> list[CheckResult]:
    """Each shipped model against its checksums."""
    folder = installed.shipped_folder()
    origin = f"{installed.VARIABLE} names it" if os.environ.get(installed.VARIABLE) else "the package brings it"
    if not (folder / SUMS).is_file():
        if origin.startswith("the package"):
            return [fault("models", f"{folder} has no {SUMS}", "install the package again: its copy is not whole")]
        return [note("models", f"{folder} ({origin}) has no {SUMS}: not compared")]
    wrong: dict[str, list[str]] = {}
    for line in (folder / SUMS).read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        model = wrong.setdefault(Path(name).parts[0], [])
        if problem := _problem(folder / name, digest):
            model.append(f"{name} {problem}")
    return [
        fault(f"model {name}", "; ".join(problems), "get the package, or its checkout, again: this copy is damaged")
        if problems
        else ok(f"model {name}", f"as it was shipped, in {folder / name}")
        for name, problems in sorted(wrong.items())
    ]


def _problem(file: Path, digest: str) -> str:
    if not file.is_file():
        return "is missing"
    with file.open("rb") as opened:
        found = hashlib.file_digest(opened, "sha256").hexdigest()
    return "" if found == digest else "is not what was shipped"


def places_of_runs(results: Path) -> list[tuple[str, Path]]:
    """The folders that every run writes to."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return [("results", results), ("temporary files", Path(tempfile.gettempdir())), ("caches", cache)]


def check_place(purpose: str, folder: Path) -> CheckResult:
    """Whether files can be written, locked and removed in a folder, and the room there.

    What is not there yet is looked at in the nearest folder above.
    """
    what = f"{purpose} in {folder}"
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.is_dir())
    try:
        with tempfile.TemporaryDirectory(dir=there, prefix=".challenge-sets-") as inside:
            (Path(inside) / lock.LOCK).write_bytes(b"written")
            has_locks = not lock.is_held(Path(inside))
        room = shutil.disk_usage(there).free
    except OSError as error:
        told: InputError = in_words(error, [there])
        return fault(what, f"cannot be written: {told.problem}", told.remedy or "")
    text = f"can be written, {room / 1e9:,.1f} GB free"
    if room < LITTLE_ROOM:
        return note(what, text, "make room: a run with models and reports takes some hundreds of MB")
    if not has_locks:
        return note(what, f"{text}; its file system has no locks", "never start two runs there at the same time")
    return ok(what, text)
