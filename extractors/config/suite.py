"""A test suite of a run: what the user wrote of it, checked; errors name the file and line of a value."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractors.config.corpus_texts import systems_of
from extractors.config.model import ChangeSettings, Config
from extractors.core.errors import InputError
from extractors.core.yamlfile import ValueOrigin
from extractors.inputs import places
from extractors.inputs.places import Place
from extractors.inputs.reading import check_place, files_of
from extractors.models.tool_settings import PairScorerSettings
from extractors.suites.answer_files import files_in

TEXTS = ("src.*", "tgt.*", "*/src.*", "*/tgt.*")
"""The files of a suite that is a folder of plain texts."""


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
        scorers: by system, the model that this run scores contrastive pairs by.
        scores: by system, the file of these scores.
        table_as: the paper whose tables are written, too; None for none.
        changes: the earlier run to compare with; None for none.
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
    scorers: dict[str, PairScorerSettings]
    scores: dict[str, Path]
    table_as: str | None
    changes: ChangeSettings | None

    def files(self) -> list[str]:
        """The file of the items, or the texts in a folder of DistilLingEval, and further ones that an option names."""
        named = [Path(value) for value in self.options.values() if isinstance(value, str)]
        inside = sorted(file for pattern in TEXTS for file in self.file.glob(pattern))
        return [str(file) for file in (self.file, *inside, *named) if file.is_file()]

    def texts(self) -> list[str]:
        """The files that outputs, or scores, and their sources are read from."""
        texts = [*self.systems.values(), *([self.sources] if self.sources else [])]
        return [file for place in texts for file in files_of(place)]

    def answers(self) -> list[str]:
        """The files of people's answers."""
        return [] if self.annotations is None else list(map(str, files_in(self.annotations)))


def suite_config(name: str, config: Config, origin: ValueOrigin) -> SuiteConfig:
    """The suite of a name.

    Raises:
        InputError: a place or file that is not there, with its file and line.
    """
    entry, keys = config.suites[name], ("suites", name)

    def fill(place: str) -> Place:
        return places.parse(place.replace("{data_dir}", config.data_dir))

    def filled(options: Mapping[str, Any]) -> dict[str, Any]:
        return {k: v.replace("{data_dir}", config.data_dir) if isinstance(v, str) else v for k, v in options.items()}

    file = Path(fill(entry.file).text)
    if not file.exists():
        raise origin.error(f"no such file: {file}", (*keys, "file"), "paths are relative to the folder you run in")
    annotations = None if entry.annotations is None else Path(fill(entry.annotations).text)
    if annotations is not None and not annotations.is_dir():
        raise origin.error(
            f"no such folder: {annotations}", (*keys, "annotations"), "make it; filled sheets are put into it"
        )
    sources = None if entry.sources is None else fill(entry.sources)
    try:
        systems = systems_of(entry, config.download, fill)
        if sources is not None:
            check_place(sources, download=config.download)
    except InputError as error:
        problem = error.problem if error.path is None else f"{error.path}: {error.problem}"
        raise origin.error(f"suite {name}: {problem}", keys, error.remedy) from None
    for system in entry.score_by:
        if system in systems:
            raise origin.error(
                f"the system {system!r} is given by `systems:` and is to be made by `score_by:`",
                (*keys, "score_by", system),
                "leave it out of one of the two",
            )
    if entry.changes is not None:
        since = Path(fill(entry.changes.since).text)
        if not since.is_file():
            raise origin.error(f"no such file: {since}", (*keys, "changes", "since"), "name a judgments.parquet")
        entry = entry.model_copy(update={"changes": entry.changes.model_copy(update={"since": str(since)})})
    languages = {"source_language": entry.source_language, "target_language": entry.target_language}
    return SuiteConfig(
        name=name,
        format=entry.format,
        file=file,
        options=filled(entry.options) | {key: value for key, value in languages.items() if value is not None},
        judge=entry.judge,
        judge_options=filled(entry.judge_options),
        systems=systems,
        sources=sources,
        annotations=annotations,
        compare_on=entry.compare_on,
        scorers=entry.score_by,
        scores={
            system: Path(config.results, "suites", name, "scores", f"{system}.txt.gz") for system in entry.score_by
        },
        table_as=entry.table_as,
        changes=entry.changes,
    )
