"""Take the results of a finished run as a set to publish, or to score further outputs on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.config.output_settings import PublishSettings, check_licence
from extractors.core.logs import log
from extractors.formats.segments import SEGMENTS
from extractors.publish.read import Published

if TYPE_CHECKING:
    from extractors.config.model import Config
    from extractors.publish.write import Contents

OWN_COPY = PublishSettings(licence="unknown", attribution="whoever has the texts", ids_only=True)
"""For a set that is not passed on."""


def contents_of_run(folder: Path, settings: PublishSettings, phenomena_file: str | Path | None = None) -> Contents:
    """Collect what is published of a run.

    Args:
        folder: `results/CORPUS`.
        settings: what the publisher says; those of the run's config fill the gaps.
        phenomena_file: the run's definitions; None to find them by its manifest.

    Raises:
        InputError: no licence, tables of different runs, or a table is missing.
    """
    run, file_of_run = _recorded(folder)
    corpus = folder.resolve().name
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
        phenomena_file=phenomena_file or file_of_run(),
        metrics=run.computed_metrics,
        statistics=run.statistics,
        settings=chosen,
        humans=humans,
        metric=run.report.metric,
        tested_distances=run.sets.tested_distances,
        accuracy=run.accuracy,
    )


def _recorded(folder: Path) -> tuple[Config, Callable[[], Path]]:
    """Return the config of the run that left its results in a folder, and a function that finds its file of phenomena.

    Without a manifest it is the default config.
    """
    from extractors.config.model import Config
    from extractors.phenomena import DEFAULT_FILE
    from extractors.scoring.run_manifest import read_manifest

    path = folder / "manifest.json"
    if path.is_file():
        made = read_manifest(path)
        return Config.of(made.config), made.phenomena_file
    log.warning(
        "%s has no manifest.json: metrics and settings of tests are taken to be the default ones; if they are not,"
        " publish by the run: snakemake publish",
        folder,
    )
    return Config(), lambda: DEFAULT_FILE


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
    return published_of(contents_of_run(folder, OWN_COPY), folder)
