"""The tables of accuracy, from the tables of other stages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType

from extractors.core.version import __version__
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT, links_signature
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import SETS, ranges_of
from extractors.formats.word_evidence import WORD_DEPARTURES
from extractors.inputs.parses import check_parse
from extractors.scoring.documents import clusters_of
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.evidence import EvidenceText
from extractors.words.lemmas import TargetLemmas
from extractors.words.measure import measure
from extractors.words.preparing import prepare
from extractors.words.systems_at_words import departure_rows, evidence_of
from extractors.words.word_order import OrderAsked


def accuracy_to_files(
    *,
    segments: str | Path,
    parses: str | Path,
    alignment: str | Path,
    hits: str | Path,
    set_table: str | Path,
    covariates: str | Path,
    systems: Mapping[str, str | Path],
    accuracy: str | Path,
    by_hit: str | Path,
    evidence: str | Path,
    departures: str | Path,
    settings: AccuracySettings,
    statistics: StatisticsSettings,
    humans: Collection[str] = (),
    order: Mapping[str, OrderAsked] = MappingProxyType({}),
) -> None:
    """Measure the systems of a run and write ACCURACY, ACCURACY_HITS, WORD_EVIDENCE and WORD_DEPARTURES.

    Args:
        set_table: its sets say for which phenomena and distances.
        covariates, statistics: which segments depend on each other.
        humans, order: as of `measure`.
    """
    corpus, treebank = read_corpus(segments), conllu.read(parses)
    check_parse(treebank, corpus.source)
    found, links, language = tables.read(HITS, hits), tables.read(ALIGNMENT, alignment), corpus.target_language
    run = tables.run_signature(found, links_signature(links), f"version:{__version__}")
    prepared = prepare(
        treebank=treebank,
        hits=found,
        links=links,
        references={name: EvidenceText.of(texts, language) for name, texts in corpus.references.items()},
        settings=settings,
        path=str(hits),
        links_path=str(alignment),
    )
    lemmas = TargetLemmas.of(language, settings.compare)
    clusters = clusters_of(tables.read(COVARIATES, covariates), statistics)
    measured = measure(
        prepared,
        {name: EvidenceText.of(read_hypotheses(path), language) for name, path in systems.items()},
        ranges=ranges_of(tables.read(SETS, set_table)),
        lemmas=lemmas,
        settings=settings,
        run=run,
        clusters=clusters,
        humans=humans,
        order=order,
    )
    tables.write(measured.by_hit, by_hit)
    tables.write(measured.evidence, evidence)
    by_phenomenon, names = evidence_of(measured.evidence, clusters)
    run = f"{run}|lemmas:{lemmas.signature}|cluster:{clusters.unit}"
    rows = departure_rows(by_phenomenon, names, alpha=statistics.alpha, run=run)
    tables.write_with_csv(WORD_DEPARTURES.table(rows), departures)
    tables.write_with_csv(tables.with_metadata(measured.accuracy, lemmas=lemmas.signature), accuracy)
