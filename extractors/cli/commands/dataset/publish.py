"""Write the sets of a corpus to publish."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from extractors.cli.commands._arguments import option_texts, output, run_phenomena_file, settings, several
from extractors.config.output_settings import PublishSettings
from extractors.core.files import read_text
from extractors.core.wings import refuse_foreign

TEXTS = ("licence", "attribution", "name")
"""The settings that have an option; --option gives others."""
MEANINGS = {
    "licence": "of the corpus: cc-by-4.0, ..., or other",
    "attribution": "whom to name",
    "name": "of the data set (default: the corpus's)",
}
"""What the help says of them, shorter than in a config."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="the folder of a scored corpus")
    settings(parser, PublishSettings, *TEXTS, "ids_only", **MEANINGS)
    statements(parser, "corpus")
    run_phenomena_file(parser)
    output(parser, "where to write the set", metavar="FOLDER")


def statements(parser: argparse.ArgumentParser, of: str) -> None:
    """Add `--citation` and `--option`, for what else the publisher says."""
    parser.add_argument("--citation", metavar="FILE", help=f"BibTeX of the {of}")
    several(parser, "--option", "NAME=VALUE", "another key of `publish:` (config/README.md): licence_url=https://...")


def said(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the settings that the arguments give."""
    named = {name: value for name in (*TEXTS, "ids_only") if (value := getattr(arguments, name, None)) is not None}
    citation = {"citation": read_text(arguments.citation)} if arguments.citation else {}
    return {**option_texts(arguments.option), **named, **citation}


def run(arguments: argparse.Namespace) -> None:
    refuse_foreign(arguments.results)

    from extractors.api.run_as_set import contents_of_run
    from extractors.publish import write

    contents = contents_of_run(arguments.results, PublishSettings.of(said(arguments)), arguments.phenomena_file)
    write.write(contents, arguments.output)
    print(f"{arguments.output}: read README.md in it before you pass it on")


EXAMPLE = (
    "challenge-sets dataset publish results/news --licence cc0-1.0 --attribution 'The authors of"
    " the corpus' -o dataset\n"
    "challenge-sets dataset publish results/news --licence cc-by-nd-4.0 --attribution 'News Ltd' --ids-only -o ids"
)
