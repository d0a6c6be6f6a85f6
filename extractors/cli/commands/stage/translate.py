"""Translate a source by a model of the transformers library."""

import argparse

from extractors.cli.commands._arguments import output, settings, settings_of, written
from extractors.inputs.places import parse
from extractors.inputs.reading import read_texts
from extractors.models.tool_settings import TranslatorSettings

OPTIONS = ("device", "batch_size", "beams", "max_length", "source_prefix", "source_code", "target_code")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", type=parse, help="the source, a place: text, one segment a line, or what importers read"
    )
    parser.add_argument("--model", required=True, help=TranslatorSettings.meaning_of("model"))
    settings(parser, TranslatorSettings, *OPTIONS)
    parser.add_argument("--download", action="store_true", help=TranslatorSettings.meaning_of("download"))
    written(parser, "--about", metavar="FILE", help="what made it (default: OUTPUT.json)")
    output(parser, "the translations, one a line (.gz too)")


def run(arguments: argparse.Namespace) -> None:
    # Takes seconds to import, which the other commands need not wait for.
    from extractors.models.translation.translation_stage import translate_file

    translate_file(
        read_texts(arguments.source),
        output=arguments.output,
        about=arguments.about or f"{arguments.output}.json",
        settings=settings_of(arguments, TranslatorSettings.of({"model": arguments.model})),
    )


EXAMPLE = "challenge-sets stage translate source.de --model Helsinki-NLP/opus-mt-de-en -o outputs/opus-mt.en"
EXTRA = "torch"
