"""Find a phenomenon, or a request, in text or in parses."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from extractors.api.found import Found, run
from extractors.api.request_hits import Asked
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.extract import parse
from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.models.parsers import DEFAULT_PARSER, Parser, create_parser
from extractors.phenomena import DEFAULT_FILE, catalogue, grew
from extractors.phenomena.catalogue import Rule, definitions_checksum

KEPT = 4
"""Parsers that stay loaded."""


def find(
    text: str | Sequence[str] | Path | Treebank,
    request: str,
    *,
    language: str | None = None,
    pair: Sequence[str] | None = None,
    parser: str = DEFAULT_PARSER,
    model: str | None = None,
    options: Mapping[str, Any] | None = None,
    phenomena_file: str | Path = DEFAULT_FILE,
) -> Found:
    """Find the hits of a phenomenon or of a request.

    Args:
        text: text, one segment a line; or segments; or the `Path` of a file of parses (.conllu, .conllu.gz); or the
            `treebank` of earlier hits, which is not parsed again.
        request: the id of a phenomenon (`particle_verb`), or a request in the language of Grew.
        language: ISO 639-1 code; of text, and of a phenomenon, whose requests differ by language.
        pair: head and dependent, the two nodes of a request whose distance is measured (default: the first two).
        parser, model, options: the backend that parses text, its model and its options. A parser stays loaded.
        phenomena_file: where phenomena and lexicons are defined.

    Raises:
        InputError: the request cannot be used, the language is not named, there is nothing to look in, or the parser
            cannot be loaded.
    """
    for name, value, kinds in (("text", text, Iterable | Path | Treebank), ("request", request, str)):
        if not isinstance(value, kinds):
            raise InputError(f"the {name} must be a text, got {value!r}", remedy=f"give the {name} as a str")
    # First of all, because it takes no time and parsing does.
    asked = asked_of(request, pair=pair, language=language, path=phenomena_file)
    if isinstance(text, Path):
        treebank = conllu.read(text)
    elif isinstance(text, Treebank):
        treebank = text
    else:
        segments = text_segments(text) if isinstance(text, str) else list(text)
        treebank = _parsed(segments, language, parser, model, options or {})
    return run(treebank, asked)


def text_segments(text: str) -> list[str]:
    """Split text into segments, one a line, in Unicode NFC."""
    return unicodedata.normalize("NFC", text).replace("\r\n", "\n").removesuffix("\n").split("\n")


def _parsed(
    segments: Sequence[str], language: str | None, parser: str, model: str | None, options: Mapping[str, Any]
) -> Treebank:
    if not segments:
        raise InputError("there is no text to search", remedy="give a sentence")
    if language is None:
        raise InputError("the language of the text is not named", remedy="name it by its ISO 639-1 code: language='de'")
    return parse.parse_text(loaded_parser(parser, language, model, tuple(sorted(options.items()))), segments)


@lru_cache(maxsize=KEPT)
def loaded_parser(name: str, language: str, model: str | None, options: tuple[tuple[str, Any], ...]) -> Parser:
    log.info("loading the parser of the language %r", language)
    return create_parser(name, language=language, model=model, options=dict(options))


def asked_of(asked: str, *, pair: Sequence[str] | None, language: str | None, path: str | Path) -> Asked:
    """Parse a request, or look up the phenomenon of that name in the file `path`.

    Args:
        pair: the two nodes whose distance is measured (default: the first two nodes of the pattern, or
            its only one). A phenomenon has its own.
        language: whose requests of the phenomenon to take; a request needs none.

    Raises:
        RequestError: the request cannot be used, or has no such node.
        InputError: no such phenomenon, none in this language, or one that has no request.
    """
    if re.fullmatch(r"[\w-]+", asked):
        if pair is not None:
            raise InputError(
                "--pair cannot be used with a phenomenon, which defines its own pairs",
                remedy="leave out --pair, or give a request instead",
            )
        return _asked_phenomenon(asked, language, path)
    # Reading the file takes longer than all else; a request without a full stop looks no word up.
    request = grew.parse(asked, lexicons=catalogue.lexicons_of(path) if "." in asked else {})
    if pair is None:
        pair = (request.pattern_nodes * 2)[:2] if len(request.pattern_nodes) == 1 else request.pattern_nodes[:2]
    if len(pair) != 2:
        raise InputError(f"a pair must have two nodes, got {len(pair)}", remedy="write --pair HEAD,DEPENDENT")
    request.require_nodes(*pair)
    return Asked((Rule(request=request, head=pair[0], dependent=pair[1]),))


def _asked_phenomenon(name: str, language: str | None, path: str | Path) -> Asked:
    phenomena = catalogue.load(path)
    if language is None:
        has = f": {', '.join(sorted(phenomena[name].rules))}" if name in phenomena else ""
        raise InputError(
            f"the requests of the phenomenon {name!r} differ by language, but no language is named",
            remedy=f"give --source-language (Python: language=...){has}",
        )
    (phenomenon,) = catalogue.select(phenomena, [name], language, path=path)
    if phenomenon.measure:
        raise InputError(
            f"the phenomenon {name!r} is found from an alignment, not by a request",
            path=path,
            remedy="find it in a run that has references or outputs: challenge-sets run",
        )
    definition = definitions_checksum([phenomenon.definition(language)])
    return Asked(phenomenon.rules[language], name, phenomenon.distance, definition)
