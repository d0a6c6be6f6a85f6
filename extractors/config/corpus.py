"""The parts of a run's config that are about a corpus, checked; errors name the file and line of a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors import metrics, parsers
from extractors.core import registry, yamlfile
from extractors.core.errors import InputError, unknown
from extractors.texts import places
from extractors.texts.reading import check_place, systems_at


class Blame:
    """Finds the file and line that a value of the merged config came from: the last that has it."""

    def __init__(self, files: Sequence[yamlfile.YamlFile]) -> None:
        self.files = files

    def error(self, problem: str, keys: yamlfile.Keys, remedy: str | None) -> InputError:
        for length in range(len(keys), 0, -1):
            for file in reversed(self.files):
                if keys[:length] in file.lines:
                    return file.error(problem, keys[:length], remedy)
        if self.files:
            return self.files[-1].error(problem, (), remedy)
        return InputError(problem, path="--config", remedy=remedy)

    def unknown(self, kind: str, name: str, known: Sequence[str], keys: yamlfile.Keys) -> InputError:
        error = unknown(kind, name, known)
        return self.error(error.problem, keys, error.remedy)


def lemmas(accuracy: Mapping[str, Any], language: str, blame: Blame) -> dict[str, Any]:
    """What gives the lemmas of a target language; of a mapping without it, no model."""
    parser, model = accuracy["parser"], accuracy["model"]
    if parser is not None and parser not in registry.names(parsers):
        raise blame.unknown("parser", parser, registry.names(parsers), ("accuracy", "parser"))
    if accuracy["compare"] == "forms" and (parser or model or accuracy["options"]):
        raise blame.error(
            "forms are compared, and a parser is given for lemmas",
            ("accuracy",),
            "leave out one of them",
        )
    return {
        "compare": accuracy["compare"] == "lemmas",
        "parser": parser,
        "model": model.get(language) if isinstance(model, dict) else model,
        "options": dict(accuracy["options"]),
    }


def systems(entry: Mapping[str, Any], data: Mapping[str, Any], fill: Callable[[str], str]) -> dict[str, str]:
    """The places of the outputs that the user has, by system.

    Raises:
        InputError: one that is not on this machine.
    """
    value = entry.get("systems", {})
    if isinstance(value, str):
        found = systems_at(fill(value), download=data["download"])
    elif isinstance(value, dict):
        found = {name: fill(place) for name, place in value.items()}
    else:
        found = places.named([fill(place) for place in value], default="")
    for place in found.values():
        check_place(place, download=data["download"])
    return found


def translations(
    entry: Mapping[str, Any], keys: yamlfile.Keys, systems: Mapping[str, str], blame: Blame
) -> dict[str, dict[str, Any]]:
    """How the outputs are made that the user does not have, by system: arguments of a Translator."""
    found: dict[str, dict[str, Any]] = entry.get("translate", {})
    if both := sorted(found.keys() & systems.keys()):
        raise blame.error(
            f"the system {both[0]!r} is given by `systems:` and is to be made by `translate:`",
            (*keys, "translate", both[0]),
            "give one of them another name",
        )
    return {name: dict(options) for name, options in found.items()}


def segment_scores(
    entry: Mapping[str, Any], keys: yamlfile.Keys, systems: Sequence[str], fill: Callable[[str], str], blame: Blame
) -> dict[str, dict[str, Any]]:
    """The attributes of each Source; the files are read later, and must be there."""
    found = {}
    for name, value in entry.get("segment_scores", {}).items():
        place = (*keys, "segment_scores", name)
        try:
            source = source_attributes(value)
        except InputError as error:
            raise blame.error(error.problem, place, error.remedy) from None
        source["path"] = fill(source["path"])
        if name in registry.names(metrics):
            raise blame.error(
                f"{name!r} is the name of a metric that is computed", place, "give the scores another name"
            )
        if not Path(source["path"]).is_file():
            raise blame.error(f"no such file: {source['path']}", place, "paths are relative to the folder you run in")
        for system in source.get("systems", {}):
            if system not in systems:
                raise blame.unknown("system", system, systems, (*place, "systems", system))
        found[name] = source
    return found


def source_attributes(value: str | Mapping[str, Any]) -> dict[str, Any]:
    """The attributes of a Source, from the path or the mapping that a user writes.

    Raises:
        InputError: a column of scores is named, and none of systems.
    """
    source = {"path": value} if isinstance(value, str) else dict(value)
    if "score" in source and "system" not in source:
        raise InputError(
            "a column of scores, and none of systems", remedy="name the column with the system's name as `system`"
        )
    return source | {"missing": source.get("missing", "refuse") == "allow"}


def domain(
    entry: Mapping[str, Any], keys: yamlfile.Keys, data: Mapping[str, Any], fill: Callable[[str], str], blame: Blame
) -> str | None:
    """The place of the domains, which must be there if controls are matched on them."""
    place = entry.get("domain")
    if place is None:
        if "domain" in (*data["controls"]["match"], *data["confounds"]["covariates"]):
            raise blame.error(
                "controls are matched on the domain, and the corpus names none",
                keys,
                "give it `domain:`, a text with the name of each segment's domain, one a line",
            )
        return None
    try:
        check_place(fill(place), download=data["download"])
    except InputError as error:
        raise blame.error(error.problem, (*keys, "domain"), error.remedy) from None
    return fill(place)
