"""Write the sets of a corpus to publish."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output, run_phenomena_file, settings
from extractors.config.output_settings import PublishSettings
from extractors.core.files import read_text
from extractors.core.wings import refuse_foreign

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

    from extractors.api.run_as_set import contents_of_run
    from extractors.publish import write

    contents = contents_of_run(arguments.results, PublishSettings.of(settings), arguments.phenomena_file)
    write.write(contents, arguments.output)
    print(f"{arguments.output}: read README.md in it before you pass it on")


EXAMPLE = (
    "challenge-sets dataset publish results/news --licence cc0-1.0 --attribution 'The authors of"
    " the corpus' -o dataset\n"
    "challenge-sets dataset publish results/news --licence cc-by-nd-4.0 --attribution 'News Ltd' --ids-only -o ids"
)
