"""Score contrastive pairs by a model."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from extractors.cli.commands._arguments import endpoint, endpoint_of, output, settings, settings_of, written
from extractors.cli.commands._overwriting import refuse_there
from extractors.cli.commands._suites import add_suite, pairs_of_arguments
from extractors.core.errors import InputError
from extractors.core.files import write_text
from extractors.core.logs import log
from extractors.models.tool_settings import PairScorerSettings

OPTIONS = (
    "kind",
    "prompt",
    "tokenizer",
    "dtype",
    "device",
    "batch_size",
    "source_prefix",
    "source_code",
    "target_code",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    written(
        parser, "--texts", metavar="FOLDER", help="write the texts to be scored, for any tool: source.LL, target.LL"
    )
    parser.add_argument("--model", help=PairScorerSettings.meaning_of("model"))
    settings(
        parser,
        PairScorerSettings,
        *OPTIONS,
        prompt=r"of a causal model what stands before the translation, of a chat model what is asked; {source} is the"
        r" source text, \n ends a line",
    )
    endpoint(parser)
    parser.add_argument("--normalise", action="store_true", help=PairScorerSettings.meaning_of("normalise"))
    parser.add_argument("--download", action="store_true", help=PairScorerSettings.meaning_of("download"))
    written(parser, "--about", metavar="FILE", help="write how the scores were made (default: OUTPUT.json)")
    output(
        parser, "the scores, a number a line: what each text costs, so that lower is better (.gz too)", required=False
    )


def run(arguments: argparse.Namespace) -> None:
    from extractors.suites.pair_scores import texts_to_score

    if bool(arguments.model) != bool(arguments.output) or not (arguments.model or arguments.texts):
        raise InputError(
            "nothing to do, or half of it", remedy="give --model MODEL with -o FILE, or --texts FOLDER, or all of them"
        )
    suite = pairs_of_arguments(arguments)
    pairs = texts_to_score(suite)
    if arguments.texts:
        for side, language in enumerate((suite.source_language, suite.target_language)):
            file = arguments.texts / f"{('source', 'target')[side]}.{language}"
            refuse_there(file, arguments)
            _write_lines([pair[side] for pair in pairs], file)
    if not arguments.model:
        return
    # Takes seconds to import, which the other commands need not wait for.
    from extractors.models.translation.translation_stage import score_pairs_file

    given = PairScorerSettings.of({"model": arguments.model})
    arguments.endpoint = endpoint_of(arguments)
    if arguments.prompt:
        arguments.prompt = arguments.prompt.replace(r"\n", "\n")
    score_pairs_file(
        pairs,
        output=arguments.output,
        about=arguments.about or f"{arguments.output}.json",
        settings=settings_of(arguments, given),
    )
    log.info("%d scores, lower is better: %s", len(pairs), arguments.output)


def _write_lines(texts: Sequence[str], path: Path) -> None:
    for place, text in enumerate(texts, 1):
        if "\n" in text or "\r" in text:
            raise InputError(
                f"text {place:,} has a line break, but a text is a line: {text[:40]!r}",
                path=path,
                remedy="take the line break out of the suite",
            )
    with write_text(path) as out:
        out.writelines(f"{text}\n" for text in texts)


EXAMPLE = "challenge-sets suite score-pairs lingeval97.json --model Helsinki-NLP/opus-mt-en-de -o opus-mt.scores"
EXTRA = "torch"
