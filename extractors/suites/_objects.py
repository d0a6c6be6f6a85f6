"""A JSON file that is one list of objects, each with the line that it begins on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError
from extractors.core.files import read_text

BLANKS = " \t\r\n"


def read_objects(path: Path) -> list[tuple[int, dict[str, Any]]]:
    """The objects of the list in a file, each as (1-based line, object).

    Raises:
        InputError: no such file, no JSON, not a list, not a list of objects.
    """
    text = read_text(path)
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"is no JSON: {error.msg}", path=path, line=error.lineno, remedy="check the commas and brackets there"
        ) from error
    if not isinstance(whole, list):
        raise InputError("is not a list", path=path, line=1, remedy="write the items as one list: [{...}, {...}]")
    # Read again one by one: the library does not tell where an object of a list begins.
    decoder, objects, at = json.JSONDecoder(), [], text.index("[")
    for number in range(len(whole)):
        at += 1
        while text[at] in BLANKS:
            at += 1
        line = text.count("\n", 0, at) + 1
        value, at = decoder.raw_decode(text, at)
        if not isinstance(value, dict):
            raise InputError(
                f"item {number + 1} is not an object", path=path, line=line, remedy='write it as {"name": value, ...}'
            )
        objects.append((line, value))
        while text[at] in BLANKS:
            at += 1
    return objects
