"""The merged config of a run, with its defaults, as a config file that says where each value comes from."""

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from extractors.config.run import check_config
from extractors.core import yamlfile
from extractors.core.settings import Keys
from extractors.core.yamlfile import ValueOrigin, YamlFile


class _Dumper(yaml.SafeDumper):
    """Writes lists on one line, and what is used twice twice."""

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> yaml.SequenceNode:
        del flow_style
        return super().represent_sequence(tag, sequence, flow_style=True)

    def ignore_aliases(self, data: Any) -> bool:
        del data
        return True


def merged_config(config: Mapping[str, Any], files: Sequence[YamlFile], overrides: Mapping[str, Any]) -> str:
    """Write a config file that says after each value whether it is a default, or which file and line set it.

    Args:
        config, files: what `read_config` gives.
        overrides: the values among them that come from the command line.
    """
    data = check_config(config, files).as_dict()
    text = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10**9)
    lines = text.splitlines()
    origin = ValueOrigin(files)
    for keys, line in yamlfile.parse(text, "the merged config").lines.items():
        value = _value(data, keys)
        if keys and isinstance(keys[-1], str) and not _goes_on(value):
            lines[line - 1] += f"  # {_origin(keys, config, origin, overrides)}"
    return "\n".join(lines) + "\n"


def _value(data: Any, keys: Keys) -> Any:
    for key in keys:
        data = data[key]
    return data


def _goes_on(value: Any) -> bool:
    """Return whether a value takes more than its key's line: parts with origins, or text that a comment would join."""
    return (isinstance(value, dict) and bool(value)) or (isinstance(value, str) and len(value.splitlines()) > 1)


def _origin(keys: Keys, config: Mapping[str, Any], origin: ValueOrigin, overrides: Mapping[str, Any]) -> str:
    whole = keys
    if keys[0] in overrides:
        return "the command line"
    while keys and not origin.has(keys):
        keys = keys[:-1]
        # A path alone stands for a block that has it.
        if isinstance(_written(config, keys), str | list):
            return origin.place(keys)
    return origin.place(keys) if keys == whole else "default"


def _written(config: Any, keys: Keys) -> Any:
    """Return what the user wrote at some keys; None if nothing."""
    for key in keys:
        config = config.get(key) if isinstance(config, Mapping) else None
    return config
