"""Translate a source by a model, here or behind a server."""

import argparse
from typing import Any

from extractors.cli.commands._arguments import output, settings, settings_of, written
from extractors.cli.commands._tools import endpoint, endpoint_of
from extractors.core.languages import language_name
from extractors.inputs.beside_source import texts_beside
from extractors.inputs.places import parse
from extractors.inputs.reading import read_texts
from extractors.models.tool_settings import TranslatorSettings

OPTIONS = (
    "kind",
    "prompt",
    "instructions",
    "dtype",
    "device",
    "batch_size",
    "beams",
    "max_length",
    "source_prefix",
    "source_code",
    "target_code",
    "download",
)
MEANINGS = {
    "kind": "seq2seq, or chat for a decoder-only model",
    "prompt": "of a chat model, with {source}",
    "instructions": "place of a line for each {instruction}",
    "dtype": "of the weights",
    "beams": "of beam search; 1 is greedy",
    "max_length": "most subwords of a translation",
    "source_prefix": "text before each segment",
    "source_code": "language of the tokenizer",
    "target_code": "language of the tokenizer",
    "batch_size": "segments at once",
    "download": "get a model of the hub that is not here",
}
"""What the help says of options, shorter than in a config."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=parse, help="a place: text, one segment a line, or what importers read")
    parser.add_argument("--model", required=True, help=TranslatorSettings.meaning_of("model"))
    settings(parser, TranslatorSettings, *OPTIONS, **MEANINGS)
    endpoint(parser)
    for side in ("source", "target"):
        parser.add_argument(f"--{side}-language", metavar="LANG", type=language_name, help="for a chat model's prompt")
    written(parser, "--about", help="how it was made (default: OUTPUT.json)")
    output(parser, "the translations, one a line (.gz too)")


def run(arguments: argparse.Namespace) -> None:
    # Takes seconds to import, which the other commands need not wait for.
    from extractors.models.translation.chat_prompts import LanguageNames
    from extractors.models.translation.translation_stage import translate_file

    chosen: dict[str, Any] = {"model": arguments.model}
    if (server := endpoint_of(arguments)) is not None:
        chosen["endpoint"] = server.as_dict()
    languages = (arguments.source_language, arguments.target_language)
    chosen_settings = settings_of(arguments, TranslatorSettings.of(chosen))
    place, source = chosen_settings.instructions, read_texts(arguments.source)
    translate_file(
        source,
        output=arguments.output,
        about=arguments.about or f"{arguments.output}.json",
        languages=LanguageNames(*languages) if all(languages) else None,
        settings=chosen_settings,
        instructions=texts_beside(parse(place), source, of=arguments.source) if place else None,
    )


EXAMPLE = "challenge-sets stage translate source.de --model Helsinki-NLP/opus-mt-de-en -o outputs/opus-mt.en"
EXTRA = "torch"
