"""Blocks of settings: each setting with its default, bounds and meaning, written once.

A block is a frozen dataclass whose fields are made by `setting`. The config's schema, the options of commands and
the code that works by the settings all take them from there.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from typing import Any, Self

from extractors.core import yamlfile
from extractors.core.errors import InputError

JSON_TYPES = {int: "integer", float: "number", bool: "boolean", str: "string"}


LARGEST_SEED = 2**63 - 1
REQUIRED: Any = dataclasses.MISSING
"""The default of a setting that the user must give."""


def setting(default: Any, meaning: str, **rules: Any) -> Any:
    """A field of a block.

    Args:
        default: its value where the user gives none; a list or mapping is given as a tuple or dict.
        meaning: one line for the schema, the help of commands and error messages.
        rules: keywords of JSON schema that a value must fulfil, such as `minimum=0`; they add to, or replace, the
            type that the annotation gives.
    """
    metadata = {"meaning": meaning, "rules": rules}
    if isinstance(default, dict):
        return dataclasses.field(default_factory=lambda: dict(default), metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """A block of settings; a subclass is a frozen dataclass of fields made by `setting`."""

    def __post_init__(self) -> None:
        """Refuse values that break their rules.

        Raises:
            InputError: the first such value, in the words that a config with it gets.
        """
        values = {field.name: _as_json(getattr(self, field.name)) for field in dataclasses.fields(self)}
        for _, problem, remedy in yamlfile.problems(values, self.schema()):
            raise InputError(problem, remedy=remedy)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The block from a mapping of JSON values, such as `as_dict` gives; other keys are left out."""
        names = {field.name for field in dataclasses.fields(cls)}
        return cls(**{name: _frozen(value) for name, value in values.items() if name in names})

    def as_dict(self) -> dict[str, Any]:
        """The settings as JSON values."""
        return {field.name: _as_json(getattr(self, field.name)) for field in dataclasses.fields(self)}

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """The JSON schema of the block, with defaults and meanings."""
        properties = {}
        required = []
        for field in dataclasses.fields(cls):
            properties[field.name] = {"description": field.metadata["meaning"], **cls._rules()[field.name]}
            default = field.default_factory() if callable(field.default_factory) else field.default
            if default is REQUIRED:
                required.append(field.name)
            else:
                properties[field.name]["default"] = _as_json(default)
        return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}

    @classmethod
    def _rules(cls) -> dict[str, dict[str, Any]]:
        """The JSON schema of each setting's value."""
        hints = typing.get_type_hints(cls)
        return {field.name: json_type(hints[field.name]) | field.metadata["rules"] for field in dataclasses.fields(cls)}

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """The defaults as JSON values; without the settings that the user must give."""
        return {name: entry["default"] for name, entry in cls.schema()["properties"].items() if "default" in entry}

    @classmethod
    def meaning(cls, name: str) -> str:
        """The line that says what a setting is."""
        return str(next(field.metadata["meaning"] for field in dataclasses.fields(cls) if field.name == name))


def json_type(hint: Any) -> dict[str, Any]:
    """The JSON schema of an annotation: numbers, texts, truth values, None, tuples and mappings of these."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint in JSON_TYPES:
        return {"type": JSON_TYPES[hint]}
    if origin in (types.UnionType, typing.Union):
        others = [argument for argument in arguments if argument is not type(None)]
        if all(argument in JSON_TYPES for argument in others):
            return {"type": [*(JSON_TYPES[argument] for argument in others), "null"]}
        return {"anyOf": [{"type": "null"}, *map(json_type, others)]}
    if origin is tuple:
        return {"type": "array", "items": json_type(arguments[0])}
    if origin is not None and issubclass(origin, Mapping):
        values = {} if arguments[1] is Any else {"additionalProperties": json_type(arguments[1])}
        return {"type": "object", **values}
    raise TypeError(f"a setting cannot be of type {hint}")


def _as_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_as_json(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
