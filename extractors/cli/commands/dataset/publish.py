"""Write the sets of a corpus to publish."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from extractors.cli.commands._arguments import output, run_phenomena_file, settings, several
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
    several(parser, "--config", "FILE", "the run's config, without manifest.json")
    settings(parser, PublishSettings, *TEXTS, "ids_only", **MEANINGS)
    parser.add_argument("--citation", metavar="FILE", help="BibTeX of the corpus")
    parser.add_argument("--derivatives-allowed", action="store_true", help="you have read that the licence allows them")
    run_phenomena_file(parser)
    output(parser, "where to write the set", metavar="FOLDER")


def run(arguments: argparse.Namespace) -> None:
    given = {name: value for name in TEXTS if (value := getattr(arguments, name)) is not None}
    if arguments.citation:
        given["citation"] = read_text(arguments.citation)
    if arguments.ids_only:
        given["ids_only"] = True
    if arguments.derivatives_allowed:
        given["derivatives"] = "allowed"
    refuse_foreign(arguments.results)
    _write(arguments, given)
    print(f"{arguments.output}: read README.md in it before you pass it on")


def _write(arguments: argparse.Namespace, given: dict[str, Any]) -> None:
    """Write the challenge sets of a corpus."""
    folder: Path = arguments.results
    run, phenomena_file = _recorded(folder, arguments.config)
    corpus = folder.resolve().name
    chosen = run.publish_of(corpus, PublishSettings.of(given))
    # Before what takes time is imported and read.
    check_licence(chosen, corpus)

    from extractors.extract.edited_outputs import without_edited_outputs
    from extractors.formats.testset_scores import INPUT_AUDIT
    from extractors.publish import layout, run_results, write

    humans = None
    if (entry := run.corpora.get(corpus)) is not None:
        audit = folder / INPUT_AUDIT.file
        said = entry.said_humans
        humans = without_edited_outputs(entry.human_references, audit if audit.is_file() else None, kept=said)
    units = folder / "units.parquet"
    contents = run_results.contents(
        name=corpus,
        **run_results.files_of(folder),
        units=units if units.is_file() else None,
        scores=[file for form in layout.SCORES.values() if (file := folder / form.file).is_file()],
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


def _recorded(folder: Path, configs: Sequence[str]) -> tuple[Config, Callable[[], Path]]:
    """Return the config of the run that left its results in a folder, and a function that finds its file of phenomena.

    The config is read from the given files, else from the manifest, else it is the default one.
    """
    from extractors.config.model import Config
    from extractors.config.run import check_config, read_config
    from extractors.phenomena import DEFAULT_FILE
    from extractors.scoring.run_manifest import read_manifest

    if configs:
        run = check_config(*read_config(configs))
        return run, lambda: Path(run.phenomena_file)
    path = folder / "manifest.json"
    if path.is_file():
        made = read_manifest(path)
        return Config.of(made.config), made.phenomena_file
    log.warning(
        "%s has no manifest.json: metrics and settings of tests are taken to be the default ones; if they are not,"
        " give --config FILE",
        folder,
    )
    return Config(), lambda: DEFAULT_FILE


EXAMPLE = (
    "challenge-sets dataset publish results/news --licence cc0-1.0 --attribution 'The authors of"
    " the corpus' -o dataset\n"
    "challenge-sets dataset publish results/news --licence cc-by-nd-4.0 --attribution 'News Ltd' --ids-only -o ids"
)
