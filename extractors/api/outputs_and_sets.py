"""Prepare an `Evaluation`: read outputs, and what to score them on (a set, a returned suite, or own files)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from extractors.api.datasets import (
    AllOptions,
    Dataset,
    ReadyMade,
    Scoring,
    SetFiles,
    Texts,
    chosen_metrics,
    corpus_evaluation,
    named_texts,
)
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.extract.audit import ARTEFACTS, matter_of, shifted
from extractors.extract.audit_lines import lines_of
from extractors.extract.ingest import check_output
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.scores import CORPUS_SCORES
from extractors.formats.sets import CONTROLS, SETS
from extractors.inputs import places
from extractors.inputs.beside_source import beside
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.places import Place
from extractors.inputs.reading import read_texts
from extractors.phenomena import catalogue_files
from extractors.phenomena.estimands import Estimand, estimands
from extractors.publish import read, ready_made_sets
from extractors.publish.download import TO_READ_HITS, TO_SCORE, locate
from extractors.publish.read import Published
from extractors.publish.ready_made_names import is_name, is_run
from extractors.publish.wmt_suite import returned as returned_outputs
from extractors.scoring.evaluation import Evaluation
from extractors.scoring.subset import Subset

CHECK_REMEDY = (
    "give an output for this set's source, in its target language; --no-check-languages (Python: check_languages=False)"
    " goes on all the same"
)


def evaluation_of(dataset: Dataset, outputs: Texts, *, returned: str | None = None, how: Scoring) -> Evaluation:
    """Prepare to score outputs on a data set; for arguments and errors see `extractors.api.scoring.score`."""
    evaluation = _evaluation_of(dataset, outputs, returned, how)
    references = {str(number): texts for number, texts in enumerate(evaluation.references)}
    warn_of_foreign_matter(evaluation.source, references, evaluation.hypotheses)
    return evaluation


def warn_of_foreign_matter(
    source: Sequence[str], references: Mapping[str, Sequence[str]], outputs: Mapping[str, Sequence[str]]
) -> None:
    """Warn of text that only one output has, such as refusals, since it can make results on phenomena."""
    # An output of another length is refused where it is scored.
    whole = {system: texts for system, texts in outputs.items() if len(texts) == len(source)}
    found = [finding for finding in matter_of(source, references, whole) if finding.kind in ARTEFACTS]
    for line in lines_of(found):
        log.warning("%s; results on phenomena may come from these lines", line)


def _evaluation_of(dataset: Dataset, outputs: Texts, returned: str | None, how: Scoring) -> Evaluation:
    if isinstance(dataset, SetFiles):
        return _evaluation_of_files(dataset, outputs, how)
    at, texts = named_texts(outputs, default="")
    if returned is not None:
        if at or texts or how.segment_scores:
            raise InputError(
                "--returned already names outputs, perhaps for only some segments: it cannot be combined with other"
                " outputs",
                remedy="score the other outputs in a separate call",
            )
        return _returned_outputs(dataset, returned, how)
    return _evaluation_of_published(dataset, at, texts, how)


def _evaluation_of_files(files: SetFiles, outputs: Texts, how: Scoring) -> Evaluation:
    corpus = corpus_evaluation(files, outputs, how)
    if files.covariates and not files.controls:
        raise InputError(
            "--covariates needs --controls, whose samples record the settings of the controls",
            remedy="give --controls FILE, which a run writes to results/NAME/controls.parquet",
        )

    return Evaluation(
        **{each.name: getattr(corpus, each.name) for each in fields(corpus)},
        sets=tables.read(SETS, files.sets) if files.sets else None,
        controls=tables.read(CONTROLS, files.controls) if files.controls else None,
        covariates=tables.read(COVARIATES, files.covariates) if files.covariates else None,
        known=_asked(files.phenomena_file) if files.sets else {},
    )


def _asked(phenomena_file: str | Path) -> dict[str, Estimand]:
    """Read the estimands of the phenomena in a file, without parsing their requests."""
    return estimands(written.entry for written in catalogue_files.read(phenomena_file).entries.values())


def _evaluation_of_published(
    dataset: str | Path | ReadyMade, outputs: dict[str, Place], texts: dict[str, Sequence[str]], how: Scoring
) -> Evaluation:
    published = _published(dataset, how)
    if not (outputs or texts):
        raise InputError(
            "there are no outputs to score",
            remedy=f"translate {published.source_file} line by line, then score the result: challenge-sets score"
            f" {dataset.name if isinstance(dataset, ReadyMade) else dataset} OUTPUT",
        )
    if published.skipped:
        outputs, texts = {}, {name: segments_of(place, published) for name, place in outputs.items()} | texts
    return _evaluation(published, outputs, texts, how)


def _evaluation(
    published: Published, outputs: dict[str, Place], texts: Mapping[str, Sequence[str]], how: Scoring
) -> Evaluation:
    described = published.description
    chosen, brought = chosen_metrics(how, described.metrics, [*outputs, *texts])
    read.warn_of_other_versions(published, chosen)
    return Evaluation(
        outputs=outputs,
        texts=texts,
        references=list(published.references.values()),
        source=published.source,
        humans=by_people(published, published.references),
        known_humans=published.humans,
        place=places.parse(published.source_file),
        metrics=chosen,
        brought=brought,
        sets=published.sets,
        controls=published.controls,
        covariates=published.covariates,
        control_words=published.control_words,
        languages=(described.source_language, described.target_language),
        definitions={entry["id"]: entry.get("definition") for entry in described.phenomena},
        metric=how.metric or described.metric,
        known=described.estimands,
        settings=how.settings(published.description.statistics),
        notes=published.notes,
        baseline=_baseline(published, chosen),
        check=check_of(published) if how.check_languages else None,
    )


def check_of(published: Published) -> Callable[[str, Sequence[str]], None]:
    """Make a check that refuses an output in the wrong language or equal to its source, and warns of shifted lines."""

    def check(system: str, output: Sequence[str]) -> None:
        # One of another length is told so.
        if len(output) == len(published.source):
            described = published.description
            languages = {name: getattr(described, name) for name in ("source_language", "target_language")}
            check_output(system, output, published.source, **languages, remedy=CHECK_REMEDY)
            own = f"systems/{system}"
            texts = {f"references/{name}": text for name, text in published.references.items()} | {own: output}
            for line in lines_of([f for f in shifted(published.source, texts) if f.text == own]):
                log.warning("%s", line)

    return check


def _published(dataset: str | Path | ReadyMade, how: Scoring) -> Published:
    """Read a data set: a ready-made one by its name, a published one from a folder or the hub, or that of a run."""
    if not isinstance(dataset, ReadyMade):
        if is_run(str(dataset)):
            # Here, since most sets are no run's.
            from extractors.api.run_as_set import read_run

            return read_run(Path(dataset))
        if any(Path(dataset).glob(f"*/{CORPUS_SCORES.file}")):
            from extractors.api.results_folder import not_scored

            raise not_scored(Path(dataset), "results")
        if not is_name(str(dataset)):
            return read.read(locate(str(dataset), TO_SCORE), changed=how.changed)
        dataset = ReadyMade(name=str(dataset))
    own = {"source": dataset.source, "reference": dataset.reference}
    return ready_made_sets.read(
        dataset.name,
        **{role: text if isinstance(text, Place) else places.parse(text) for role, text in own.items() if text},
    )


def segments_of(output: Place, published: Published) -> Sequence[str]:
    """Read an output, leaving out the lines that translate skipped lines of the set's source file."""
    if len(lines := read_texts(output)) == len(published.source) + published.skipped:
        return lines[published.skipped :]
    return beside(lines, output, published.source, source_name=published.source_file)


