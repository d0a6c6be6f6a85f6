"""Align the words of a source with those of its references."""

import argparse

from extractors.cli.commands._arguments import option_values, options, output, settings, source_text, source_text_of
from extractors.core import registry
from extractors.inputs import places
from extractors.inputs.reading import read_texts
from extractors.models import aligners
from extractors.models.aligners import aligner_of_pair, create_aligner
from extractors.models.tokenizers import surface_tokens
from extractors.models.tool_settings import AlignerSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", help="the source: parses (.conllu, .conllu.gz), whose tokens are taken, or text")
    source_text(parser)
    parser.add_argument("--reference", action="append", required=True, metavar="[NAME=]PLACE", help="may be repeated")
    parser.add_argument("--source-language", required=True, metavar="LANG")
    parser.add_argument("--target-language", required=True, metavar="LANG")
    parser.add_argument(
        "--aligner",
        help=f"one of {', '.join(registry.names(aligners))} (default: simalign where its encoder ships, else eflomal)",
    )
    parser.add_argument("--model", help="folder, file or name of the aligner's model (default: the shipped one)")
    options(parser, "aligner")
    settings(parser, AlignerSettings, "minimum_confidence")
    output(parser, "the links, .parquet or .tsv")


def run(arguments: argparse.Namespace) -> None:
    from extractors.extract import align
    from extractors.formats import conllu, tables
    from extractors.inputs.parses import check_parse

    named = places.named(arguments.reference, default="A")
    texts = {name: read_texts(place) for name, place in named.items()}
    references = {
        name: [surface_tokens(text, arguments.target_language) for text in of_reference]
        for name, of_reference in texts.items()
    }
    source_texts = source_text_of(arguments)
    if arguments.source.removesuffix(".gz").endswith(".conllu"):
        treebank = conllu.read(arguments.source)
        if source_texts is not None:
            check_parse(treebank, source_texts)
        surface = treebank.surface
        # A CoNLL-U file says nothing of empty segments at its end; the references do.
        count = max(len(next(iter(references.values()))), max(surface) + 1)
        source = [surface.get(i, []) for i in range(count)]
    else:
        source_texts = read_texts(places.parse(arguments.source))
        source = [surface_tokens(text, arguments.source_language) for text in source_texts]
    aligner = create_aligner(
        arguments.aligner or aligner_of_pair(arguments.source_language, arguments.target_language, arguments.model),
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        model=arguments.model,
        options=option_values(arguments.option),
    )
    links = align.align(
        aligner,
        source,
        references,
        {name: (source_texts, text) for name, text in texts.items()},
        minimum_confidence=arguments.minimum_confidence or 0.0,
    )
    tables.write(links, arguments.output)


EXAMPLE = (
    "challenge-sets stage align source.conllu --reference A=ref.en --source-language de --target-language en"
    " -o alignment.parquet"
)
