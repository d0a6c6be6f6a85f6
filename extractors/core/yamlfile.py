"""YAML files that a person writes: read with line numbers, checked against a schema, in plain words."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from extractors.core.errors import InputError, nearest, unknown
from extractors.core.files import read_text
from extractors.core.names import check_name

if TYPE_CHECKING:
    import jsonschema

Keys = tuple[str | int, ...]
"""The way to a value: keys of mappings, positions in lists."""


class _Loader(yaml.SafeLoader):
    """Safe, and with YAML 1.2's booleans: `no` is Norwegian, not false."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$", re.I), list("tTfF"))


@dataclass(frozen=True)
class YamlFile:
    """A YAML document and where its values stand.

    Attributes:
        lines: the 1-based line of each value, by its keys.
    """

    path: Path
    data: Any
    lines: Mapping[Keys, int]

    def error(self, problem: str, keys: Keys = (), remedy: str | None = None) -> InputError:
        """An error at a value, or at the nearest value around it that stands in the file."""
        while keys and keys not in self.lines:
            keys = keys[:-1]
        return InputError(problem, path=self.path, line=self.lines.get(keys), remedy=remedy)


def load(path: str | Path) -> YamlFile:
    """Read a YAML file.

    Raises:
        InputError: no such file, a syntax error, or a key given twice, with its line.
    """
    path = Path(path)
    loader = _Loader(read_text(path))
    lines: dict[Keys, int] = {}
    try:
        node = loader.get_single_node()
        data = None if node is None else loader.construct_document(node)
        if node is not None:
            _locate(node, (), lines, path)
    except yaml.MarkedYAMLError as error:
        line = None if error.problem_mark is None else error.problem_mark.line + 1
        problem = " ".join(filter(None, (error.context, error.problem)))
        raise InputError(
            f"YAML syntax error: {problem}",
            path=path,
            line=line,
            remedy="check indentation (spaces, never tabs), colons and quotes here and one line above",
        ) from None
    finally:
        loader.dispose()
    return YamlFile(path=path, data=data, lines=lines)


def _locate(node: yaml.Node, keys: Keys, lines: dict[Keys, int], path: Path) -> None:
    lines[keys] = lines.get(keys, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            if key.tag == "tag:yaml.org,2002:merge":
                continue
            if key.value in seen:
                raise InputError(
                    f"the key {key.value!r} is given twice",
                    path=path,
                    line=key.start_mark.line + 1,
                    remedy="keep one",
                )
            seen.add(key.value)
            lines[(*keys, key.value)] = key.start_mark.line + 1
            _locate(value, (*keys, key.value), lines, path)
    elif isinstance(node, yaml.SequenceNode):
        for position, value in enumerate(node.value):
            _locate(value, (*keys, position), lines, path)


class ValueOrigin:
    """Finds the file and line that a value of merged files came from: the last that has it."""

    def __init__(self, files: Sequence[YamlFile]) -> None:
        self.files = files

    def error(self, problem: str, keys: Keys, remedy: str | None) -> InputError:
        """An error at a value, or at the nearest value around it that stands in a file."""
        for length in range(len(keys), 0, -1):
            for file in reversed(self.files):
                if keys[:length] in file.lines:
                    return file.error(problem, keys[:length], remedy)
        if self.files:
            return self.files[-1].error(problem, (), remedy)
        return InputError(problem, path="--config", remedy=remedy)

    def unknown(self, kind: str, name: str, known: Sequence[str], keys: Keys) -> InputError:
        """The error about a name that is not known, with the nearest that is."""
        error = unknown(kind, name, known)
        return self.error(error.problem, keys, error.remedy)


def problems(data: Any, schema: Mapping[str, Any]) -> list[tuple[Keys, str, str]]:
    """The violations of a JSON schema by data: (keys, problem, remedy) each.

    Unknown keys come first: a misspelt key is also a missing one, and the misspelling is what to mend.
    """
    # Here and not above: a command that checks nothing, as one asked for its help, does not wait for it.

    validator = _validator()(schema, format_checker=_formats())
    errors = sorted(
        validator.iter_errors(data),
        key=lambda e: (e.validator != "additionalProperties", [str(k) for k in e.absolute_path]),
    )
    return [_in_words(error) for error in errors]


@cache
def _validator() -> Any:
    """JSON schema, with numbers as the code means them: 3.0 is no whole number, and infinity is none at all."""
    import jsonschema

    def whole(_: object, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    def finite(_: object, value: object) -> bool:
        return whole(_, value) or (isinstance(value, float) and math.isfinite(value))

    base = jsonschema.Draft202012Validator
    return jsonschema.validators.extend(
        base, type_checker=base.TYPE_CHECKER.redefine_many({"integer": whole, "number": finite})
    )


@cache
def _formats() -> jsonschema.FormatChecker:
    """The format `name`, see extractors.core.names."""
    import jsonschema

    checker = jsonschema.FormatChecker(formats=())

    @checker.checks("name", raises=InputError)
    def _(value: object) -> bool:
        return not isinstance(value, str) or bool(check_name(value, "file"))

    return checker


def _depth(error: jsonschema.ValidationError) -> int:
    """How many keys lead to what is at fault."""
    return len(error.absolute_path) + ("propertyNames" in error.absolute_schema_path)


def _in_words(error: jsonschema.ValidationError) -> tuple[Keys, str, str]:
    keys: Keys = tuple(error.absolute_path)
    if "propertyNames" in error.absolute_schema_path:
        # The schema says it of the mapping, and the line is that of the name in it.
        keys = (*keys, error.instance)
    where = ".".join(map(str, keys)) or "the file"
    schema = error.schema if isinstance(error.schema, dict) else {}
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = list(schema.get("properties", {}))
        extra = next(k for k in error.instance if k not in known)
        return (*keys, extra), f"unknown key {extra!r} in {where}", nearest(str(extra), known)
    if error.validator == "enum":
        known = [str(value) for value in schema["enum"]]
        return keys, f"unknown value {error.instance!r} for {where}", nearest(str(error.instance), known)
    if error.validator == "format" and isinstance(error.cause, InputError):
        return keys, f"{where}: {error.cause.problem}", str(error.cause.remedy)
    if error.validator in ("anyOf", "oneOf") and error.context:
        # The branch that was meant is the one in which the fault lies deepest.
        best = max(error.context, key=_depth)
        if _depth(best) > len(keys):
            return _in_words(best)
    remedy = str(schema.get("description", "see config/README.md"))
    message = error.message if len(error.message) < 300 else error.message[:300] + " ..."
    return keys, f"{where}: {message}", remedy


def check(file: YamlFile, schema: Mapping[str, Any]) -> None:
    """Refuse a file that does not fit its schema.

    Raises:
        InputError: the first fault, with its line and, for an unknown key, the nearest known one.
    """
    for keys, problem, remedy in problems(file.data, schema):
        raise file.error(problem, keys, remedy)
