"""The values that the hub documents for the fields of a dataset card; vocabulary.yaml says where."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import yaml

from extractors.core.errors import InputError, nearest, unknown
from extractors.core.languages import is_language


@cache
def vocabulary() -> dict[str, Any]:
    text = resources.files("extractors.config").joinpath("vocabulary.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


LISTED = (
    "size_categories",
    "task_categories",
    "annotations_creators",
    "language_creators",
    "multilinguality",
    "source_datasets",
)
CONFIGURATION = re.compile(r"[^<>:/\\|?*\s]+")
SPLIT = re.compile(r"\w+(\.\w+)*")
NEEDED = ("language", "license", "pretty_name", "size_categories", "task_categories", "configs")


def check(card: Mapping[str, Any], *, path: str) -> None:
    """Check the metadata of a card against the documented vocabulary."""
    for name in NEEDED:
        if not card.get(name):
            raise InputError(f"the card has no {name}", path=path, remedy="publish the set again")
    for language in card["language"]:
        if not is_language(language):
            raise InputError(
                f"expected a language code, got {language!r}",
                path=path,
                remedy="give an ISO 639 code, such as de, en, hsb",
            )
    _one_of(card["license"], vocabulary()["licences"], "license", path)
    for name in LISTED:
        values = card.get(name) or []
        for value in [values] if isinstance(values, str) else values:
            _one_of(value, vocabulary()[name], name, path)
    for config in card["configs"]:
        if not CONFIGURATION.fullmatch(config["config_name"]):
            raise InputError(
                f"{config['config_name']!r} cannot be the name of a configuration", path=path, remedy="rename it"
            )
        for file in config["data_files"]:
            if not SPLIT.fullmatch(file["split"]):
                raise InputError(f"{file['split']!r} cannot be the name of a split", path=path, remedy="rename it")


def licence_id(name: str) -> str:
    """The name of a licence as the hub's `license_name` wants it, an id such as `my-license-1.0`."""
    return re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-.") or "other"


def size_category(rows: int) -> str:
    """The documented category of a number of rows: 999 is `n<1K`, 1000 is `1K<n<10K`."""
    categories: list[str] = vocabulary()["size_categories"]
    return categories[min(max(len(str(rows)) - 3, 0), len(categories) - 1)]


def _one_of(value: str, known: Any, name: str, path: str) -> None:
    if value not in known:
        raise InputError(f"unknown value {value!r} of {name}", path=path, remedy=nearest(value, known))


def check_licence_id(licence: str) -> None:
    """Refuse a licence that the hub does not know."""
    if licence not in vocabulary()["licences"]:
        error = unknown("licence", licence, vocabulary()["licences"])
        error.remedy = (
            f"{error.remedy}; for a licence that the hub has no identifier of write `licence: other` and `licence_name`"
        )
        raise error
