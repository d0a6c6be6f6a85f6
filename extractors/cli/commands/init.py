"""Write a project: config, phenomena file and Snakefile."""

import argparse
import shlex
from pathlib import Path

from extractors.cli.commands._arguments import refuse
from extractors.cli.commands._corpus import corpus_arguments, texts_of
from extractors.extract.control_settings import NAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="is made; no file in it is overwritten")
    corpus_arguments(parser, required=False)


def run(arguments: argparse.Namespace) -> None:
    from extractors.config import project

    folder: Path = arguments.folder
    name = project.corpus_name(folder, arguments.name)
    texts, has_systems = None, True
    if arguments.source is None and not arguments.test_set:
        names = ("reference", "systems", "source_language", "target_language", *NAMES)
        refuse(arguments, names, "without --source", "give --source FILE, or leave out both for an example")
    else:
        texts = texts_of(arguments)
        has_systems = bool(project.check(name, texts, {}).corpora[name].systems)
    written = project.init(folder, name=name, texts=texts)
    what = "your texts" if texts else f"the example in {folder / project.EXAMPLE}"
    print(f"{folder}: {', '.join(file for file in written if not file.startswith(project.EXAMPLE))}; it runs on {what}")
    targets = "extract score report" if has_systems else "extract"
    print(f"next: cd {shlex.quote(str(folder))}; snakemake --cores 2 {targets}")


EXAMPLE = (
    "challenge-sets init first                # with a small example\n"
    "challenge-sets init news --source news.de --reference news.en --systems outputs --source-language de"
    " --target-language en"
)
