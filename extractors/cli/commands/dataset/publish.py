"""Write the sets of a corpus to publish."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from extractors.cli.commands._arguments import output, run_phenomena_file, settings
from extractors.config.output_settings import PublishSettings, check_licence
from extractors.core.files import read_text
from extractors.core.logs import log
from extractors.core.wings import refuse_foreign

if TYPE_CHECKING:
    from extractors.config.model import Config

TEXTS = ("licence", "licence_name", "licence_url", "attribution", "corpus", "source_url", "name", "pretty_name")
"""The settings that are given as they are."""
MEANINGS = {
    "licence": "of the corpus: cc-by-4.0, ..., or other",
    "licence_name": "if it is other",
    "attribution": "whom to name",
    "corpus": "its name on the card",
    "name": "of the data set (default: the corpus's)",
}
"""What the help says of them, shorter than in a config."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="the folder of a scored corpus")
    settings(parser, PublishSettings, *TEXTS, "ids_only", **MEANINGS)
    parser.add_argument("--citation", metavar="FILE", help="BibTeX of the corpus")
    parser.add_argument("--derivatives-allowed", action="store_true", help="you have read that the licence allows them")
    run_phenomena_file(parser)
    output(parser, "where to write the set", metavar="FOLDER")


def run(arguments: argparse.Namespace) -> None:
    settings = {name: value for name in TEXTS if (value := getattr(arguments, name)) is not None}
    if arguments.citation:
        settings["citation"] = read_text(arguments.citation)
    if arguments.ids_only:
        settings["ids_only"] = True
    if arguments.derivatives_allowed:
        settings["derivatives"] = "allowed"
    refuse_foreign(arguments.results)
    _write(arguments, settings)
    print(f"{arguments.output}: read README.md in it before you pass it on")


def _write(arguments: argparse.Namespace, settings: dict[str, Any]) -> None:
    """Write the challenge sets of a corpus."""
    folder: Path = arguments.results
    run, phenomena_file = _recorded(folder)
    corpus = folder.resolve().name
    chosen = run.publish_of(corpus, PublishSettings.of(settings))
    # Before what takes time is imported and read.
    check_licence(chosen, corpus)

    from extractors.extract.edited_outputs import without_edited_outputs
    from extractors.formats.corpus_folder import CorpusFolder
    from extractors.formats.testset_scores import INPUT_AUDIT
    from extractors.publish import run_results, write

    humans = None
    if (entry := run.corpora.get(corpus)) is not None:
        audit = folder / INPUT_AUDIT.file
        named_humans = entry.said_humans
        humans = without_edited_outputs(entry.human_references, audit if audit.is_file() else None, kept=named_humans)
    contents = run_results.contents(
        CorpusFolder(folder),
        phenomena_file=arguments.phenomena_file or phenomena_file(),
        metrics=run.computed_metrics,
        statistics=run.statistics,
        settings=chosen,
        humans=humans,
        metric=run.report.metric,
        tested_distances=run.sets.tested_distances,
        accuracy=run.accuracy,
    )
    write.write(contents, arguments.output)


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


EXAMPLE = (
    "challenge-sets dataset publish results/news --licence cc0-1.0 --attribution 'The authors of"
    " the corpus' -o dataset\n"
    "challenge-sets dataset publish results/news --licence cc-by-nd-4.0 --attribution 'News Ltd' --ids-only -o ids"
)
