"""A test suite of a run: what the user wrote of it, checked; errors name the file and line of a value."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from challenge_sets_suites.answer_files import files_in
from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from challenge_sets_suites.suite_settings import SuiteEntry
from extractors.config.corpus_texts import WrittenEntry
from extractors.config.model import Config
from extractors.core.yamlfile import ValueOrigin
from extractors.inputs.places import Place
from extractors.inputs.reading import files_of

TEXTS = ("src.*", "tgt.*", "*/src.*", "*/tgt.*", "*.jsonl")
"""The files of a suite that is a folder of plain texts, or of tasks of lm-eval."""


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

    def files(self) -> list[str]:
        """Return the file of the items, or the texts in a folder of DistilLingEval, and files that an option names."""
        named = [Path(value) for value in self.options.values() if isinstance(value, str)]
        inside = sorted(file for pattern in TEXTS for file in self.file.glob(pattern))
        inside += sorted(file for place in named if place.is_dir() for file in place.rglob("*.jsonl"))
        return [str(file) for file in (self.file, *inside, *named) if file.is_file()]

    def texts(self) -> list[str]:
        """Return the files that outputs, or scores, and their sources are read from."""
        return files_of(*self.systems.values(), *([self.sources] if self.sources else []))

    def answers(self) -> list[str]:
        """Return the files of people's answers."""
        return [] if self.annotations is None else list(map(str, files_in(self.annotations)))


def suite_config(name: str, entry: SuiteEntry, config: Config, origin: ValueOrigin) -> SuiteConfig:
    """Check a suite of the config, and resolve its files and outputs."""
    written = WrittenEntry(entry, ("suites", name), config, origin)

    def filled(options: Mapping[str, Any]) -> dict[str, Any]:
        return {k: config.filled(v) if isinstance(v, str) else v for k, v in options.items()}

    file = Path(written.fill(entry.file).text)
    if not file.exists():
        raise written.error(f"no such file: {file}", "paths are relative to the folder you run in", "file")
    annotations = None if entry.annotations is None else Path(written.fill(entry.annotations).text)
    if annotations is not None and not annotations.is_dir():
        raise written.error(f"no such folder: {annotations}", "make it; filled sheets are put into it", "annotations")
    with written.at(begin=f"suite {name}: "):
        systems = written.systems()
        sources = None if entry.sources is None else written.found(entry.sources)
    _check_apart(written, systems)
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
    )


def _check_apart(written: WrittenEntry[SuiteEntry], systems: Mapping[str, Place]) -> None:
    """Refuse scores that the user has and that the run makes, too."""
    if twice := sorted(written.entry.score_by.keys() & systems.keys()):
        raise written.error(
            f"the system {twice[0]!r} is given by `systems:` and is to be made by `score_by:`",
            "give one of them another name, or leave it out of one of the two",
            "score_by",
            twice[0],
        )
