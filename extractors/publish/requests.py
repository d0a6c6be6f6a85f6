"""phenomena.yaml: the phenomena of a set as a file that `--phenomena-file` takes, with the requests of its language."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon
from extractors.phenomena.grew.lexicons import Lexicon

HEADER = """\
# The phenomena of this data set: what was looked for, and the requests that found it.
# `challenge-sets stage detect --phenomena-file phenomena.yaml` looks for them in another corpus.

"""


def as_file(path: str | Path, names: Sequence[str], language: str) -> str:
    """The entries of some phenomena, as a file of their own.

    Args:
        path: the file that has them.
        language: that of the source, the only one of which requests are taken.
    """
    known = catalogue.load(path)
    entries = [_entry(known[name], language) for name in names]
    text = yaml.safe_dump({"phenomena": entries}, allow_unicode=True, sort_keys=False, width=110)
    return HEADER + _lexicons([known[name] for name in names], language) + text


def _lexicons(phenomena: Sequence[Phenomenon], language: str) -> str:
    """The words that the requests look up, so that the file finds the same hits by itself."""
    columns: dict[Lexicon, set[str]] = {}
    for phenomenon in phenomena:
        for lexicon, names in phenomenon.lexicons(language).items():
            columns.setdefault(lexicon, set()).update(names)
    tables = []
    for lexicon, used in columns.items():
        header = tuple(sorted(used))
        lines = ["\t".join(row) for row in [header, *lexicon.part(header)]]
        # As a block, which YAML's writer makes of no text with tabs in it.
        tables.append(f"  {lexicon.name}: |\n" + "".join(f"    {line}\n" for line in lines))
    return "lexicons:\n" + "".join(tables) if tables else ""


def _entry(phenomenon: Phenomenon, language: str) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": phenomenon.id,
        "description": phenomenon.description,
        "label": phenomenon.label,
        "roles": list(phenomenon.roles),
        "source": phenomenon.source,
        "distance": phenomenon.distance,
    }
    if phenomenon.minimum_distances is not None:
        entry["minimum_distances"] = list(phenomenon.minimum_distances)
    if phenomenon.measure is not None:
        return entry | {"measure": phenomenon.measure, "chosen_by": phenomenon.chosen_by}
    rules = [
        {"request": rule.request.source.text, "pair": [rule.head, rule.dependent]}
        for rule in phenomenon.rules[language]
    ]
    return entry | {"requests": {language: rules}}
