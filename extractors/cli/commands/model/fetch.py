"""Fetch models and texts, so that runs need no network."""

import argparse

from extractors.cli.commands._needs import config_arguments, needs_of, tell
from extractors.core.errors import InputError
from extractors.inputs.places import parse
from extractors.inputs.reading import place_requirement
from extractors.inputs.text_fetching import fetch_texts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("place", nargs="*", type=parse, help="sacrebleu:TESTSET:PAIR or huggingface:PATH:CONFIG:SPLIT")
    config_arguments(parser)


def run(arguments: argparse.Namespace) -> None:
    if not arguments.place and arguments.configs is None:
        raise InputError("nothing to fetch", remedy="name a place, or a config: --for CONFIG")
    for place in arguments.place:
        if place_requirement(place) is None:
            raise InputError(
                f"expected sacrebleu:... or huggingface:..., got the file {place}", remedy="copy it to this machine"
            )
        fetch_texts(place)
        needed = place_requirement(place)
        if needed is None or needed.path is None:
            raise InputError(f"{place} was fetched and cannot be found", remedy="see what the library said above")
        print(f"{needed.name}: {needed.path}")
    if arguments.configs is not None:
        tell(needs_of(arguments, fetching=True), remedy="do as said above")


EXAMPLE = (
    "challenge-sets model fetch sacrebleu:wmt21/systems:en-de\n"
    "challenge-sets model fetch huggingface:Helsinki-NLP/opus_books:de-en:train\n"
    "challenge-sets model fetch --for news.yaml"
)
