"""Take the results of a finished run as a set to publish, or to score further outputs on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.config.output_settings import PublishSettings, check_licence
from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats.segments import SEGMENTS
from extractors.phenomena import DEFAULT_FILE
from extractors.publish.read import Published

if TYPE_CHECKING:
    from extractors.config.model import Config
    from extractors.publish.write import Contents

OWN_COPY = PublishSettings(licence="unknown", attribution="whoever has the texts", ids_only=True)
"""For a set that is not passed on."""


@dataclass(frozen=True)
class Recorded:
    """What a run left about itself.

    Attributes:
        corpus: its name, whatever its folder is called now.
        phenomena_file: finds the file of definitions. Raises InputError if it was changed since.
    """

    config: Config
    corpus: str
    phenomena_file: Callable[[], Path]


def contents_of_run(
    folder: Path, settings: PublishSettings, phenomena_file: str | Path | None = None, *, as_it_is: bool = True
) -> Contents:
    """Collect what is published of a run.

    Args:
        folder: `results/CORPUS`.
        settings: what the publisher says; those of the run's config fill the gaps.
        phenomena_file: the run's definitions; None to find them by what the run recorded.
        as_it_is: whether a file of definitions that was changed since is refused.

    Raises:
        InputError: no licence, tables of different runs, or a table is missing.
    """
    recorded = _recorded(folder)
    run, corpus = recorded.config, recorded.corpus
    chosen = run.publish_of(corpus, settings)
    # Before what takes time is imported and read.
    check_licence(chosen, corpus)

    from extractors.extract.edited_outputs import without_edited_outputs
    from extractors.formats.corpus_folder import CorpusFolder
    from extractors.formats.testset_scores import INPUT_AUDIT
    from extractors.publish import run_results

    humans = None
    if (entry := run.corpora.get(corpus)) is not None:
        audit = folder / INPUT_AUDIT.file
        named_humans = entry.said_humans
        humans = without_edited_outputs(entry.human_references, audit if audit.is_file() else None, kept=named_humans)
    return run_results.contents(
        CorpusFolder(folder),
        name=corpus,
        phenomena_file=phenomena_file or _phenomena_file(recorded, as_it_is=as_it_is),
        metrics=run.computed_metrics,
        statistics=run.statistics,
        settings=chosen,
        humans=humans,
        metric=run.report.metric,
        tested_distances=run.sets.tested_distances,
        accuracy=run.accuracy,
    )


def _phenomena_file(recorded: Recorded, *, as_it_is: bool) -> Path:
    try:
        return recorded.phenomena_file()
    except InputError as error:
        if as_it_is or error.path is None:
            raise
        # Sets and hits are the run's; only labels and descriptions are taken from the file.
        path = Path(error.path)
        log.warning("%s %s: labels are taken from %s", path, error.problem, path if path.is_file() else DEFAULT_FILE)
        return path if path.is_file() else DEFAULT_FILE


def _recorded(folder: Path) -> Recorded:
    """Read what the run that left its results in a folder recorded; without that, the default config."""
    from extractors.config import results_config
    from extractors.config.model import Config
    from extractors.scoring.run_manifest import read_manifest

    if (path := folder / "manifest.json").is_file():
        made = read_manifest(path)
        return Recorded(Config.of(made.config), made.corpus.name, made.phenomena_file)
    if (path := folder / results_config.FILE).is_file():
        # Of a run that scored nothing.
        record = jsonfile.load_checked(path)
        run = Config.of(record["config"])
        place = Path(record["folder"]) / run.phenomena_file
        return Recorded(run, Path(record["results"]).name, lambda: place if place.is_file() else DEFAULT_FILE)
    log.warning("%s has no manifest.json: metrics and settings of tests are taken to be the default ones", folder)
    return Recorded(Config(), folder.resolve().name, lambda: DEFAULT_FILE)


def published_of(contents: Contents, folder: Path) -> Published:
    """Return a run's contents as `extractors.publish.read` reads a published set."""
    assert contents.corpus is not None
    return Published(
        folder=folder,
        description=contents.description,
        source=list(contents.corpus.source),
        references={name: list(texts) for name, texts in contents.corpus.references.items()},
        sets=contents.sets,
        controls=contents.controls,
        covariates=contents.covariates,
        control_words=contents.control_words,
        source_place=f"{folder / SEGMENTS.file}#source",
    )


def read_run(folder: Path) -> Published:
    """Read a run as a published set; for errors see `contents_of_run`."""
    return published_of(contents_of_run(folder, OWN_COPY, as_it_is=False), folder)
