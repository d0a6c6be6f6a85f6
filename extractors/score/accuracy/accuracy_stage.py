"""The tables of accuracy, from the tables of other stages or from texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from extractors.core.logs import log
from extractors.core.version import __version__
from extractors.formats import conllu, tables
from extractors.formats.accuracy import LEXICON, AccuracyData
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import SETS, Range, ranges_of
from extractors.formats.treebank import Treebank
from extractors.inputs.parses import check_parse
from extractors.score.accuracy.accuracy_settings import AccuracySettings
from extractors.score.accuracy.evidence import EvidenceText
from extractors.score.accuracy.kept import prepared_of
from extractors.score.accuracy.lexicon import NO_LEMMAS, LemmaLexicon, Texts
from extractors.score.accuracy.measure import AccuracyTables, measure
from extractors.score.accuracy.preparing import ONE_IN, prepare
from extractors.score.accuracy.renderings import read_translations
from extractors.score.accuracy.verdicts import evidence_judge_of
from extractors.score.documents import SegmentClusters, clusters_of
from extractors.score.statistics.statistics_settings import StatisticsSettings


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
    ordered: Collection[str],
    settings: AccuracySettings,
    path: str,
    output_links: pa.Table | None = None,
    negators: Sequence[str] = (),
    clusters: SegmentClusters | None = None,
) -> AccuracyTables:
    """Measure the outputs of systems.

    Args:
        treebank: the parsed source.
        links, hits: tables of ALIGNMENT and HITS.
        ranges: the distances of each phenomenon.
        ordered: phenomena of which the order is measured too: those found from the alignment.
        output_links: links of the source to the outputs, a table of ALIGNMENT; without it there are no verdicts, and a
            warning if the settings ask for them.
        negators: what the target language can have in place of a negator (`phenomena.catalogue.negators_of`).
        clusters: the segments that depend on each other; None where each is by itself.
    """
    of_references = {name: EvidenceText.of(texts, language) for name, texts in references.items()}
    of_outputs = {name: EvidenceText.of(texts, language) for name, texts in outputs.items()}
    prepared = prepare(
        treebank=treebank,
        hits=hits,
        links=links,
        references=of_references,
        ordered=ordered,
        settings=settings,
        path=path,
    )
    evidence_judge = None
    if output_links is None and settings.verdicts:
        log.warning("the outputs are not aligned: hits get no verdict, and only reference_match is measured")
    elif output_links is not None:
        evidence_judge = evidence_judge_of(
            treebank=treebank,
            references=of_references,
            links=links,
            outputs=of_outputs,
            output_links=output_links,
            lexicon=lexicon,
            order=[reference.name for reference in prepared.references],
            one_in=ONE_IN,
            translations=read_translations(settings.translations),
            negators=negators,
        )
    return measure(
        prepared,
        of_outputs,
        ranges=ranges,
        lexicon=lexicon,
        settings=settings,
        run=tables.run_signature(hits, f"version:{__version__}"),
        evidence_judge=evidence_judge,
        clusters=clusters,
    )


def accuracy_of_data(
    kept: AccuracyData,
    *,
    hits: pa.Table,
    references: Texts,
    outputs: Texts,
    language: str,
    ranges: Mapping[str, Sequence[Range]],
    lexicon: LemmaLexicon,
    ordered: Collection[str],
    path: str,
    clusters: SegmentClusters | None = None,
    notes: Sequence[str] = (),
) -> AccuracyTables:
    """Measure the outputs of systems by the evidence and controls of a published set; there are no verdicts.

    Args:
        hits: of the set, as `prepared_of` takes them, with the signature of the run that found them.
        lexicon: words that it lacks are compared by their forms; a warning and the column `without_lemma` say how many.
        notes: parts to add to signatures.
    """
    log.info("a set has no links to outputs: hits get no verdict, and reference_match and order are measured")
    of_outputs = {name: EvidenceText.of(texts, language) for name, texts in outputs.items()}
    if lexicon.signature != NO_LEMMAS:
        _warn_of_lacking(lexicon, of_outputs)
    prepared = prepared_of(
        kept,
        hits=hits,
        references={name: EvidenceText.of(texts, language) for name, texts in references.items()},
        ordered=ordered,
        path=path,
    )
    return measure(
        prepared,
        of_outputs,
        ranges=ranges,
        lexicon=lexicon,
        settings=AccuracySettings.of({"seed": kept.seed}),
        run=tables.run_signature(hits, f"version:{__version__}", *notes),
        clusters=clusters,
    )


def _warn_of_lacking(lexicon: LemmaLexicon, outputs: Mapping[str, EvidenceText]) -> None:
    for name, text in outputs.items():
        lacking = {word for words in text.words for word in words if lexicon.lacks(word)}
        if lacking:
            log.warning(
                "%s: %.1f %% of the words (%d forms, such as %s) are not in the lexicon of the set: they are compared"
                " by their forms alone (column without_lemma); --parser looks up their lemmas",
                name,
                100 * lexicon.share_lacking(text.words),
                len(lacking),
                ", ".join(sorted(lacking)[:3]),
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
    ordered: Collection[str],
    accuracy: str | Path,
    by_hit: str | Path,
    settings: AccuracySettings,
    statistics: StatisticsSettings,
    output_alignment: str | Path | None = None,
    negators: Sequence[str] = (),
) -> None:
    """Measure the systems of a run and write the tables ACCURACY and ACCURACY_HITS.

    Args:
        set_table: its sets say for which phenomena and distances.
        covariates, statistics: which segments depend on each other.
        output_alignment: None for no verdicts.

    Raises:
        InputError: the parse is of another text.
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
        ordered=ordered,
        settings=settings,
        path=str(hits),
        output_links=None if output_alignment is None else tables.read(ALIGNMENT, output_alignment),
        negators=negators,
        clusters=clusters_of(tables.read(COVARIATES, covariates), statistics),
    )
    tables.write(measured.by_hit, by_hit)
    tables.write_with_csv(measured.accuracy, accuracy)
