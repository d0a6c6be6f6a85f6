"""The tables of human errors, what people marked and what post-editors changed, from the tables of other stages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.core.version import __version__
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT, links_signature
from extractors.formats.covariates import COVARIATES, codes_of
from extractors.formats.error_agreement import ERROR_AGREEMENT
from extractors.formats.hits import HITS
from extractors.formats.human_errors import HUMAN_ERROR_HITS, HUMAN_ERRORS, POST_EDITS
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.formats.sets import SETS, ranges_of
from extractors.formats.testset_scores import ERROR_SPANS, RATINGS
from extractors.formats.units import UNITS
from extractors.inputs.parses import check_parse
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.agreement_at_hits import agreement_rows
from extractors.words.evidence import EvidenceText
from extractors.words.marked_errors import LinkedWords, Ratings, Texts, of_units, ratings_by_annotation
from extractors.words.marked_hits import Clusters, hit_rows, measure_errors
from extractors.words.post_edits import changed_words
from extractors.words.preparing import Prepared, prepare


class LinkedTexts(NamedTuple):
    """Texts of systems, a table HYPOTHESES each, and the table ALIGNMENT of the source's links to them."""

    texts: Mapping[str, str | Path]
    links: str | Path


def human_errors_to_files(
    *,
    segments: str | Path,
    parses: str | Path,
    hits: str | Path,
    set_table: str | Path,
    covariates: str | Path,
    systems: Mapping[str, str | Path],
    humans: Collection[str] = (),
    by_phenomenon: str | Path,
    by_hit: str | Path,
    agreement: str | Path,
    settings: AccuracySettings,
    alignment: str | Path | None = None,
    output_alignment: str | Path | None = None,
    test_set: str | Path | None = None,
    post_edits: LinkedTexts | None = None,
    units: str | Path | None = None,
) -> int:
    """Write the tables HUMAN_ERRORS, HUMAN_ERROR_HITS and ERROR_AGREEMENT of a corpus.

    Args:
        set_table: its sets say for which phenomena and distances.
        covariates: the documents of segments, where they are known.
        systems: the outputs.
        humans: the references that people made; those that were rated are what systems are told beyond.
        alignment, output_alignment: links to references and outputs, which the marks of a test set need.
        test_set: the folder with ratings.parquet and error_spans.parquet; None where nobody marked errors.
        post_edits: of some systems; None where there are none.
        units: which segment each unit is of; None where segments are not cut.

    Returns:
        How many hits in rated or post-edited outputs there are.
    """
    corpus, treebank = read_corpus(segments), conllu.read(parses)
    check_parse(treebank, corpus.source)
    found, language = tables.read(HITS, hits), corpus.target_language
    outputs = {name: read_hypotheses(path) for name, path in systems.items()}
    documents = codes_of(tables.read(COVARIATES, covariates), "document")
    # Links to references, outputs and post-edits are all made by one aligner.
    links = alignment if post_edits is None else post_edits.links
    made_by = [] if links is None else [links_signature(tables.read(ALIGNMENT, links))]
    run = tables.run_signature(found, *made_by, f"version:{__version__}")
    compared: dict[str, Any] = {
        "ranges": ranges_of(tables.read(SETS, set_table)),
        "documents": documents,
        "settings": settings,
        "run": run,
    }

    def prepared(texts: Texts, links: str | Path) -> Prepared:
        return prepare(
            treebank=treebank,
            hits=found,
            links=tables.read(ALIGNMENT, links),
            references={name: EvidenceText.of(lines, language) for name, lines in texts.items()},
            settings=settings,
            path=str(hits),
            links_path=str(links),
        )

    rows, of_hits, agreed = (list[dict[str, Any]]() for _ in range(3))
    if test_set is not None and alignment is not None and output_alignment is not None:
        people = {name: corpus.references[name] for name in humans if name not in outputs}
        annotations = read_ratings(test_set, outputs, units, people=people)
        words = LinkedWords(tables.read(ALIGNMENT, output_alignment), outputs, language, path=str(output_alignment))
        words_of_people = LinkedWords(tables.read(ALIGNMENT, alignment), people, language, path=str(alignment))
        of_references = prepared(corpus.references, alignment)
        rows, of_hits = measure_errors(
            of_references, list(outputs), annotations, words, people=words_of_people, **compared
        )
        by_metric = [
            row
            for metric, found_by in _ratings_of(test_set, outputs, units, human=False).items()
            for row in hit_rows(of_references, metric, list(outputs), found_by, words)
        ]
        clusters = Clusters.of(documents, of_references.segments)
        agreed = agreement_rows(of_hits, by_metric, clusters=clusters.number, run=f"{run}|clusters:{clusters.what}")
    if post_edits is not None:
        edited = {name: read_hypotheses(path) for name, path in post_edits.texts.items()}
        words = LinkedWords(tables.read(ALIGNMENT, post_edits.links), edited, language, path=str(post_edits.links))
        changed = {POST_EDITS: changed_words(outputs, edited, language)}
        of_edits = measure_errors(prepared(edited, post_edits.links), list(edited), changed, words, **compared)
        rows, of_hits = rows + of_edits[0], of_hits + of_edits[1]
    marked = sum(row["marked"] > 0 for row in of_hits)
    log.info("%d hits in rated or post-edited outputs, %d of them with a marked word", len(of_hits), marked)
    tables.write_with_csv(ERROR_AGREEMENT.table(agreed), agreement)
    tables.write(HUMAN_ERROR_HITS.table(of_hits), by_hit)
    tables.write_with_csv(HUMAN_ERRORS.table(rows), by_phenomenon)
    return len(of_hits)


