"""Write the command that makes a damaged result again."""

import json
import re
import shlex
from pathlib import Path

RECORD = "config.json"
"""The file in a folder of results that says which command made them (extractors.config.results_config)."""
FOLDER = re.compile(r"((?:whole/)?(?:systems|test_set|statistics/[^/]+))/.*")
"""A file in a folder that Snakemake makes as a whole, and that folder."""
LEVELS = 4
"""Folders above a file in which the record is looked for."""


def to_make_again(path: str | Path) -> str:
    """Return the remedy for a damaged file: the command that makes it again if it is of a run, else advice.

    Snakemake makes a file by the path under which it knows it, from the folder of the run.
    """
    file = Path(path).absolute()
    for folder in list(file.parents)[:LEVELS]:
        try:
            made = json.loads((folder / RECORD).read_text(encoding="utf-8"))
            command = f"cd {shlex.quote(made['folder'])} && {made['command']} --force"
            place = Path(made["results"], FOLDER.sub(r"\1", file.relative_to(folder).as_posix()))
        except (OSError, ValueError, LookupError, TypeError):
            continue
        return f"make it again: {command} {shlex.quote(str(place))}"
    return "make it again, or copy it again from where it came"
