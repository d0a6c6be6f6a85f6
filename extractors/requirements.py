"""What models a run needs, corpus by corpus, and how those that are missing are fetched before it."""

from __future__ import annotations

import http.client
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from extractors import aligners, parsers, registry
from extractors.aligners import Aligner
from extractors.config import CorpusConfig
from extractors.errors import InputError
from extractors.logs import log
from extractors.models import Requirement
from extractors.parsers import Parser

SECONDS_FOR_AN_ANSWER = 4.0


class Need(NamedTuple):
    """What one step of a corpus needs; `requirement` is None for a backend that loads no model."""

    corpus: str
    step: str
    backend: str
    requirement: Requirement | None


def of_corpus(corpus: CorpusConfig) -> Iterator[Need]:
    """The needs of a corpus's parser, of its aligner, and of the parser that a config names for lemmas.

    Nothing is loaded but their libraries. Lemmas from a parser that nobody named are not needed: where it has
    no model for the target language, forms are compared.

    Raises:
        InputError: an option that the backend does not have.
    """
    parse, align = corpus.parse, corpus.align
    yield _need(corpus, "parser", parsers, Parser, parse, language=corpus.source_language)
    languages = {"source_language": corpus.source_language, "target_language": corpus.target_language}
    yield _need(corpus, "aligner", aligners, Aligner, align, **languages)
    lemmas = corpus.lemmas
    if corpus.systems and (lemmas["parser"] or lemmas["model"]):
        block = lemmas | {"parser": lemmas["parser"] or parsers.DEFAULT}
        yield _need(corpus, "parser", parsers, Parser, block, language=corpus.target_language)


def _need(
    corpus: CorpusConfig, step: str, package: ModuleType, base: type[Any], block: Mapping[str, Any], **languages: str
) -> Need:
    name = block[step]
    try:
        backend = registry.load(package, base, name)
    except InputError as error:
        # A library is not installed, and without it nobody can say what it needs.
        library = Requirement(kind="library", name=error.problem, path=None, remedy=error.remedy or "")
        return Need(corpus.name, step, name, library)
    registry.check_options(backend, name, block["options"])
    return Need(corpus.name, step, name, backend.needs(**languages, model=block["model"], options=block["options"]))


def fetch(requirement: Requirement) -> None:
    """Get a model by its library's own mechanism.

    Raises:
        InputError: no library can fetch it, there is no network, or the library failed; the remedy says
            what to type elsewhere and where to copy the result.
    """
    remote = requirement.remote
    if remote is None:
        raise InputError(f"cannot be fetched by a command: {requirement.name}", remedy=requirement.remedy)
    host = urlsplit(remote.address).hostname
    # Libraries try again for up to a minute before they say that there is no network.
    if not answers(remote.address):
        raise InputError(f"no answer from {host}: cannot fetch {requirement.name}", remedy=requirement.remedy)
    log.info("fetching %s from %s", requirement.name, host)
    try:
        remote.fetch()
    except (Exception, SystemExit) as error:
        # Each library has its own errors, and spaCy's command exits, having said why.
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise InputError(f"could not fetch {requirement.name}: {reason}", remedy=requirement.remedy) from error


def answers(address: str) -> bool:
    """Whether something at an address answers in a few seconds, by way of a proxy if one is set."""
    answered = threading.Event()

    def ask() -> None:
        try:
            request = urllib.request.Request(address, method="HEAD")
            with urllib.request.build_opener().open(request, timeout=SECONDS_FOR_AN_ANSWER):
                answered.set()
        except (urllib.error.HTTPError, http.client.HTTPException, ValueError):
            answered.set()  # it may not like the question, but it is there; or the address is the library's affair
        except urllib.error.URLError as error:
            # Libraries bring certificates of their own, and may trust what Python's do not.
            if isinstance(error.reason, ssl.SSLError):
                answered.set()
        except OSError:
            pass

    # In a thread, since nothing bounds the time that a name takes to be looked up.
    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(SECONDS_FOR_AN_ANSWER)
    return answered.is_set()
