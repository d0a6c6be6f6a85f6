"""Open what a config names, as the jobs of a run do: read texts and scores, make parsers and aligners.

The first error is raised, in the words of the job. A model that may be downloaded (`download: true`) is.
"""

from collections.abc import Iterator
from typing import NamedTuple

from extractors.config.corpus import CorpusConfig
from extractors.config.run import RunConfig
from extractors.core.oserrors import check_writable
from extractors.extract import align, confidence, ingest
from extractors.extract.parse import parse_text
from extractors.extract.segment_covariates import names_of
from extractors.extract.testset_tables import read_beside
from extractors.formats.segments import Corpus
from extractors.inputs.beside_source import numbers_beside, read_output
from extractors.models.aligners import create_aligner
from extractors.models.parsers import create_parser
from extractors.models.tokenizers import surface_tokens
from extractors.models.tool_settings import for_language
from extractors.scoring.imported_scores import ScoreFile
from extractors.scoring.metrics import create_metric


class OpenedCorpus(NamedTuple):
    """A corpus with its texts, and the outputs that are there."""

    corpus: CorpusConfig
    texts: Corpus
    outputs: dict[str, list[str]]


def open_run(run: RunConfig) -> Iterator[OpenedCorpus]:
    """Open each corpus."""
    check_writable(run.results)
    for corpus in run.corpora.values():
        opened = _open_texts(corpus, check_languages=run.settings.check_languages)
        yield opened
        _open_backends(corpus, run, opened.texts.source)


def _open_texts(corpus: CorpusConfig, *, check_languages: bool) -> OpenedCorpus:
    """Read the texts of a corpus, and what has a line for each of its segments: names, covariates, scores."""
    languages = {"source_language": corpus.source_language, "target_language": corpus.target_language}
    texts, _ = ingest.read(
        source=corpus.source, references=corpus.references, check_languages=check_languages, **languages
    )
    source, outputs = texts.source, dict[str, list[str]]()
    for name, place in corpus.systems.items():
        outputs[name] = read_output(place, source, source_name=corpus.source)
        if check_languages:
            ingest.check_output(name, outputs[name], source, **languages)
    for place in corpus.post_edits.values():
        read_output(place, source, source_name=corpus.source)
    for place in corpus.names.values():
        names_of(place, source, source_name=corpus.source)
    for place in corpus.covariates.values():
        numbers_beside(place, source, source_name=corpus.source)
    if corpus.test_set is not None:
        read_beside(
            corpus.test_set, source, source_name=corpus.source, own=corpus.own_outputs, scores=corpus.taken_scores
        )
    for name, file in corpus.segment_scores.items():
        if not corpus.is_made(file):
            of_file = ScoreFile(file, list(corpus.systems), source)
            for system in (*corpus.systems, *file.humans):
                of_file.statistics(metric=name, system=system, segments=len(source))
    return OpenedCorpus(corpus, texts, outputs)


def _open_backends(corpus: CorpusConfig, run: RunConfig, source: list[str]) -> None:
    """Make the parser, and what a run may need hours later: aligner and metrics."""
    parse, chosen = corpus.parse, corpus.align
    language, target = corpus.source_language, corpus.target_language
    parser = create_parser(
        parse.parser, language=language, model=for_language(parse.model, language), options=parse.options
    )
    least = max([corpus.minimum_confidence, *corpus.detection.minimum_confidences.values()])
    # Parses of the user's are read whole; of another parser a segment shows whether it has confidences.
    tried = source if parser.needs_whole_corpus else [text for text in source if text.strip()][:1] * (least > 0)
    if tried:
        confidence.check(least, parse_text(parser, tried))
    if corpus.is_aligned:
        surface_tokens("", target)
        aligner = create_aligner(
            chosen.aligner, source_language=language, target_language=target, model=chosen.model, options=chosen.options
        )
        align.check_confidence(aligner, chosen.minimum_confidence)
    for name, options in corpus.computed(run.settings.computed_metrics).items():
        create_metric(name, options)
