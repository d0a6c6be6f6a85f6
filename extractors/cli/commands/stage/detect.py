"""Find phenomena in parses: one row for each hit."""

import argparse
import sys
import tempfile
from pathlib import Path

from extractors.cli.commands._arguments import add_phenomena_file, names, output, source_text, source_text_of
from extractors.core.errors import InputError
from extractors.core.escapes import visible
from extractors.core.logs import log


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("parses", help="the parsed source, .conllu or .conllu.gz")
    parser.add_argument("--source-language", required=True, metavar="LANG", help="of the source (ISO 639-1)")
    parser.add_argument("--phenomena", metavar="ID,ID", help="what to look for (default: what runs by default)")
    add_phenomena_file(parser)
    source_text(parser)
    parser.add_argument("--alignment", metavar="FILE", help="links to a reference: adds aligned words")
    parser.add_argument("--output-alignment", metavar="FILE", help="links to all outputs, for sets of reordering")
    parser.add_argument("--reference", metavar="NAME", help="whose links to use (default: the first)")
    for name, meaning in (
        ("minimum-link-confidence", "leave out less sure links, 0 to 1"),
        ("minimum-confidence", "leave out less sure hits, 0 to 1 (multilingual)"),
        ("minimum-precision", "leave out unsure hits until this share is right"),
    ):
        parser.add_argument(f"--{name}", type=float, default=0.0, metavar="P", help=meaning)
    parser.add_argument("--quality", type=Path, metavar="FILE", help="of the parser, by `lab quality`")
    parser.add_argument("--imprecise", action="store_true", help="also what this parser finds imprecisely")
    output(parser, "the hits, .parquet, .tsv or .csv (default: printed)", required=False)


def run(arguments: argparse.Namespace) -> None:
    from extractors.extract.detect import detect
    from extractors.formats import conllu, tables
    from extractors.formats.alignment import AlignmentParts, OutputParts
    from extractors.phenomena import catalogue
    from extractors.phenomena.chosen_phenomena import choose
    from extractors.phenomena.detection import of_parser
    from extractors.phenomena.estimands import OUTPUTS

    known = catalogue.load(arguments.phenomena_file)
    chosen = catalogue.select(
        known, names(arguments.phenomena), arguments.source_language, path=arguments.phenomena_file
    )
    measured = of_parser(conllu.generator_of(arguments.parses), arguments.quality)
    every = arguments.imprecise or arguments.phenomena is not None
    chosen, detection = choose(
        chosen, measured, arguments.source_language, every=every, minimum_precision=_precision(arguments)
    )
    detection.tell()
    links = outputs = None
    has_links = bool(arguments.alignment or arguments.output_alignment)
    if arguments.minimum_link_confidence and not has_links:
        raise InputError("a minimum confidence of links is given, and no links", remedy="give --alignment FILE, too")
    if arguments.alignment:
        links = AlignmentParts(
            arguments.alignment, arguments.reference, minimum_confidence=arguments.minimum_link_confidence
        )
    if arguments.output_alignment:
        outputs = OutputParts(arguments.output_alignment, minimum_confidence=arguments.minimum_link_confidence)
    if not arguments.alignment and arguments.phenomena is None:
        left_out = [p.id for p in chosen if p.measure and not (outputs and p.chosen_by == OUTPUTS)]
        chosen = [p for p in chosen if p.id not in left_out]
        if left_out:
            log.info("left out, since they need --alignment: %s", ", ".join(left_out))
    with tempfile.TemporaryDirectory() as folder:
        path = arguments.output or Path(folder) / "hits.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        hits = detect(
            conllu.read_parts(arguments.parses),
            chosen,
            language=arguments.source_language,
            links=links,
            outputs=outputs,
            minimum_confidence=arguments.minimum_confidence,
            minimum_precision=detection.minimum_precision,
            minimum_confidences=detection.minimum_confidences,
            source=source_text_of(arguments),
            beside=path,
        )
        tables.write_parts(hits, path)
        if arguments.output is None:
            text = path.read_text(encoding="utf-8")
            # Through a pipe the bytes are those of the file.
            sys.stdout.write(visible(text) if sys.stdout.isatty() else text)


def _precision(arguments: argparse.Namespace) -> float:
    precision = float(arguments.minimum_precision)
    if not 0 <= precision < 1:
        raise InputError(
            f"the minimum precision must be from 0 to below 1, got {precision:g}", remedy="change --minimum-precision"
        )
    if precision and arguments.minimum_confidence:
        raise InputError(
            "a minimum precision and a minimum confidence are asked for, and the first chooses the second",
            remedy="leave out one of them",
        )
    return precision


EXAMPLE = "challenge-sets stage detect source.conllu --source-language de --phenomena particle_verb -o hits.tsv"
