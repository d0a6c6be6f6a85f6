"""Translate a source by a model, here or behind a server."""

import argparse

from extractors.cli.commands._arguments import output, written
from extractors.cli.commands._tools import network, network_of
from extractors.core.languages import language_name
from extractors.inputs.beside_source import texts_beside
from extractors.inputs.places import parse
from extractors.inputs.reading import read_texts
from extractors.models.tool_settings import TranslatorSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=parse, help="a place: text, one segment a line, or what importers read")
    parser.add_argument("--model", required=True, help=TranslatorSettings.meaning_of("model"))
    network(parser, TranslatorSettings)
    for side in ("source", "target"):
        parser.add_argument(f"--{side}-language", metavar="LANG", type=language_name, help="for a chat model's prompt")
    written(parser, "--about", help="how it was made (default: OUTPUT.json)")
    output(parser, "the translations, one a line (.gz too)")


def run(arguments: argparse.Namespace) -> None:
    # Takes seconds to import, which the other commands need not wait for.
    from extractors.models.translation.chat_prompts import LanguageNames
    from extractors.models.translation.translation_stage import translate_file

    languages = (arguments.source_language, arguments.target_language)
    chosen = network_of(arguments, TranslatorSettings)
    place, source = chosen.instructions, read_texts(arguments.source)
    translate_file(
        source,
        output=arguments.output,
        about=arguments.about or f"{arguments.output}.json",
        languages=LanguageNames(*languages) if all(languages) else None,
        settings=chosen,
        instructions=texts_beside(parse(place), source, of=arguments.source) if place else None,
    )


EXAMPLE = "challenge-sets stage translate source.de --model Helsinki-NLP/opus-mt-de-en -o outputs/opus-mt.en"
EXTRA = "torch"
