"""Arguments that name a model which scores pairs, and the server that has it."""

import argparse
from typing import Any

from challenge_sets_suites.pair_scorer_settings import EndpointSettings, PairScorerSettings
from extractors.cli.commands._arguments import option_texts, options
from extractors.core import yamlfile
from extractors.core.settings import parts


def network(parser: argparse._ActionsContainer) -> None:
    """Add `--endpoint`, `--prompt`, `--download`, and `--option` for all other settings of a scorer of pairs."""
    parser.add_argument("--endpoint", metavar="URL", help="of a server that has the model: http://localhost:8000/v1")
    parser.add_argument("--prompt", metavar="TEXT", help="of a model that is asked, with {source}")
    parser.add_argument("--download", action="store_true", help="get a model of the hub that is not here")
    others = sorted(set(PairScorerSettings.model_fields) - {"model", "endpoint", "prompt", "download"})
    options(parser, f"model: {', '.join(others)}, endpoint.NAME (config/README.md)")


def network_of(arguments: argparse.Namespace) -> PairScorerSettings:
    """Return the settings that the arguments of `network` give."""
    given: dict[str, Any] = {"model": arguments.model}
    server: dict[str, Any] = {"url": arguments.endpoint} if arguments.endpoint else {}
    for name, text in option_texts(arguments.option).items():
        of, _, key = name.rpartition(".")
        target, block = (server, EndpointSettings) if of == "endpoint" else (given, PairScorerSettings)
        name, fields = key if of == "endpoint" else name, block.model_fields
        # A text may be what YAML would take for something else: >>deu<<.
        is_text = name in fields and str in parts(fields[name].annotation)
        target[name] = text if is_text else yamlfile.value(text)
    if arguments.prompt:
        given["prompt"] = arguments.prompt.replace(r"\n", "\n")
    if arguments.download:
        given["download"] = True
    return PairScorerSettings.of(given | ({"endpoint": server} if server else {}))
