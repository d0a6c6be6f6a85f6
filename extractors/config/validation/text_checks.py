"""The texts of a corpus, its systems, scores and names: read as the stages read them."""

from collections.abc import Mapping
from dataclasses import dataclass

from extractors.config.corpus import CorpusConfig
from extractors.config.validation.config_findings import ConfigFindings
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.extract.audit import lines_of, shifted
from extractors.extract.campaign_tables import read_beside
from extractors.extract.ingest import check_corpus, check_output, ingest_system
from extractors.extract.segment_covariates import names_of, numbers_of
from extractors.inputs.beside_source import texts_beside
from extractors.inputs.output_texts import warn_of_empty
from extractors.inputs.places import pattern_of_pair
from extractors.inputs.reading import read_texts
from extractors.score import imported_scores

LONGEST = 100_000
"""The most lines in which shifts are looked for here, which takes seconds then."""


@dataclass(frozen=True)
class ReadableTexts:
    """The texts of a corpus that can be read.

    Attributes:
        references: by name; one that does not fit the source is left out.
    """

    source: list[str]
    references: dict[str, list[str]]


def review(corpus: CorpusConfig, findings: ConfigFindings, *, check_languages: bool) -> ReadableTexts | None:
    """Read a corpus; None if its source cannot be read, beside which nothing can be checked.

    Args:
        check_languages: refuse texts that are in another language than is said.
    """
    source = _read_source(corpus, findings)
    if source is None:
        return None
    references = {}
    for name, place in corpus.references.items():
        with findings.at("corpora", corpus.name, "references", name):
            texts = texts_beside(place, source, of=corpus.source)
            warn_of_empty(texts, f"{place} (reference {name})", missing=len(corpus.references) > 1)
            references[name] = texts
    if check_languages:
        with findings.at("corpora", corpus.name):
            check_corpus(source, references, **_languages(corpus))
    outputs = _review_systems(corpus, source, findings, check_languages=check_languages)
    _warn_of_shifts(corpus, source, references, outputs, findings)
    _review_names(corpus, source, findings)
    _review_scores(corpus, source, findings)
    return ReadableTexts(source, references)


def _read_source(corpus: CorpusConfig, findings: ConfigFindings) -> list[str] | None:
    source = None
    with findings.at("corpora", corpus.name, "source"):
        source = read_texts(corpus.source)
        warn_of_empty(source, str(corpus.source))
    return source


def _languages(corpus: CorpusConfig) -> dict[str, str]:
    return {"source_language": corpus.source_language, "target_language": corpus.target_language}


def _review_systems(
    corpus: CorpusConfig, source: list[str], findings: ConfigFindings, *, check_languages: bool
) -> dict[str, list[str]]:
    """Read the outputs; where a folder has those of several pairs, one error names the pattern of the right ones.

    Returns:
        Those that can be read, by system.
    """
    unfit: dict[str, InputError] = {}
    outputs: dict[str, list[str]] = {}
    for name, place in corpus.systems.items():
        if name not in corpus.translations:
            try:
                table = ingest_system(place=place, source=source, of=corpus.source)
                output = table.column("hypothesis").to_pylist()
                if check_languages:
                    check_output(name, output, source, **_languages(corpus))
                outputs[name] = output
            except InputError as error:
                unfit[name] = error
    pair = f"{corpus.source_language}-{corpus.target_language}"
    pattern = pattern_of_pair([place.path for place in corpus.systems.values()], pair) if unfit else None
    if pattern is not None:
        with findings.at("corpora", corpus.name, "systems"):
            first = next(iter(unfit.values()))
            raise InputError(
                f"{len(unfit)} of {len(corpus.systems)} outputs do not fit, such as {first}".partition("\n")[0],
                remedy=f"the names of others say {pair}: give the pattern {pattern}",
            )
    for name, problem in unfit.items() if pattern is None else ():
        with findings.at("corpora", corpus.name, "systems", name):
            raise problem
    return outputs


def _warn_of_shifts(
    corpus: CorpusConfig,
    source: list[str],
    references: Mapping[str, list[str]],
    outputs: Mapping[str, list[str]],
    findings: ConfigFindings,
) -> None:
    """Say which stretches of which texts do not stand beside their source."""
    if len(source) > LONGEST:
        findings.leave_to_the_run(f"whether lines of {corpus.name} are shifted")
        return
    texts = {f"references/{name}": of for name, of in references.items()}
    texts |= {f"systems/{name}": of for name, of in outputs.items()}
    for line in lines_of(list(shifted(source, texts))):
        log.warning("%s: %s", corpus.name, line)


def _review_names(corpus: CorpusConfig, source: list[str], findings: ConfigFindings) -> None:
    for name, place in corpus.names.items():
        with findings.at("corpora", corpus.name, name):
            names_of(place, source, of=corpus.source)
    for name, place in corpus.covariates.items():
        with findings.at("corpora", corpus.name, "covariates", name):
            numbers_of(place, source, of=corpus.source)


def _review_scores(corpus: CorpusConfig, source: list[str], findings: ConfigFindings) -> None:
    if corpus.test_set is not None:
        with findings.at("corpora", corpus.name, "from"):
            read_beside(corpus.test_set, source, of=corpus.source, own=corpus.own_outputs, scores=corpus.taken_scores)
    for name, file in corpus.segment_scores.items():
        if corpus.is_made(file):
            continue  # it was read with its test set
        with findings.at("corpora", corpus.name, "segment_scores", name):
            scores = imported_scores.ScoreFile(file, list(corpus.systems), source)
            for system in corpus.systems:
                scores.statistics(metric=name, system=system, segments=len(source))
