"""A test suite of a run: what the user wrote of it, checked; errors name the file and line of a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractors.config.corpus_texts import systems_of
from extractors.config.languages import check_languages
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.yamlfile import ValueOrigin
from extractors.inputs import places
from extractors.inputs.places import Place
from extractors.inputs.reading import check_place, files_of
from extractors.suites import formats as suites
from extractors.suites import judges
from extractors.suites.answer_files import files_in


@dataclass(frozen=True, kw_only=True)
class SuiteConfig:
    """A suite to judge; {data_dir} is replaced in its places.

    Attributes:
        format: name of its reader.
        options: of the reader, with the languages.
        judge: name of the judge; None for the one that the items are made for.
        systems: the files of outputs, or of scores, by system; none where the suite's own file has judgments.
        sources: the source texts of the outputs, line by line; None where outputs stand in the order of the suite.
        annotations: the folder of people's answers; None if there is none.
        compare_on: the items of tests, ranks and clusters: common or own.
    """

    name: str
    format: str
    file: Path
    options: dict[str, Any]
    judge: str | None
    judge_options: dict[str, Any]
    systems: dict[str, Place]
    sources: Place | None
    annotations: Path | None
    compare_on: str

    def files(self) -> list[str]:
        """The file of the items, and further ones that an option names."""
        named = [Path(value) for value in self.options.values() if isinstance(value, str)]
        return [str(file) for file in (self.file, *named) if file.is_file()]

    def texts(self) -> list[str]:
        """The files that outputs, or scores, and their sources are read from."""
        texts = [*self.systems.values(), *([self.sources] if self.sources else [])]
        return [file for place in texts for file in files_of(place)]

    def answers(self) -> list[str]:
        """The files of people's answers."""
        return [] if self.annotations is None else list(map(str, files_in(self.annotations)))


def suite_config(name: str, data: Mapping[str, Any], origin: ValueOrigin) -> SuiteConfig:
    """The suite of a name.

    Args:
        data: the config of the run with its defaults.

    Raises:
        InputError: a format, judge, place or file that is not there, with its file and line.
    """
    entry, keys = data["suites"][name], ("suites", name)
    check_languages(entry, keys, origin)

    def fill(place: str) -> Place:
        return places.parse(place.replace("{data_dir}", data["data_dir"]))

    def filled(options: Mapping[str, Any]) -> dict[str, Any]:
        data_dir = data["data_dir"]
        return {k: v.replace("{data_dir}", data_dir) if isinstance(v, str) else v for k, v in options.items()}

    for kind, package in (("format", suites), ("judge", judges)):
        if kind in entry:
            origin.check_known(kind, entry[kind], registry.names(package), (*keys, kind))
    file = Path(fill(entry["file"]).text)
    if not file.exists():
        raise origin.error(f"no such file: {file}", (*keys, "file"), "paths are relative to the folder you run in")
    annotations = Path(fill(entry["annotations"]).text) if "annotations" in entry else None
    if annotations is not None and not annotations.is_dir():
        raise origin.error(
            f"no such folder: {annotations}", (*keys, "annotations"), "make it; filled sheets are put into it"
        )
    sources = fill(entry["sources"]) if "sources" in entry else None
    try:
        systems = systems_of(entry, data["download"], fill)
        if sources is not None:
            check_place(sources, download=data["download"])
    except InputError as error:
        problem = error.problem if error.path is None else f"{error.path}: {error.problem}"
        raise origin.error(f"suite {name}: {problem}", keys, error.remedy) from None
    return SuiteConfig(
        name=name,
        format=entry["format"],
        file=file,
        options=filled(entry.get("options", {}))
        | {key: entry[key] for key in ("source_language", "target_language") if key in entry},
        judge=entry.get("judge"),
        judge_options=filled(entry.get("judge_options", {})),
        systems=systems,
        sources=sources,
        annotations=annotations,
        compare_on=entry.get("compare_on", "common"),
    )
