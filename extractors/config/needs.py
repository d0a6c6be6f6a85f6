"""The models that a run needs, corpus by corpus; extractors.models.fetching gets those that are missing."""

from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from extractors.config.corpus import CorpusConfig
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.models import aligners, parsers
from extractors.models.aligners import Aligner
from extractors.models.installed import Requirement
from extractors.models.parsers import DEFAULT_PARSER, Parser


class Need(NamedTuple):
    """The model that one step of a corpus needs; `requirement` is None for a backend that loads no model."""

    corpus: str
    step: str
    backend: str
    requirement: Requirement | None


def of_corpus(corpus: CorpusConfig) -> Iterator[Need]:
    """The needs of a corpus: of its parser, its aligner, and a parser that is named for lemmas.

    Nothing is loaded but their libraries. Lemmas from a parser that nobody named are not needed: where it has
    no model for the target language, forms are compared.
    """
    parse, align = corpus.parse, corpus.align
    yield _need(
        corpus, "parser", parsers, Parser, (parse.parser, parse.model, parse.options), language=corpus.source_language
    )
    languages = {"source_language": corpus.source_language, "target_language": corpus.target_language}
    if corpus.is_aligned:
        yield _need(corpus, "aligner", aligners, Aligner, (align.aligner, align.model, align.options), **languages)
    lemmas = corpus.lemmas
    if corpus.systems and lemmas.enabled and (lemmas.parser or lemmas.model):
        choice = (lemmas.parser or DEFAULT_PARSER, lemmas.model, lemmas.options)
        yield _need(corpus, "parser", parsers, Parser, choice, language=corpus.target_language)


def _need(
    corpus: CorpusConfig,
    step: str,
    package: ModuleType,
    base: type[Any],
    choice: tuple[str, object, Mapping[str, Any]],
    **languages: str,
) -> Need:
    """The need of a backend; `choice` is its name, model and options."""
    name, model, options = choice
    try:
        backend = registry.load(package, base, name)
    except InputError as error:
        # A library is not installed, and without it nobody can say what it needs.
        library = Requirement(kind="library", name=error.problem, path=None, remedy=error.remedy or "")
        return Need(corpus.name, step, name, library)
    registry.check_options(backend, name, options)
    return Need(corpus.name, step, name, backend.needs(**languages, model=model, options=options))
