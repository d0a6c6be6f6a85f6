"""config.json in a corpus's results: the config and inputs they were made from, so that two configs are never mixed.

Snakemake keeps the parameters of each job in `.snakemake` of the working folder and makes again what an edit changes.
Of results that were made from another working folder, or before `.snakemake` was deleted, it knows only the times, and
would take over results of another config. So a run records its config before the first job, and results that this
`.snakemake` has not made on its own must have the recorded one.
"""

import json
import shlex
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from extractors.core import jsonfile
from extractors.core.errors import InputError

FILE = "config.json"
SEVERAL = "several"
"""The maker of results that runs of several working folders have written."""
COMPARED = ("config", "inputs", "version")
IDENTIFIER = Path(".snakemake/challenge-sets")
"""Names this `.snakemake`: where the folder is deleted, the next one has another name."""
MOST_NAMED = 3


def maker(results: Path) -> str:
    """Return the name of this run's `.snakemake` with the path of the results, by which Snakemake knows them."""
    if not IDENTIFIER.exists():
        IDENTIFIER.parent.mkdir(exist_ok=True)
        IDENTIFIER.write_text(uuid.uuid4().hex, encoding="ascii")
    return f"{IDENTIFIER.read_text(encoding='ascii')} {results.as_posix()}"


def check(folder: Path, now: Mapping[str, Any], *, by: str) -> None:
    """Refuse results of another config that Snakemake would not make again.

    Args:
        folder: the results of a corpus or suite.
        now: this run's `config`, `inputs` (a checksum by file) and `version`.
        by: this run's maker.

    Raises:
        InputError: the results have another config or none, or may have several.
    """
    path = folder / FILE
    if not path.is_file():
        if folder.is_dir() and any(file.name[0] != "." for file in folder.iterdir()):
            raise _refused(folder, f"there are results without a {FILE}, so their config is unknown")
        return
    try:
        known = jsonfile.load_checked(path)
        if known["maker"] == by:
            return
        changes = list(_changes({key: known[key] for key in COMPARED}, _as_json(now)))
        has_changed, origin = known["has_changed"], f"They were made in {known['folder']}."
    except (InputError, LookupError, TypeError) as error:
        raise _refused(folder, f"the config of these results cannot be read ({error})") from None
    if changes:
        named = "; ".join(changes[:MOST_NAMED]) + "; ..." * (len(changes) > MOST_NAMED)
        raise _refused(folder, f"these results are of another config: {named}. {origin}")
    if has_changed:
        raise _refused(folder, f"these results may be of several configs: theirs was edited between runs. {origin}")


def write(path: Path, now: Mapping[str, Any], *, by: str, command: str) -> None:
    """Record the config of a folder's results, and whether it has changed since an earlier run.

    Args:
        now, by: as of `check`.
        command: the shell command that runs the workflow again, to which targets are added.
    """
    has_changed, made_by = False, by
    if path.is_file():
        try:
            known = jsonfile.load_checked(path)
            made_by = by if known["maker"] == by else SEVERAL
            has_changed = known["has_changed"] or {key: known[key] for key in COMPARED} != _as_json(now)
        except (InputError, LookupError):
            has_changed = True
    about = {"maker": made_by, "folder": str(Path.cwd()), "results": path.parent.as_posix(), "command": command}
    jsonfile.write_checked({**now, **about, "has_changed": has_changed}, path)


def _as_json(now: Mapping[str, Any]) -> dict[str, Any]:
    # JSON has lists for tuples.
    return {key: json.loads(json.dumps(now[key])) for key in COMPARED}


def _changes(before: Any, after: Any, place: str = "") -> Iterator[str]:
    """Yield the differences between two values of JSON, each with its place."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            yield from _changes(before.get(key), after.get(key), f"{place}.{key}" if place else key)
    elif before != after:
        if place.startswith("inputs."):
            yield f"{place.removeprefix('inputs.')} had other content"
        else:
            yield f"{place.removeprefix('config.')} was {json.dumps(before)}, now {json.dumps(after)}"


def _refused(folder: Path, problem: str) -> InputError:
    there, away = (shlex.quote(f"{folder}{suffix}") for suffix in ("", ".earlier"))
    return InputError(
        problem,
        path=folder,
        remedy="choose another folder in the config (`results:`), or move these away to make everything again:"
        f" mv {there} {away}",
    )
