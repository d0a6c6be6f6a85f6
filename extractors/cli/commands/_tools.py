"""Arguments that choose parsers, aligners and servers, and the distances of sets."""

import argparse
from types import ModuleType

from extractors.cli.commands._arguments import names, option_values, options, settings, settings_of
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.extract.set_settings import SetSettings
from extractors.models.aligners import Aligner, create_aligner
from extractors.models.parsers import BY_LANGUAGE, Parser, create_parser
from extractors.models.tool_settings import EndpointSettings


def backend(
    parser: argparse._ActionsContainer, kind: str, package: ModuleType, *, default: str | None = None, said: str = ""
) -> None:
    """`--parser NAME` or `--aligner NAME`, `--model PATH` and its `--option`.

    Args:
        default: what the first has where it is not given; None where that says something, too.
        said: what the help says of it instead of its name.
    """
    names = ", ".join(registry.names(package))
    parser.add_argument(f"--{kind}", default=default, metavar="NAME", help=f"{names} (default: {said or default})")
    parser.add_argument("--model", help="a folder, file or name (default: shipped)")
    options(parser, kind)


def parser_of(arguments: argparse.Namespace, language: str) -> Parser:
    """The parser of a language that the arguments of `backend` name."""
    return create_parser(
        arguments.parser or BY_LANGUAGE,
        language=language,
        model=arguments.model,
        options=option_values(arguments.option),
    )


def aligner_of(arguments: argparse.Namespace, name: str) -> Aligner:
    """The aligner of this name, for the languages, the model and the options of the arguments."""
    return create_aligner(
        name,
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        model=arguments.model,
        options=option_values(arguments.option),
    )


def endpoint(parser: argparse._ActionsContainer) -> None:
    """`--endpoint URL`, and what is sent there."""
    parser.add_argument(
        "--endpoint", dest="url", metavar="URL", help="of a server that has the model: http://localhost:8000/v1"
    )
    parser.add_argument(
        "--parameter", dest="sent", nargs="+", default=[], metavar="NAME=VALUE", help="more fields of a request"
    )
    settings(
        parser,
        EndpointSettings,
        "key_variable",
        "at_once",
        "requests_per_minute",
        key_variable="environment variable with the server's key",
        at_once="requests at the same time",
        requests_per_minute="at most (default: no limit)",
    )


def endpoint_of(arguments: argparse.Namespace) -> EndpointSettings | None:
    """The server that the arguments of `endpoint` name; None if they name none."""
    if arguments.url is None:
        return None
    sent = {"parameters": option_values(arguments.sent)} if arguments.sent else {}
    return settings_of(arguments, EndpointSettings.of({"url": arguments.url, **sent}))


def distances(parser: argparse._ActionsContainer) -> None:
    """`--minimum`, `--exact`, `--buckets`."""
    default = ",".join(map(str, SetSettings().minimum_distances))
    parser.add_argument("--minimum", default=default, metavar="D,D", help=f"distances: D or more (default: {default})")
    parser.add_argument("--exact", default="", metavar="D,D", help="exact distances")
    parser.add_argument("--buckets", default="", metavar="A:B,A:B", help="distances from A to below B: 0:2,2:5")


def distances_of(arguments: argparse.Namespace) -> SetSettings:
    """The distances that the arguments of `distances` give."""
    return SetSettings.of(
        {
            "minimum_distances": numbers(arguments.minimum),
            "exact_distances": numbers(arguments.exact),
            "buckets": buckets(arguments.buckets),
        }
    )


def numbers(text: str) -> tuple[int, ...]:
    """`"0,1,2"` as (0, 1, 2); an empty text as ()."""
    try:
        return tuple(int(part) for part in text.split(",") if part.strip())
    except ValueError:
        raise InputError(f"{text!r} is not a list of whole numbers", remedy="write them as 0,1,2") from None


def buckets(text: str) -> tuple[tuple[int, int], ...]:
    """`"0:2,2:5"` as ((0, 2), (2, 5))."""
    pairs = []
    for part in names(text) or []:
        bounds = numbers(part.replace(":", ","))
        if len(bounds) != 2:
            raise InputError(f"{part!r} is not a bucket", remedy="write FROM:BELOW, as in 0:2,2:5")
        pairs.append((bounds[0], bounds[1]))
    return tuple(pairs)
