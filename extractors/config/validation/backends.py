"""The parser, the aligner, the metrics and the translators of a corpus: made as the stages make them, without a run."""

from collections.abc import Mapping, Sequence
from typing import Any

from extractors.config.corpus import CorpusConfig
from extractors.config.run import RunConfig
from extractors.config.validation.config_findings import ConfigFindings
from extractors.config.validation.text_checks import ReadableTexts
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.extract import align, confidence
from extractors.extract.parse import parse_text
from extractors.formats.treebank import Treebank
from extractors.models import aligners, parsers
from extractors.models.aligners import Aligner, create_aligner
from extractors.models.installed import Requirement
from extractors.models.parsers import Parser, create_parser
from extractors.models.tokenizers import surface_tokens
from extractors.models.tool_settings import DEFAULT_PARSER, model_of
from extractors.score.accuracy.lexicon import default_parser
from extractors.score.metrics import create_metric

READ_PARSES, READ_LINKS = "conllu", "pharaoh"
"""The backends that read what the user has, which can be checked whole."""
CUT_BY_US = ("biaffine",)
"""The parsers whose surface tokens are those of extractors.models.tokenizers."""


class Backends:
    """Reviews backends; each is made once, however many corpora use it."""

    def __init__(self, findings: ConfigFindings) -> None:
        self._findings = findings
        self._parsers: dict[str, Parser | None] = {}
        self._aligners: dict[str, Aligner | None] = {}

    def review(self, corpus: CorpusConfig, run: RunConfig, texts: ReadableTexts | None) -> None:
        """Make the backends of a corpus; parses and links of the user's are read beside its texts.

        Args:
            texts: None where the source cannot be read.
        """
        treebank = self._review_parser(corpus, texts)
        if corpus.is_aligned:
            self._review_aligner(corpus, texts, treebank)
        if corpus.references:
            self._review_metrics(corpus, run)
        self._review_lemmas(corpus)
        self._review_translators(corpus)

    def _review_parser(self, corpus: CorpusConfig, texts: ReadableTexts | None) -> Treebank | None:
        """The user's own parses of a corpus, if these are what is read."""
        settings, keys = corpus.parse, self._keys(corpus, "parse")
        language = corpus.source_language
        model = model_of(settings.model, language)
        parser = self._parser(keys, language, settings.parser, model, settings.options)
        if settings.parser in CUT_BY_US:
            with self._findings.at(*keys):
                surface_tokens("", language)
        if parser is None or texts is None:
            return None
        return self._parse(corpus, parser, texts.source)

    def _parse(self, corpus: CorpusConfig, parser: Parser, source: Sequence[str]) -> Treebank | None:
        """The user's own parses; of another parser, no more than a segment is parsed, to see what it gives."""
        reads = corpus.parse.parser == READ_PARSES
        # What a minimum precision comes to, that of the figures.
        least = max([corpus.minimum_confidence, *corpus.detection.minimum_confidences.values()])
        first = next((text for text in source if text.strip()), None)
        if first is None or not (reads or least > 0):
            return None
        treebank = None
        with self._findings.at(*self._keys(corpus, "parse")):
            treebank = parse_text(parser, source if reads else [first])
        if treebank is not None:
            with self._findings.at(*self._keys(corpus, "minimum_confidence")):
                _check_confidence(least, treebank)
        return treebank if reads else None

    def _review_aligner(self, corpus: CorpusConfig, texts: ReadableTexts | None, treebank: Treebank | None) -> None:
        settings, keys = corpus.align, self._keys(corpus, "align")
        with self._findings.at(*keys):
            surface_tokens("", corpus.target_language)
        languages = (corpus.source_language, corpus.target_language)
        chosen = (settings.aligner, settings.model, settings.options, settings.minimum_confidence, *languages)
        aligner = self._aligners.get(repr(chosen))
        # What it reads is a reference's own: such an aligner is of one corpus.
        if repr(chosen) not in self._aligners or settings.aligner == READ_LINKS:
            aligner = None
            with self._findings.at(*keys):
                aligner = self._make_aligner(corpus)
            self._aligners[repr(chosen)] = aligner
        if aligner is not None and texts is not None and settings.aligner == READ_LINKS:
            self._review_links(corpus, aligner, texts, treebank)

    def _make_aligner(self, corpus: CorpusConfig) -> Aligner | None:
        name, model, options = corpus.align.aligner, corpus.align.model, corpus.align.options
        languages = {"source_language": corpus.source_language, "target_language": corpus.target_language}
        backend = registry.load(aligners, Aligner, name)
        registry.check_options(backend, name, options)
        if self._is_fetched(backend.needs(**languages, model=model, options=options), options):
            return None
        aligner = create_aligner(name, **languages, model=model, options=_offline(options))
        align.check_confidence(aligner, corpus.align.minimum_confidence)
        return aligner

    def _review_links(
        self, corpus: CorpusConfig, aligner: Aligner, texts: ReadableTexts, treebank: Treebank | None
    ) -> None:
        """Read the user's links beside the tokens that they count."""
        wanted = corpus.aligned_references
        if not set(wanted) <= texts.references.keys():
            return  # a reference is at fault, and said to be
        if treebank is not None:
            source = [treebank.surface.get(segment, []) for segment in range(len(texts.source))]
        elif corpus.parse.parser in CUT_BY_US or corpus.align.options.get("tokens") != "ours":
            source = [surface_tokens(text, corpus.source_language) for text in texts.source]
        else:
            self._findings.leave_to_the_run(
                f"whether the links of {corpus.name} fit the tokens of the parser {corpus.parse.parser}"
            )
            return
        with self._findings.at(*self._keys(corpus, "align")):
            target = {n: [surface_tokens(t, corpus.target_language) for t in texts.references[n]] for n in wanted}
            found = {name: (texts.source, texts.references[name]) for name in wanted}
            align.align(aligner, source, target, found, minimum_confidence=corpus.align.minimum_confidence)

    def _review_metrics(self, corpus: CorpusConfig, run: RunConfig) -> None:
        for name, options in corpus.metrics(run.settings.computed_metrics).items():
            with self._findings.at("metrics", name):
                create_metric(name, options)

    def _review_lemmas(self, corpus: CorpusConfig) -> None:
        """Make the parser that gives lemmas of the target language."""
        lemmas, language = corpus.lemmas, corpus.target_language
        if not (corpus.systems and lemmas.enabled and lemmas.compare == "lemmas"):
            return
        name = lemmas.parser or DEFAULT_PARSER
        if lemmas.parser is None and lemmas.model is None:
            need = registry.load(parsers, Parser, name).needs(language=language, model=None, options={})
            if need.path is None:
                default_parser(language)  # which warns that forms are compared
                return
        self._parser(("accuracy",), language, name, model_of(lemmas.model, language), lemmas.options)

    def _review_translators(self, corpus: CorpusConfig) -> None:
        if not corpus.translations:
            return
        # Its library is needed for translations alone.
        from extractors.models import hub
        from extractors.models.translation.model_server import key_of

        for system, settings in corpus.translations.items():
            with self._findings.at("corpora", corpus.name, "translate", system):
                if settings.endpoint is not None:
                    key_of(settings.endpoint)
                    self._findings.leave_to_the_run(f"whether {settings.endpoint.url} answers for {settings.model}")
                    continue
                need = hub.needed(settings.model, kind="translator")
                if not self._is_fetched(need, {"download": settings.download}):
                    need.here()
            self._findings.leave_to_the_run(f"whether {settings.model} loads and knows the languages")

    def _parser(
        self, keys: tuple[str, ...], language: str, name: str, model: str | None, options: Mapping[str, Any]
    ) -> Parser | None:
        """A parser; None if it cannot be made, or its model is yet to be fetched."""
        chosen = repr((name, language, model, options))
        if chosen not in self._parsers:
            self._parsers[chosen] = None
            with self._findings.at(*keys):
                self._parsers[chosen] = self._make_parser(language, name, model, options)
        return self._parsers[chosen]

    def _make_parser(self, language: str, name: str, model: str | None, options: Mapping[str, Any]) -> Parser | None:
        backend = registry.load(parsers, Parser, name)
        registry.check_options(backend, name, options)
        if self._is_fetched(backend.needs(language=language, model=model, options=options), options):
            return None
        return create_parser(name, language=language, model=model, options=_offline(options))

    def _is_fetched(self, need: Requirement | None, options: Mapping[str, Any]) -> bool:
        """Whether a model is not here and the run will fetch it."""
        fetched = need is not None and need.path is None and options.get("download") is True
        if fetched and need is not None:
            self._findings.leave_to_the_run(f"whether {need.name} can be fetched, and fits")
        return fetched

    def _keys(self, corpus: CorpusConfig, name: str) -> tuple[str, ...]:
        return tuple(map(str, self._findings.keys_of(corpus.name, name)))


def _offline(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options without the leave to fetch a model, which is here."""
    return {name: value for name, value in options.items() if name != "download"}


def _check_confidence(minimum: float, treebank: Treebank) -> None:
    """Refuse a minimum in parses without confidences; the parses of the review are in no file that the user has."""
    try:
        confidence.check(minimum, treebank)
    except InputError as error:
        raise InputError(error.problem, remedy=error.remedy) from None
