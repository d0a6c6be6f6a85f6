"""The tables of accuracy, from the tables of other stages or from texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from extractors.core.version import __version__
from extractors.formats import conllu, tables
from extractors.formats.accuracy import LEXICON
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import SETS, Range, ranges_of
from extractors.formats.treebank import Treebank
from extractors.inputs.parses import check_parse
from extractors.score.documents import SegmentClusters, clusters_of
from extractors.score.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.evidence import EvidenceText
from extractors.words.lexicon import LemmaLexicon, Texts
from extractors.words.measure import AccuracyTables, measure
from extractors.words.preparing import prepare


def accuracy_tables(
    *,
    treebank: Treebank,
    links: pa.Table,
    hits: pa.Table,
    references: Texts,
    outputs: Texts,
    language: str,
    ranges: Mapping[str, Sequence[Range]],
    lexicon: LemmaLexicon,
    settings: AccuracySettings,
    path: str,
    clusters: SegmentClusters | None = None,
    humans: Collection[str] = (),
) -> AccuracyTables:
    """Measure the outputs of systems.

    Args:
        treebank: the parsed source.
        links, hits: tables of ALIGNMENT and HITS.
        ranges: the distances of each phenomenon.
        clusters: the segments that depend on each other; None where each is by itself.
        humans: as of `measure`.
    """
    of_references = {name: EvidenceText.of(texts, language) for name, texts in references.items()}
    of_outputs = {name: EvidenceText.of(texts, language) for name, texts in outputs.items()}
    prepared = prepare(
        treebank=treebank,
        hits=hits,
        links=links,
        references=of_references,
        settings=settings,
        path=path,
    )
    return measure(
        prepared,
        of_outputs,
        ranges=ranges,
        lexicon=lexicon,
        settings=settings,
        run=tables.run_signature(hits, f"version:{__version__}"),
        clusters=clusters,
        humans=humans,
    )


def accuracy_to_files(
    *,
    segments: str | Path,
    parses: str | Path,
    alignment: str | Path,
    hits: str | Path,
    set_table: str | Path,
    covariates: str | Path,
    systems: Mapping[str, str | Path],
    lexicon: str | Path,
    accuracy: str | Path,
    by_hit: str | Path,
    settings: AccuracySettings,
    statistics: StatisticsSettings,
    humans: Collection[str] = (),
) -> None:
    """Measure the systems of a run and write the tables ACCURACY and ACCURACY_HITS.

    Args:
        set_table: its sets say for which phenomena and distances.
        covariates, statistics: which segments depend on each other.
    """
    corpus, treebank = read_corpus(segments), conllu.read(parses)
    check_parse(treebank, corpus.source)
    measured = accuracy_tables(
        treebank=treebank,
        links=tables.read(ALIGNMENT, alignment),
        hits=tables.read(HITS, hits),
        references=corpus.references,
        outputs={name: read_hypotheses(path) for name, path in systems.items()},
        language=corpus.target_language,
        ranges=ranges_of(tables.read(SETS, set_table)),
        lexicon=LemmaLexicon.of(tables.read(LEXICON, lexicon)),
        settings=settings,
        path=str(hits),
        clusters=clusters_of(tables.read(COVARIATES, covariates), statistics),
        humans=humans,
    )
    tables.write(measured.by_hit, by_hit)
    tables.write_with_csv(measured.accuracy, accuracy)
