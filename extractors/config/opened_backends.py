"""The parser, the aligner, the metrics and the lemmatizer of a corpus: made as the stages make them."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from extractors.config.config_findings import ConfigFindings
from extractors.config.corpus import CorpusConfig
from extractors.config.run import RunConfig
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.settings import Keys
from extractors.extract import align, confidence
from extractors.extract.parse import parse_text
from extractors.formats.segments import Corpus
from extractors.formats.treebank import Treebank
from extractors.models import aligners, parsers
from extractors.models.aligners import Aligner, create_aligner
from extractors.models.installed import Requirement
from extractors.models.parsers import DEFAULT_PARSER, Parser, create_parser
from extractors.models.tokenizers import surface_tokens
from extractors.models.tool_settings import model_of
from extractors.score.metrics import create_metric
from extractors.words.lexicon import default_parser, has_shipped_lemmas

Backend = TypeVar("Backend")
READ_PARSES, READ_LINKS = "conllu", "pharaoh"
"""The backends that read what the user has, which can be checked whole."""


def is_fetched(need: Requirement | None, options: Mapping[str, Any], findings: ConfigFindings) -> bool:
    """Whether a model is not here and the run will fetch it, which is noted."""
    if need is None or need.path is not None or options.get("download") is not True:
        return False
    findings.leave_to_the_run(f"whether {need.name} can be fetched, and fits")
    return True


class OpenedBackends:
    """Makes backends; each is made once, however many corpora use it."""

    def __init__(self, findings: ConfigFindings) -> None:
        self._findings = findings
        self._made: dict[str, Any] = {}

    def open(self, corpus: CorpusConfig, run: RunConfig, texts: Corpus | None) -> None:
        """Make the backends of a corpus; parses and links of the user's are read beside its texts.

        Args:
            texts: None where the source cannot be read.
        """
        treebank = self._open_parser(corpus, texts)
        if corpus.is_aligned:
            self._open_aligner(corpus, texts, treebank)
        for name, options in corpus.computed(run.settings.computed_metrics).items():
            with self._findings.opening("metrics", name):
                create_metric(name, options)
        self._open_lemmas(corpus)

    def _open_parser(self, corpus: CorpusConfig, texts: Corpus | None) -> Treebank | None:
        """The user's own parses, if these are what is read; of another parser a segment, to see what it gives."""
        settings, keys = corpus.parse, self._findings.keys_of(corpus.name, "parse")
        language, reads = corpus.source_language, settings.parser == READ_PARSES
        parser = self._parser(keys, language, settings.parser, model_of(settings.model, language), settings.options)
        # What a minimum precision comes to, that of the figures.
        least = max([corpus.minimum_confidence, *corpus.detection.minimum_confidences.values()])
        first = next((text for text in texts.source if text.strip()), None) if texts else None
        if parser is None or texts is None or first is None or not (reads or least > 0):
            return None
        treebank = None
        with self._findings.opening(*keys):
            treebank = parse_text(parser, texts.source if reads else [first])
            with self._findings.opening(*self._findings.keys_of(corpus.name, "minimum_confidence")):
                _check_confidence(least, treebank)
        return treebank if reads else None

    def _open_aligner(self, corpus: CorpusConfig, texts: Corpus | None, treebank: Treebank | None) -> None:
        settings, keys = corpus.align, self._findings.keys_of(corpus.name, "align")
        languages = {"source_language": corpus.source_language, "target_language": corpus.target_language}
        chosen: dict[str, Any] = {"model": settings.model, "options": settings.options, **languages}
        reads = settings.aligner == READ_LINKS

        def make() -> Aligner | None:
            surface_tokens("", corpus.target_language)
            backend = registry.load(aligners, Aligner, settings.aligner)
            registry.check_options(backend, settings.aligner, settings.options)
            if is_fetched(backend.needs(**chosen), settings.options, self._findings):
                return None
            aligner = create_aligner(settings.aligner, **chosen | {"options": _offline(settings.options)})
            align.check_confidence(aligner, settings.minimum_confidence)
            return aligner

        # What it reads is a reference's own: such an aligner is of one corpus.
        of_one = corpus.name if reads else None
        aligner = self._once((settings.aligner, chosen, settings.minimum_confidence, of_one), keys, make)
        if aligner is not None and texts is not None and reads:
            self._read_links(corpus, aligner, texts, treebank)

    def _read_links(self, corpus: CorpusConfig, aligner: Aligner, texts: Corpus, treebank: Treebank | None) -> None:
        """Read the user's links beside the tokens that they count."""
        wanted = corpus.aligned_references
        if not set(wanted) <= texts.references.keys():
            return  # a reference is at fault, and said to be
        if treebank is not None:
            source = [treebank.surface.get(segment, []) for segment in range(len(texts))]
        elif corpus.align.options.get("tokens") != "ours":
            source = [surface_tokens(text, corpus.source_language) for text in texts.source]
        else:
            self._findings.leave_to_the_run(
                f"whether the links of {corpus.name} fit the tokens of the parser {corpus.parse.parser}"
            )
            return
        with self._findings.opening(*self._findings.keys_of(corpus.name, "align")):
            target = {n: [surface_tokens(t, corpus.target_language) for t in texts.references[n]] for n in wanted}
            found = {name: (texts.source, texts.references[name]) for name in wanted}
            align.align(aligner, source, target, found, minimum_confidence=corpus.align.minimum_confidence)

    def _open_lemmas(self, corpus: CorpusConfig) -> None:
        """Make the parser that gives lemmas of the target language."""
        lemmas, language = corpus.lemmas, corpus.target_language
        if not (corpus.systems and lemmas.enabled and lemmas.compare == "lemmas"):
            return
        if (lemmas.parser, lemmas.model) == (None, None) and not has_shipped_lemmas(language):
            default_parser(language)  # which warns that forms are compared
            return
        name = lemmas.parser or DEFAULT_PARSER
        self._parser(("accuracy",), language, name, model_of(lemmas.model, language), lemmas.options)

    def _parser(
        self, keys: Keys, language: str, name: str, model: str | None, options: Mapping[str, Any]
    ) -> Parser | None:
        """A parser; None if it cannot be made, or its model is yet to be fetched."""
        chosen: dict[str, Any] = {"language": language, "model": model, "options": options}

        def make() -> Parser | None:
            backend = registry.load(parsers, Parser, name)
            registry.check_options(backend, name, options)
            if is_fetched(backend.needs(**chosen), options, self._findings):
                return None
            return create_parser(name, **chosen | {"options": _offline(options)})

        return self._once((name, chosen), keys, make)

    def _once(self, chosen: object, keys: Keys, make: Callable[[], Backend | None]) -> Backend | None:
        """What is made of a choice; None if it cannot be, which the value at `keys` is told of."""
        if repr(chosen) not in self._made:
            self._made[repr(chosen)] = None
            with self._findings.opening(*keys):
                self._made[repr(chosen)] = make()
        made: Backend | None = self._made[repr(chosen)]
        return made


def _offline(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options without the leave to fetch a model, which is here."""
    return {name: value for name, value in options.items() if name != "download"}


def _check_confidence(minimum: float, treebank: Treebank) -> None:
    """Refuse a minimum in parses without confidences; these parses are in no file that the user has."""
    try:
        confidence.check(minimum, treebank)
    except InputError as error:
        raise InputError(error.problem, remedy=error.remedy) from None
