"""Write a paper's tables: LingEval97's, people's, word choices."""

import argparse
from pathlib import Path

from challenge_sets_suites.commands._pairs_table import write_pairs
from challenge_sets_suites.commands._suites import add_suite, read_judgments, suite_of_arguments
from extractors.cli.commands._arguments import output, refuse, several
from extractors.cli.commands._json import json_option
from extractors.core.errors import InputError

FORMS = ("lingeval97", "human", "word-choice")
ONLY = {
    ("lingeval97",): ("categories", "maximize", "by_distance", "compatible", "json"),
    ("human", "word-choice"): ("annotations",),
}
"""By some of the forms, the options that are for them alone."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    parser.add_argument("files", nargs="+", metavar="FILE", help="judgments; as lingeval97 scores: [NAME=]FILE")
    parser.add_argument("--as", dest="form", choices=FORMS, required=True, help="of which paper (docs/suites.md)")
    several(parser, "--annotations", "PATH", "people's answers, a file or folder", type=Path)
    pairs = parser.add_argument_group("as lingeval97")
    pairs.add_argument("--maximize", action="store_true", help="higher scores are better (default: lower ones)")
    pairs.add_argument("--categories", metavar="NAME,NAME", help="kinds of errors that count (default: all)")
    pairs.add_argument("--by-distance", action="store_true", help="also kinds of errors and frequencies by distance")
    pairs.add_argument("--compatible", action="store_true", help="count as LingEval97's own program does")
    json_option(pairs)
    output(parser, "the tables, as CSV, Markdown and LaTeX", required=False, metavar="FOLDER")


def run(arguments: argparse.Namespace) -> None:
    for form, names in ONLY.items():
        refuse(arguments, [] if arguments.form in form else names, f"is for --as {' or '.join(form)}")
    if arguments.form == "lingeval97":
        write_pairs(arguments)
    elif arguments.output is None:
        raise InputError(f"no folder for the tables as {arguments.form}", remedy="give -o FOLDER")
    else:
        _of_judgments(arguments)


def _of_judgments(arguments: argparse.Namespace) -> None:
    """Write the tables that are made from judgments and from people's answers."""
    from challenge_sets_suites.answer_folders import read_annotations, resolve
    from challenge_sets_suites.report.suite_papers import write_tables

    suite = suite_of_arguments(arguments)
    files = list(map(Path, arguments.files))
    judgments = read_judgments(files)
    annotations, resolved = None, None
    if arguments.annotations:
        annotations = read_annotations(arguments.annotations, items={item.item for item in suite.items})
        resolved = resolve(judgments, annotations).judgments
    write_tables(arguments.form, suite, judgments, resolved, annotations, arguments.output, path=files[0])
    print(f"{arguments.output}: {', '.join(sorted(file.name for file in arguments.output.iterdir()))}")


EXAMPLE = (
    "challenge-sets suite table lingeval97.json ours.scores --as lingeval97 -o tables\n"
    "challenge-sets suite table items.parquet judgments.parquet --as human --annotations annotations -o tables\n"
    "challenge-sets suite table items.parquet judgments.parquet --as word-choice -o tables"
)