def read_ratings(
    test_set: str | Path, outputs: Texts, units: str | Path | None = None, *, people: Texts | None = None
) -> dict[str, Ratings]:
    """Read what people marked in the outputs of a corpus, by annotation; for units, if its segments are cut.

    Args:
        people: human translations, whose ratings are wanted, too, in annotations that looked at an output.
    """
    rated = _ratings_of(test_set, {**outputs, **(people or {})}, units, human=True)
    # An annotation of human translations alone says nothing about systems.
    rated = {name: of for name, of in rated.items() if any(system in outputs for system, _ in of)}
    if not rated:
        raise InputError(
            f"no errors are marked in the outputs of {', '.join(outputs)}",
            path=_spans_of(test_set),
            remedy="give a test set with marked errors of these systems (docs/test-sets.md)",
        )
    return rated


def _spans_of(test_set: str | Path) -> Path:
    return Path(test_set, "error_spans.parquet")


def _ratings_of(test_set: str | Path, outputs: Texts, units: str | Path | None, *, human: bool) -> dict[str, Ratings]:
    """Read what people, or metrics, marked in the outputs of a corpus, by annotation; skip annotations of no output."""
    spans = _spans_of(test_set)
    annotations = ratings_by_annotation(
        tables.read(RATINGS, Path(test_set, "ratings.parquet")), tables.read(ERROR_SPANS, spans), human=human
    )
    if units is not None:
        table = tables.read(UNITS, units)
        starts: dict[str, list[int]] = {}
        for texts, column in (("references", "reference_starts"), ("systems", "system_starts")):
            names = tables.metadata(table, texts, units, made_by="snakemake extract").split("\t")
            by_unit = table.column(column).to_pylist()
            starts |= {name: [row[k] for row in by_unit] for k, name in enumerate(names) if name in outputs}
        whole = table.column("whole").to_pylist()
        annotations = {name: of_units(ratings, whole, starts, outputs) for name, ratings in annotations.items()}
    rated = {
        name: {place: errors for place, errors in ratings.items() if place[0] in outputs}
        for name, ratings in annotations.items()
    }
    for (system, segment), raters in ((place, of) for ratings in rated.values() for place, of in ratings.items()):
        length = len(outputs[system][segment]) if segment < len(outputs[system]) else 0
        if any(error.end > length for errors in raters for error in errors):
            raise InputError(
                f"an error ends behind the {length} characters of segment {segment} of {system}",
                path=spans,
                remedy="take outputs and marked errors from one test set (snakemake extract score)",
            )
    return {name: ratings for name, ratings in rated.items() if ratings}
