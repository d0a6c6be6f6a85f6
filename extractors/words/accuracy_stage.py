"""Make the tables of accuracy from the tables of other stages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

import pyarrow as pa

from extractors.core.logs import log
from extractors.core.version import __version__
from extractors.formats import conllu, tables
from extractors.formats.accuracy import ACCURACY, ACCURACY_HITS
from extractors.formats.alignment import ALIGNMENT, links_signature
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.segments import SEGMENTS, read_corpus, read_hypotheses
from extractors.formats.sets import SETS, ranges_of
from extractors.formats.word_evidence import WORD_DEPARTURES, WORD_EVIDENCE
from extractors.inputs.parses import check_parse
from extractors.models.link_quality import why_no_words
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
    folder: CorpusFolder,
    systems: Collection[str],
    *,
    settings: AccuracySettings,
    statistics: StatisticsSettings,
    humans: Collection[str] = (),
    order: Mapping[str, OrderAsked] = MappingProxyType({}),
) -> None:
    """Measure the systems of a run and write ACCURACY, ACCURACY_HITS, WORD_EVIDENCE and WORD_DEPARTURES.

    Args:
        folder: the results of the corpus; its sets say for which phenomena and distances.
        statistics: which segments depend on each other.
        humans, order: as of `measure`.
    """
    corpus, treebank = read_corpus(folder.file(SEGMENTS)), conllu.read(folder.parses)
    check_parse(treebank, corpus.source)
    hits, links, language = folder.read(HITS), folder.read(ALIGNMENT), corpus.target_language
    run = tables.run_signature(hits, links_signature(links), f"version:{__version__}")
    prepared = prepare(
        treebank=treebank,
        hits=hits,
        links=links,
        references={name: EvidenceText.of(texts, language) for name, texts in corpus.references.items()},
        settings=settings,
        path=str(folder.file(HITS)),
        links_path=str(folder.file(ALIGNMENT)),
    )
    lemmas = TargetLemmas.of(language, settings.compare)
    clusters = clusters_of(folder.read(COVARIATES), statistics)
    outputs = folder.outputs(systems)
    measured = measure(
        prepared,
        {name: EvidenceText.of(read_hypotheses(path), language) for name, path in outputs.items()},
        ranges=ranges_of(folder.read(SETS)),
        lemmas=lemmas,
        settings=settings,
        run=run,
        clusters=clusters,
        humans=humans,
        order=order,
    )
    tables.write(measured.by_hit, folder.file(ACCURACY_HITS))
    tables.write(measured.evidence, folder.file(WORD_EVIDENCE))
    evidence, names = evidence_of(measured.evidence, clusters)
    run = f"{run}|lemmas:{lemmas.signature}|cluster:{clusters.unit}"
    departures = WORD_DEPARTURES.table(departure_rows(evidence, names, run=run))
    accuracy = measured.accuracy
    if (why := why_no_words(links_signature(links), corpus.source_language, language)) is not None:
        log.warning("%s: matches at the words of hits are shown, and not tested", why)
        departures, accuracy = map(_untested, (departures, accuracy))
    tables.write_with_csv(departures, folder.file(WORD_DEPARTURES))
    accuracy = tables.with_metadata(accuracy, lemmas=lemmas.signature)
    tables.write_with_csv(accuracy, folder.file(ACCURACY))


def _untested(table: pa.Table) -> pa.Table:
    """Take the p-values out of a table of tests."""
    for number, column in enumerate(table.schema):
        if column.name in ("p", "p_bh") or column.name.endswith(("_p", "_p_bh")):
            table = table.set_column(number, column, pa.nulls(len(table), column.type))
    return table
