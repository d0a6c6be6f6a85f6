"""Score contrastive pairs by a model."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from challenge_sets_suites.commands._suites import add_suite, pairs_of_arguments
from challenge_sets_suites.pair_scorer_settings import PairScorerSettings
from extractors.cli.commands._arguments import option_texts, options, output, written
from extractors.cli.commands._overwriting import refuse_there
from extractors.core import yamlfile
from extractors.core.errors import InputError
from extractors.core.files import write_text
from extractors.core.logs import log
from extractors.core.settings import parts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    written(parser, "--texts", metavar="FOLDER", help="write the texts to be scored there")
    parser.add_argument("--model", help=PairScorerSettings.meaning_of("model"))
    parser.add_argument("--prompt", metavar="TEXT", help="of a model that is asked, with {source}")
    parser.add_argument("--download", action="store_true", help="get a model of the hub that is not here")
    others = sorted(set(PairScorerSettings.model_fields) - {"model", "prompt", "download"})
    options(parser, f"model: {', '.join(others)} (docs/contrastive-pairs.md)")
    written(parser, "--about", help="how it was made (default: OUTPUT.json)")
    output(parser, "the scores, a number a line, lower is better", required=False)


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.pair_scores import texts_to_score

    if bool(arguments.model) != bool(arguments.output) or not (arguments.model or arguments.texts):
        raise InputError(
            "nothing to do, or half of it", remedy="give --model MODEL with -o FILE, or --texts FOLDER, or all of them"
        )
    suite = pairs_of_arguments(arguments)
    pairs = texts_to_score(suite)
    if arguments.texts:
        for side, language in enumerate((suite.source_language, suite.target_language)):
            file = arguments.texts / f"{('source', 'target')[side]}.{language}"
            refuse_there(file, "name another folder, or delete this file first")
            _write_lines([pair[side] for pair in pairs], file)
    if not arguments.model:
        return
    # Takes seconds to import, which the other commands need not wait for.
    from challenge_sets_suites.translation.pair_stage import score_pairs_file

    score_pairs_file(
        pairs,
        output=arguments.output,
        about=arguments.about or f"{arguments.output}.json",
        settings=_settings(arguments),
    )
    log.info("%d scores, lower is better: %s", len(pairs), arguments.output)


def _settings(arguments: argparse.Namespace) -> PairScorerSettings:
    """Return the settings of the model that the arguments give."""
    values: dict[str, Any] = {"model": arguments.model}
    fields = PairScorerSettings.model_fields
    for name, text in option_texts(arguments.option).items():
        # A text may be what YAML would take for something else: >>deu<<.
        is_text = name in fields and str in parts(fields[name].annotation)
        values[name] = text if is_text else yamlfile.value(text)
    if arguments.prompt:
        values["prompt"] = arguments.prompt.replace(r"\n", "\n")
    if arguments.download:
        values["download"] = True
    return PairScorerSettings.of(values)


def _write_lines(texts: Sequence[str], path: Path) -> None:
    for number, text in enumerate(texts, 1):
        if "\n" in text or "\r" in text:
            raise InputError(
                f"text {number:,} has a line break, but a text is a line: {text[:40]!r}",
                path=path,
                remedy="take the line break out of the suite",
            )
    with write_text(path) as out:
        out.writelines(f"{text}\n" for text in texts)


EXAMPLE = "challenge-sets suite score-pairs lingeval97.json --model Helsinki-NLP/opus-mt-en-de -o opus-mt.scores"
EXTRA = "torch"
