"""Align the words of a source with those of its references."""

import argparse

from extractors.cli.commands._arguments import languages, output, settings, several, source_text, source_text_of
from extractors.cli.commands._tools import aligner_of, backend
from extractors.inputs import places
from extractors.inputs.beside_source import texts_beside, texts_together
from extractors.inputs.reading import read_texts
from extractors.models import aligners
from extractors.models.tokenizers import surface_tokens
from extractors.models.tool_settings import DEFAULT_ALIGNER, AlignerSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", help="parses (.conllu, .conllu.gz), or text")
    source_text(parser)
    several(parser, "--reference", meaning="to align with", required=True)
    languages(parser, required=True)
    backend(parser, "aligner", aligners, default=DEFAULT_ALIGNER)
    settings(parser, AlignerSettings, "minimum_confidence", minimum_confidence="of links")
    output(parser, "the links, .parquet or .tsv")


def run(arguments: argparse.Namespace) -> None:
    from extractors.extract import align
    from extractors.formats import conllu, tables
    from extractors.inputs.parses import check_parse

    named = places.named(arguments.reference, default="A")
    source_texts = source_text_of(arguments)
    treebank = conllu.read(arguments.source) if arguments.source.removesuffix(".gz").endswith(".conllu") else None
    if treebank is None:
        source_texts = read_texts(places.parse(arguments.source))
    if source_texts is None:
        texts, _ = texts_together(named)
    else:
        of = arguments.source_text or arguments.source
        texts = {name: texts_beside(place, source_texts, of=of) for name, place in named.items()}
    references = {
        name: [surface_tokens(text, arguments.target_language) for text in of_reference]
        for name, of_reference in texts.items()
    }
    if treebank is not None:
        if source_texts is not None:
            check_parse(treebank, source_texts)
        surface = treebank.surface
        # A CoNLL-U file says nothing of empty segments at its end; the references do.
        count = max(len(next(iter(references.values()))), max(surface) + 1)
        source = [surface.get(i, []) for i in range(count)]
    else:
        source = [surface_tokens(text, arguments.source_language) for text in source_texts or []]
    links = align.align(
        aligner_of(arguments),
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
