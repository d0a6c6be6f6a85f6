"""Find phenomena in parses: a row for each hit, with its two words and their distance."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from extractors.commands import Command
from extractors.commands._arguments import add_phenomena_file, names, output, source_text, source_text_of
from extractors.core.escapes import visible
from extractors.core.logs import log


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("parses", help="the parsed source, .conllu or .conllu.gz")
    parser.add_argument("--source-language", required=True, metavar="LANG", help="of the source (ISO 639-1)")
    parser.add_argument("--phenomena", metavar="ID,ID", help="what to look for (default: all that are run by default)")
    add_phenomena_file(parser)
    source_text(parser)
    parser.add_argument(
        "--alignment", metavar="FILE", help="links to a reference: adds the words that hits are aligned to"
    )
    parser.add_argument("--reference", metavar="NAME", help="the reference whose links to use (default: the first)")
    parser.add_argument(
        "--minimum-confidence",
        type=float,
        default=0.0,
        metavar="P",
        help="leave out hits that are likely wrong: those of which the parser is less sure than P, 0 to 1;"
        " hits found from the alignment stay (default: 0, keep all); needs parses by biaffine",
    )
    output(parser, "the hits, .parquet, .tsv or .csv (default: as TSV to standard output)", required=False)


def _run(arguments: argparse.Namespace) -> None:
    from extractors.extract.detect import detect_to_file
    from extractors.formats import conllu
    from extractors.formats.alignment import AlignmentParts
    from extractors.phenomena import catalogue

    known = catalogue.load(arguments.phenomena_file)
    chosen = catalogue.select(
        known, names(arguments.phenomena), arguments.source_language, path=arguments.phenomena_file
    )
    links = None
    if arguments.alignment:
        links = AlignmentParts(arguments.alignment, arguments.reference)
    elif arguments.phenomena is None:
        left_out = [p.id for p in chosen if p.measure]
        chosen = [p for p in chosen if not p.measure]
        if left_out:
            log.info("left out, since they need --alignment: %s", ", ".join(left_out))
    with tempfile.TemporaryDirectory() as folder:
        path = arguments.output or Path(folder) / "hits.tsv"
        detect_to_file(
            conllu.read_parts(arguments.parses),
            chosen,
            path,
            language=arguments.source_language,
            links=links,
            minimum_confidence=arguments.minimum_confidence,
            source=source_text_of(arguments),
        )
        if arguments.output is None:
            text = path.read_text(encoding="utf-8")
            # Through a pipe the bytes are those of the file.
            sys.stdout.write(visible(text) if sys.stdout.isatty() else text)


COMMAND = Command(
    example="challenge-sets detect source.conllu --source-language de --phenomena particle_verb -o hits.tsv",
    add_arguments=_arguments,
    run=_run,
)
