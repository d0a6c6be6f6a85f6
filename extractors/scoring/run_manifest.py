"""Read the manifest that a run leaves beside its results: what they were made from and with."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.core.remedies import to_make_again
from extractors.core.settings import Settings
from extractors.extract.control_settings import ControlSettings
from extractors.formats.origin import Origin
from extractors.phenomena import DEFAULT_FILE
from extractors.phenomena.chosen_phenomena import Detection
from extractors.scoring.metric_settings import Options
from extractors.scoring.statistics.statistics_settings import StatisticsSettings


class RecordedCorpus(Settings):
    """What a run recorded of its corpus, with the defaults filled in."""

    name: str
    source_language: str
    target_language: str
    references: list[str] = Field(description="their names")
    metrics: dict[str, dict[str, Any]] = Field(
        description="the options of each metric of the corpus, those whose scores were brought too"
    )
    statistics: StatisticsSettings
    phenomena: str = Field(description="the file that defines them, as the config names it")
    quality: str | None = Field(description="the file of what was measured with the parser; none for the shipped one")
    accuracy_enabled: bool = Field(description="whether the words of hits were to be looked for in the outputs")


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """The manifest of a corpus's run.

    Attributes:
        signature: how sets and controls were made, for people.
        origin: the same, for programs.
        lemmas: what gave the lemmas of the target language; None where accuracy was not measured.
        controls: how controls were drawn, with the covariates that this corpus was matched on.
        libraries: the versions of those that were installed.
        folder: that of the run, where the paths of its config begin, whatever folder the manifest is read from.
        files: the SHA-256 checksum of each file that was read, by its path in the config.
        detection: what was known of how well the phenomena are found.
        config: the run's config, with its defaults.
    """

    signature: str
    origin: Origin
    lemmas: str | None
    version: str
    controls: ControlSettings
    libraries: Mapping[str, str]
    folder: Path
    files: Mapping[str, str]
    corpus: RecordedCorpus
    detection: Detection
    config: Mapping[str, Any]

    @property
    def statistics(self) -> StatisticsSettings:
        """How the run made its tests."""
        return self.corpus.statistics

    @property
    def metrics(self) -> Mapping[str, Options]:
        """Those of the corpus."""
        return self.corpus.metrics

    @property
    def has_accuracy(self) -> bool:
        """Whether the words of hits were looked for in the outputs."""
        return self.corpus.accuracy_enabled and self.origin.aligner is not None

    @property
    def quality(self) -> str | None:
        """The file of what was measured with the parser; None for the shipped figures."""
        return None if self.corpus.quality is None else str(self.folder / self.corpus.quality)

    def phenomena_file(self, path: str | Path | None = None) -> Path:
        """Find the file that defines the run's phenomena; take the shipped file if that was it and has moved since.

        Args:
            path: where it is to be (default: where it was).
        """
        file = Path(path or self.folder / self.corpus.phenomena)
        candidates = [file, DEFAULT_FILE] if path is None else [file]
        checksum = self.files.get(self.corpus.phenomena)
        unchanged = next((p for p in candidates if p.is_file() and sha256(p) == checksum), None)
        if unchanged is None:
            raise InputError(
                "is not the file that the run used" if file.is_file() else "no such file",
                path=file,
                remedy="give the file of the run with --phenomena-file FILE, or run `snakemake score` again",
            )
        return unchanged


def read_manifest(path: Path) -> Manifest:
    """Read the manifest that a run left beside the results of a corpus."""
    if not path.is_file():
        raise InputError(f"the folder has no {path.name}", path=path.parent, remedy="score the corpus: snakemake score")
    try:
        content = jsonfile.load_checked(path)
        return Manifest(
            **{key: content[key] for key in ("signature", "version", "files", "config")},
            origin=Origin(**content["origin"]),
            lemmas=content.get("lemmas"),
            controls=ControlSettings.of(content["controls"]),
            libraries=content.get("libraries", {}),
            folder=Path(os.path.normpath(path.resolve().parent / content["folder"])),
            corpus=RecordedCorpus.of(content["corpus"]),
            detection=Detection.of(content["detection"]),
        )
    except (InputError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f"is not a manifest: {getattr(error, 'problem', error)}", path=path, remedy=to_make_again(path)
        ) from None
