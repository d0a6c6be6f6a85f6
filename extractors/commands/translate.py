"""`challenge-sets translate`"""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.commands import Command
from extractors.commands._arguments import output
from extractors.texts.places import parse
from extractors.texts.reading import read_texts


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", type=parse, help="the source, a place: text, one segment a line, or what importers read"
    )
    parser.add_argument("--model", required=True, help="a folder, or a name at the Hugging Face hub")
    parser.add_argument("--device", default="cpu", help="cpu or cuda (default: cpu)")
    parser.add_argument("--batch-size", type=int, default=16, metavar="N", help="segments at once (default: 16)")
    parser.add_argument("--beams", type=int, metavar="N", help="of beam search (default: the model's own)")
    parser.add_argument("--max-length", type=int, metavar="N", help="the most subwords of a translation")
    parser.add_argument("--source-prefix", default="", metavar="TEXT", help="what is put before each segment")
    parser.add_argument("--source-code", metavar="CODE", help="the source language, for a multilingual model")
    parser.add_argument("--target-code", metavar="CODE", help="the target language, for a multilingual model")
    parser.add_argument("--download", action="store_true", help="get a model of the hub that is not here")
    parser.add_argument("--about", type=Path, metavar="FILE", help="what made it (default: OUTPUT.json)")
    output(parser, "the translations, one a line (.gz too)")


def _run(arguments: argparse.Namespace) -> None:
    # Takes seconds to import, which the other commands need not wait for.
    from extractors.translation.stage import translate_file

    translate_file(
        read_texts(arguments.source),
        output=arguments.output,
        about=arguments.about or f"{arguments.output}.json",
        options={
            name: getattr(arguments, name)
            for name in (
                "model",
                "device",
                "batch_size",
                "beams",
                "max_length",
                "source_prefix",
                "source_code",
                "target_code",
                "download",
            )
        },
    )


COMMAND = Command(
    summary="Translate a source by a sequence-to-sequence model of the transformers library.",
    example="challenge-sets translate source.de --model Helsinki-NLP/opus-mt-de-en -o outputs/opus-mt.en",
    add_arguments=_arguments,
    run=_run,
)
