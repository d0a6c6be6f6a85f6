"""What the results in a folder are made of: `config.json`, which a run compares with its own before it trusts them.

Snakemake keeps the parameters of each job in `.snakemake` of the working folder, by the path of the output. Of results
that were made from another working folder, under another path or before `.snakemake` was deleted it knows only the
times, so that it would take over results of another config. So the first job of a corpus or suite records the config,
the checksums of the inputs and its maker: the `.snakemake` and the path under which Snakemake knows all of the results.
"""

import json
import os
import shlex
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from extractors.core import jsonfile, lock
from extractors.core.errors import InputError
from extractors.core.logs import log

FILE = "config.json"
SEVERAL = "several"
"""The maker of a folder that runs of several makers have worked in."""
COMPARED = ("config", "inputs", "version")
IDENTIFIER = Path(".snakemake/challenge-sets")
"""Goes with the records of Snakemake: where these are deleted, the identifier is a new one."""
MOST_NAMED = 3
TEXTS = (".source", ".from", ".from.place")
"""The keys of a corpus that say which texts it is of."""


def maker(results: Path) -> str:
    """The maker of what this run writes: the `.snakemake` of the working folder, and the path of the results."""
    try:
        identifier = IDENTIFIER.read_text(encoding="ascii")
    except FileNotFoundError:
        IDENTIFIER.parent.mkdir(exist_ok=True)
        identifier = uuid.uuid4().hex
        IDENTIFIER.write_text(identifier, encoding="ascii")
    return f"{identifier} {results.as_posix()}"


def without_place(of: Mapping[str, Any], results: Path) -> dict[str, Any]:
    """What a run makes its results of, in which no text says where these are: `{results}` stands for their folder.

    So results may be moved, and their place spelled in another way.
    """

    def placeless(text: str) -> str:
        inside = os.path.relpath(text, results) if os.sep in text else ".."
        return text if Path(inside).parts[0] == ".." else f"{{results}}/{inside}"

    found: dict[str, Any] = jsonfile.with_texts(json.loads(json.dumps(of)), placeless)
    return found


def check(folder: Path, now: Mapping[str, Any], *, by: str) -> None:
    """Refuse results that Snakemake knows too little of to make again what has changed.

    Args:
        folder: the results of a corpus or suite.
        now: what this run would make them of: `config`, `inputs` and `version`.
        by: the maker.
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
        origin = f"They were made in {known['folder']}."
        # As JSON has it: lists for tuples.
        mine = json.loads(json.dumps(now))
        changes = list(_changes({key: known[key] for key in COMPARED}, {key: mine[key] for key in COMPARED}))
        has_changed = known["has_changed"]
    except (InputError, LookupError, TypeError) as error:
        raise _refused(folder, f"the config of these results cannot be read ({error})") from None
    if changes:
        more = "; ..." if len(changes) > MOST_NAMED else ""
        raise _refused(
            folder, f"these results are of another config: {'; '.join(changes[:MOST_NAMED])}{more}. {origin}"
        )
    if has_changed:
        raise _refused(folder, f"these results may be of several configs: theirs was edited between runs. {origin}")


def other_texts(folder: Path, now: Mapping[str, Any]) -> list[str]:
    """How the texts of a corpus differ from those of the earlier results in a folder, in words.

    Inputs that came in or went away, as those of a new system, do not count.

    Args:
        now: as of `check`.
    """
    try:
        known = jsonfile.load_checked(folder / FILE)
        before, inputs = known["config"].get("corpora"), known["inputs"]
    except (InputError, LookupError, TypeError, AttributeError):
        return []
    shared = {name: state for name, state in now["inputs"].items() if name in inputs}
    mine = json.loads(json.dumps(now["config"])).get("corpora")
    of_config = (change for change in _changes(before, mine, "corpora") if change.split()[0].endswith(TEXTS))
    return [*of_config, *_changes({name: inputs[name] for name in shared}, shared, "inputs")]


def systems_of(folder: Path) -> dict[str, Path]:
    """The outputs in the results of a corpus, by system, without those of systems that its config has no more."""
    outputs = {path.stem: path for path in sorted((folder / "systems").glob("*.parquet"))}
    path = folder / FILE
    named = jsonfile.load_checked(path).get("systems", outputs) if path.is_file() else outputs
    if gone := [system for system in outputs if system not in named]:
        log.warning("%s: left out, as the config has them no more: %s", folder, ", ".join(gone))
    return {system: path for system, path in outputs.items() if system in named}


def _refused(folder: Path, problem: str) -> InputError:
    if lock.is_held(folder):
        return lock.in_use(folder)
    there, away = (shlex.quote(f"{folder}{suffix}") for suffix in ("", ".earlier"))
    return InputError(
        problem,
        path=folder,
        remedy="name another folder in the config (`results:`), or move these away, and all is made again:"
        f" mv {there} {away}",
    )


def _changes(before: Any, after: Any, place: str = "") -> Iterator[str]:
    """What differs between two values of JSON, each with its place."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            yield from _changes(before.get(key), after.get(key), f"{place}.{key}" if place else key)
    elif before != after:
        if place.startswith("inputs."):
            yield f"{place.removeprefix('inputs.')} had other content"
        else:
            yield f"{place.removeprefix('config.')} was {json.dumps(before)}, now {json.dumps(after)}"


def write(path: str | Path, now: Mapping[str, Any], *, by: str, command: str) -> None:
    """Record what a run makes a folder's results of; an earlier record says whether that has changed since.

    Args:
        now, by: as of `check`.
        command: the shell command that runs the workflow again, to which targets are added.
    """
    path, has_changed, made_by = Path(path), False, by
    if path.is_file():
        try:
            known = jsonfile.load_checked(path)
            made_by = by if known["maker"] == by else SEVERAL
            has_changed = known["has_changed"] or any(
                known[key] != json.loads(json.dumps(now[key])) for key in COMPARED
            )
        except (InputError, LookupError):
            has_changed = True
    jsonfile.write_checked(
        {
            **now,
            "maker": made_by,
            "folder": str(Path.cwd()),
            "results": path.parent.as_posix(),
            "command": command,
            "has_changed": has_changed,
        },
        path,
    )
