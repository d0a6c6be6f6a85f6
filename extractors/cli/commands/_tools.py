"""Arguments that choose parsers, aligners and servers."""

import argparse
from types import ModuleType
from typing import Any

from extractors.cli.commands._arguments import option_texts, option_values, options
from extractors.core import registry, yamlfile
from extractors.core.settings import parts
from extractors.models.aligners import Aligner, create_aligner
from extractors.models.parsers import DEFAULT_PARSER, Parser, create_parser
from extractors.models.tool_settings import EndpointSettings, PairScorerSettings


def backend(
    parser: argparse._ActionsContainer, kind: str, package: ModuleType, *, default: str | None = None, said: str = ""
) -> None:
    """Add `--parser NAME` or `--aligner NAME`, `--model PATH` and its `--option`.

    Args:
        default: the value of the first option if it is not given; None if the command must know that it was not.
        said: what the help gives as the default instead of its name.
    """
    names = ", ".join(registry.names(package))
    parser.add_argument(f"--{kind}", default=default, metavar="NAME", help=f"{names} (default: {said or default})")
    parser.add_argument("--model", help="a folder, file or name (default: shipped)")
    options(parser, kind)


def parser_of(arguments: argparse.Namespace, language: str) -> Parser:
    """Create the parser of a language that the arguments of `backend` name."""
    return create_parser(
        arguments.parser or DEFAULT_PARSER,
        language=language,
        model=arguments.model,
        options=option_values(arguments.option),
    )


def aligner_of(arguments: argparse.Namespace) -> Aligner:
    """Create the aligner of two languages that the arguments of `backend` name."""
    return create_aligner(
        arguments.aligner,
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        model=arguments.model,
        options=option_values(arguments.option),
    )


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