def _baseline(published: Published, metrics: AllOptions) -> pa.Table | None:
    """Return the scores of a test set's systems, by the metrics that have the same options here."""
    if published.baseline is None:
        return None
    same = [name for name, options in metrics.items() if options == published.description.metrics.get(name)]
    return published.baseline.filter(pc.is_in(published.baseline.column("metric"), pa.array(same, pa.string())))


def _returned_outputs(dataset: str | Path | ReadyMade, returned: str, how: Scoring) -> Evaluation:
    """Prepare to score the outputs returned for a published test suite, on the segments that all systems have."""
    if isinstance(dataset, ReadyMade):
        raise InputError(
            "--returned takes the set that you published as a test suite, not a ready-made set",
            remedy="leave out --returned",
        )
    published = read.read(locate(str(dataset), TO_READ_HITS), changed=how.changed, hits=True)
    back = returned_outputs(published, read_set(returned))
    _tell_left_out(back.left_out, len(published.source) - len(back.kept))
    part = Subset(back.kept, len(published.source))
    kept = {name: [texts[segment] for segment in back.kept] for name, texts in published.references.items()}
    hits = published.hits()

    return replace(
        _evaluation(published, {}, back.outputs, how),
        source=[published.source[segment] for segment in back.kept],
        references=list(kept.values()),
        humans=by_people(published, kept),
        sets=part.sets(published.sets, hits),
        controls=part.controls(published.controls, published.sets),
        covariates=part.covariates(published.covariates),
        control_words=None,
        notes=(*published.notes, *([f"segments:{len(back.kept)}"] if back.left_out else [])),
        check=None,
    )


def by_people(published: Published, references: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Select the references that people made."""
    humans = published.description.humans
    return {name: texts for name, texts in references.items() if humans is None or name in humans}


def _tell_left_out(left_out: Sequence[tuple[Any, Any, str]], segments: int) -> None:
    """Say which documents are left out, with file and line."""
    for document, line, problem in left_out:
        where = "" if line is None else f"{line.path}:{line.number or ''}: "
        log.warning("%sthe document %s %s: left out", where, document.name, problem)
    if left_out:
        log.warning("%d documents with %d segments are left out for all systems", len(left_out), segments)
