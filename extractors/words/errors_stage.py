"""Make the tables of human errors (marked, or changed by post-editors) from the tables of other stages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.core.version import __version__
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT, links_signature
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.covariates import COVARIATES, codes_of
from extractors.formats.error_agreement import ERROR_AGREEMENT
from extractors.formats.hits import HITS
from extractors.formats.human_errors import HUMAN_ERROR_HITS, HUMAN_ERRORS, POST_EDITS
from extractors.formats.segments import SEGMENTS, Corpus, read_corpus, read_hypotheses
from extractors.formats.sets import SETS, ranges_of
from extractors.formats.testset_scores import ERROR_SPANS, RATINGS
from extractors.formats.treebank import Treebank
from extractors.formats.units import UNITS
from extractors.inputs.parses import check_parse
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.agreement_at_hits import agreement_rows
from extractors.words.evidence import EvidenceText
from extractors.words.marked_errors import LinkedWords, Ratings, Texts, of_units, ratings_by_annotation
from extractors.words.marked_hits import Clusters, hit_rows, measure_errors
from extractors.words.post_edits import changed_words
from extractors.words.preparing import Prepared, prepare

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class _HitsOfRun:
    """The hits of a run, which are looked for in texts that its source is linked to."""

    folder: CorpusFolder
    corpus: Corpus
    treebank: Treebank
    hits: pa.Table
    settings: AccuracySettings

    @classmethod
    def of(cls, folder: CorpusFolder, settings: AccuracySettings) -> _HitsOfRun:
        corpus, treebank = read_corpus(folder.file(SEGMENTS)), conllu.read(folder.parses)
        check_parse(treebank, corpus.source)
        return cls(folder, corpus, treebank, folder.read(HITS), settings)

    def prepared(self, texts: Texts, links: Path) -> Prepared:
        """Find the evidence of the hits in texts, and their controls."""
        language = self.corpus.target_language
        return prepare(
            treebank=self.treebank,
            hits=self.hits,
            links=tables.read(ALIGNMENT, links),
            references={name: EvidenceText.of(lines, language) for name, lines in texts.items()},
            settings=self.settings,
            path=str(self.folder.file(HITS)),
            links_path=str(links),
        )

    def words(self, texts: Texts, links: Path) -> LinkedWords:
        """Return the words of texts that the source is linked to."""
        return LinkedWords(tables.read(ALIGNMENT, links), texts, self.corpus.target_language, path=str(links))


def human_errors_to_files(
    folder: CorpusFolder,
    systems: Collection[str],
    *,
    settings: AccuracySettings,
    humans: Collection[str] = (),
    has_marks: bool = True,
    post_edits: Collection[str] = (),
    is_cut: bool = False,
) -> int:
    """Write the tables HUMAN_ERRORS, HUMAN_ERROR_HITS and ERROR_AGREEMENT of a corpus.

    Args:
        folder: the results of the corpus; its sets say for which phenomena and distances.
        humans: the references that people made; those that were rated are what systems are told beyond.
        has_marks: whether people marked errors, in the test set of the folder.
        post_edits: the systems that have some.
        is_cut: whether segments are cut into units, as the table UNITS says.

    Returns:
        How many hits in rated or post-edited outputs there are.
    """
    run_hits = _HitsOfRun.of(folder, settings)
    outputs = {name: read_hypotheses(path) for name, path in folder.outputs(systems).items()}
    # Links to references, outputs and post-edits are all made by one aligner.
    links = tables.read(ALIGNMENT, folder.post_edit_alignment if post_edits else folder.file(ALIGNMENT))
    run = tables.run_signature(run_hits.hits, links_signature(links), f"version:{__version__}")
    options: dict[str, Any] = {
        "ranges": ranges_of(folder.read(SETS)),
        "documents": codes_of(folder.read(COVARIATES), "document"),
        "settings": settings,
        "run": run,
    }
    rows, hit_errors, agreement = (list[dict[str, Any]]() for _ in range(3))
    if has_marks:
        people = {name: run_hits.corpus.references[name] for name in humans if name not in outputs}
        units = folder.read(UNITS) if is_cut else None
        rows, hit_errors, agreement = _marked(run_hits, outputs, people, units, options)
    if post_edits:
        edited = {name: read_hypotheses(path) for name, path in folder.post_edits(post_edits).items()}
        words = run_hits.words(edited, folder.post_edit_alignment)
        changed = {POST_EDITS: changed_words(outputs, edited, run_hits.corpus.target_language)}
        prepared = run_hits.prepared(edited, folder.post_edit_alignment)
        edit_rows, edited_hits = measure_errors(prepared, list(edited), changed, words, **options)
        rows, hit_errors = rows + edit_rows, hit_errors + edited_hits
    marked = sum(row["marked"] > 0 for row in hit_errors)
    log.info("%d hits in rated or post-edited outputs, %d of them with a marked word", len(hit_errors), marked)
    tables.write_with_csv(ERROR_AGREEMENT.table(agreement), folder.file(ERROR_AGREEMENT))
    tables.write(HUMAN_ERROR_HITS.table(hit_errors), folder.file(HUMAN_ERROR_HITS))
    tables.write_with_csv(HUMAN_ERRORS.table(rows), folder.file(HUMAN_ERRORS))
    return len(hit_errors)


def _marked(
    run_hits: _HitsOfRun, outputs: Texts, people: Texts, units: pa.Table | None, options: Mapping[str, Any]
) -> tuple[Rows, Rows, Rows]:
    """Return the rows of HUMAN_ERRORS, HUMAN_ERROR_HITS and ERROR_AGREEMENT on what people marked in a test set.

    Args:
        people: human translations.
        options: of `measure_errors`.
    """
    folder, systems = run_hits.folder, list(outputs)
    annotations = read_ratings(folder.test_set, outputs, units, people=people)
    words = run_hits.words(outputs, folder.output_alignment)
    words_of_people = run_hits.words(people, folder.file(ALIGNMENT))
    prepared = run_hits.prepared(run_hits.corpus.references, folder.file(ALIGNMENT))
    rows, hit_errors = measure_errors(prepared, systems, annotations, words, people=words_of_people, **options)
    by_metric = [
        row
        for metric, ratings in _ratings_of(folder.test_set, outputs, units, human=False).items()
        for row in hit_rows(prepared, metric, systems, ratings, words)
    ]
    clusters = Clusters.of(options["documents"], prepared.segments)
    run = f"{options['run']}|clusters:{clusters.what}"
    return rows, hit_errors, agreement_rows(hit_errors, by_metric, clusters=clusters.number, run=run)


def read_ratings(
    test_set: Path, outputs: Texts, units: pa.Table | None = None, *, people: Texts | None = None
) -> dict[str, Ratings]:
    """Read what people marked in the outputs of a corpus, by annotation; for units, if its segments are cut.

    Args:
        test_set: the folder with the tables RATINGS and ERROR_SPANS.
        units: the table UNITS; None where segments are not cut.
        people: human translations, whose ratings are wanted, too, in annotations that looked at an output.
    """
    rated = _ratings_of(test_set, {**outputs, **(people or {})}, units, human=True)
    # An annotation of human translations alone says nothing about systems.
    rated = {name: ratings for name, ratings in rated.items() if any(system in outputs for system, _ in ratings)}
    if not rated:
        raise InputError(
            f"no errors are marked in the outputs of {', '.join(outputs)}",
            path=_spans_of(test_set),
            remedy="give a test set with marked errors of these systems (docs/test-sets.md)",
        )
    return rated


def _spans_of(test_set: Path) -> Path:
    return test_set / "error_spans.parquet"


def _ratings_of(test_set: Path, outputs: Texts, units: pa.Table | None, *, human: bool) -> dict[str, Ratings]:
    """Read what people, or metrics, marked in the outputs of a corpus, by annotation; skip annotations of no output."""
    spans = _spans_of(test_set)
    annotations = ratings_by_annotation(
        tables.read(RATINGS, test_set / "ratings.parquet"), tables.read(ERROR_SPANS, spans), human=human
    )
    if units is not None:
        starts: dict[str, list[int]] = {}
        path = test_set.with_name(UNITS.file)
        for texts, column in (("references", "reference_starts"), ("systems", "system_starts")):
            names = tables.metadata(units, texts, path, made_by="snakemake extract").split("\t")
            by_unit = units.column(column).to_pylist()
            starts |= {name: [row[k] for row in by_unit] for k, name in enumerate(names) if name in outputs}
        whole = units.column("whole").to_pylist()
        annotations = {name: of_units(ratings, whole, starts, outputs) for name, ratings in annotations.items()}
    rated = {
        name: {output: errors for output, errors in ratings.items() if output[0] in outputs}
        for name, ratings in annotations.items()
    }
    for (system, segment), raters in (item for ratings in rated.values() for item in ratings.items()):
        length = len(outputs[system][segment]) if segment < len(outputs[system]) else 0
        if any(error.end > length for errors in raters for error in errors):
            raise InputError(
                f"an error ends after the {length} characters of segment {segment} of {system}",
                path=spans,
                remedy="use outputs and marked errors from the same test set (snakemake extract score)",
            )
    return {name: ratings for name, ratings in rated.items() if ratings}
