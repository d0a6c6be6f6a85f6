"""All that outputs are scored with: from a published set, or from the files that sets were made into."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core import registry
from extractors.core.arrays import Int32
from extractors.core.errors import InputError, check_known
from extractors.core.logs import log
from extractors.extract.ingest import check_output, warn_of_empty
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.sets import CONTROLS, SETS
from extractors.inputs import places
from extractors.inputs.beside_source import beside, same_length, texts_together
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.places import Place
from extractors.inputs.reading import read_texts
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.phenomena.estimands import estimands
from extractors.publish import read, ready_made_sets
from extractors.publish.download import TO_READ_HITS, TO_SCORE, locate
from extractors.publish.read import Published
from extractors.publish.wmt_suite import returned as returned_outputs
from extractors.score import metrics as metric_plugins
from extractors.score.evaluation import Evaluation
from extractors.score.imported_score_settings import SegmentScoreFile
from extractors.score.metric_settings import DEFAULT_METRICS, of_language
from extractors.score.statistics.statistics_settings import StatisticsSettings
from extractors.score.subset import Subset

Text = str | Path | Place
"""Where a text is: a file with a segment a line, FILE#COLUMN, or a place of a library (docs/test-sets.md)."""
Texts = Text | Mapping[str, Text | Sequence[str]]
"""A text, or several by name; those by name may be lists of segments."""
CHECK_REMEDY = (
    "give an output for this set's source, in its target language; --no-check-languages (Python: check_languages=False)"
    " goes on all the same"
)
AllOptions = Mapping[str, Mapping[str, Any]]
"""The options of each metric."""


@dataclass(frozen=True, kw_only=True)
class SetFiles:
    """Sets that were not published: references, and the tables of a run or of `challenge-sets stage`.

    Attributes:
        references: of the texts whose outputs are scored.
        target_language: chooses the tokenizers of metrics for zh, ja and ko.
        sets, controls, covariates: tables; without sets only the whole corpus is scored.
        hits: those that the sets were made of, for trends by distance.
        phenomena_file: says which distance of a phenomenon is tested.
    """

    references: Texts
    target_language: str | None = None
    sets: str | Path | None = None
    controls: str | Path | None = None
    covariates: str | Path | None = None
    hits: str | Path | None = None
    phenomena_file: str | Path = DEFAULT_FILE


@dataclass(frozen=True, kw_only=True)
class ReadyMade:
    """A ready-made set with texts of your own instead of sacreBLEU's, which must be the same.

    Attributes:
        name: such as wmt24:en-de; `challenge-sets dataset list` names all.
        source, reference: files with a segment a line; None for sacreBLEU's.
    """

    name: str
    source: Text | None = None
    reference: Text | None = None


Dataset = str | Path | SetFiles | ReadyMade


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """How outputs are scored.

    For the attributes see `extractors.api.scoring.score`.
    """

    metrics: Sequence[str] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    segment_scores: Mapping[str, Text] = field(default_factory=dict)
    metric: str | None = None
    statistics: Mapping[str, Any] = field(default_factory=dict)
    changed: bool = False
    check_languages: bool = True
    trends: bool = False

    def settings(self, default: StatisticsSettings) -> StatisticsSettings:
        return StatisticsSettings.of({**default.model_dump(), **self.statistics})


def evaluation_of(dataset: Dataset, outputs: Texts, *, returned: str | None = None, how: Scoring) -> Evaluation:
    """All that the outputs are scored with; for arguments and errors see `extractors.api.scoring.score`."""
    at, texts = _named(outputs, default="")
    if isinstance(dataset, SetFiles):
        if not (at or texts):
            raise InputError("no hypotheses", remedy="give --hypothesis FILE or --systems FOLDER")
        return _of_files(dataset, at, texts, how)
    if returned is not None:
        if at or texts or how.segment_scores:
            raise InputError(
                "--returned already names outputs, perhaps for only some segments: it cannot be combined with other"
                " outputs",
                remedy="score the other outputs in a separate call",
            )
        return _of_suite(dataset, returned, how)
    return _of_published(dataset, at, texts, how)


def _named(given: Texts, *, default: str) -> tuple[dict[str, Place], dict[str, Sequence[str]]]:
    """Places and texts by name; a single one without a name has that of its file, or the default."""
    if not isinstance(given, Mapping):
        place = given if isinstance(given, Place) else places.parse(given)
        return places.named([place.text], default=default), {}
    at: dict[str, Place] = {}
    texts: dict[str, Sequence[str]] = {}
    for name, text in given.items():
        if isinstance(text, Place):
            at[name] = text
        elif isinstance(text, str | Path):
            at[name] = places.parse(text)
        else:
            texts[name] = text
    return at, texts


def _of_files(files: SetFiles, outputs: dict[str, Place], texts: dict[str, Sequence[str]], how: Scoring) -> Evaluation:
    for name in ("controls", "covariates", "hits"):
        if getattr(files, name) and not files.sets:
            raise InputError(f"--{name} needs --sets", remedy="give --sets FILE")
    if files.covariates and not (files.controls or files.hits):
        raise InputError(
            "--covariates without --controls: the settings of controls are read from their samples",
            remedy="give --controls FILE, as a run leaves it in results/NAME/controls.parquet",
        )
    chosen, brought = _metrics(how, {name: {} for name in DEFAULT_METRICS}, [*outputs, *texts])
    if files.target_language:
        chosen = of_language(chosen, files.target_language)
    references, source, place = _references(files)
    covariates = tables.read(COVARIATES, files.covariates) if files.covariates else None

    def distances() -> tuple[pa.Table, Int32]:
        # Both are there, as said below.
        return tables.read(HITS, files.hits or ""), tables.read(COVARIATES, files.covariates or "")["length"].to_numpy()

    return Evaluation(
        outputs=outputs,
        texts=texts,
        references=list(references.values()),
        source=source,
        humans=references,
        place=place,
        metrics=chosen,
        brought=brought,
        sets=tables.read(SETS, files.sets) if files.sets else None,
        controls=tables.read(CONTROLS, files.controls) if files.controls else None,
        covariates=covariates,
        distances=distances if files.hits and files.covariates else None,
        metric=how.metric,
        known=estimands(catalogue.load(files.phenomena_file).values()) if files.sets else {},
        settings=how.settings(StatisticsSettings()),
    )


def _references(files: SetFiles) -> tuple[dict[str, Sequence[str]], Sequence[str], Place]:
    """The segments of each reference, all of one length, their source as far as it is known, and the first's place."""
    at, texts = _named(files.references, default="A")
    of_places, source = texts_together(at) if at else ({}, [])
    read_from: dict[str, Sequence[str]] = {**of_places, **texts}
    if not read_from:
        raise InputError(
            "no reference", remedy="give --reference FILE, or a published set: challenge-sets score DATASET OUTPUT"
        )
    first, nowhere = next(iter(read_from)), places.parse("references")
    source = source or [""] * len(read_from[first])
    for segments in texts.values():
        same_length(len(segments), nowhere, len(source), at.get(first, nowhere))
    for name, segments in read_from.items():
        warn_of_empty(segments, f"{at.get(name, nowhere)} (reference {name})", missing=len(read_from) > 1)
    return read_from, source, at.get(first, nowhere)


def _of_published(
    dataset: str | Path | ReadyMade, outputs: dict[str, Place], texts: dict[str, Sequence[str]], how: Scoring
) -> Evaluation:
    published = _published(dataset, how)
    if not (outputs or texts):
        raise InputError(
            "no outputs to score",
            remedy=f"translate {published.source_file} line by line, and name the result: score"
            f" {dataset.name if isinstance(dataset, ReadyMade) else dataset} OUTPUT",
        )
    if published.skipped:
        outputs, texts = {}, {name: _segments(place, published) for name, place in outputs.items()} | texts
    return _evaluation(published, outputs, texts, how)


def _evaluation(
    published: Published, outputs: dict[str, Place], texts: Mapping[str, Sequence[str]], how: Scoring
) -> Evaluation:
    described = published.description
    chosen, brought = _metrics(how, described.metrics, [*outputs, *texts])
    read.warn_of_other_versions(published, chosen)
    return Evaluation(
        outputs=outputs,
        texts=texts,
        references=list(published.references.values()),
        source=published.source,
        source_language=described.source_language,
        humans=_by_people(published, published.references),
        known_humans=published.humans,
        place=places.parse(published.source_file),
        metrics=chosen,
        brought=brought,
        sets=published.sets,
        controls=published.controls,
        covariates=published.covariates,
        distances=published.distances,
        definitions={entry["id"]: entry.get("definition") for entry in described.phenomena},
        metric=how.metric or described.metric,
        known=described.estimands,
        settings=how.settings(published.description.statistics),
        notes=published.notes,
        baseline=_baseline(published, chosen),
        check=_check_of(published) if how.check_languages else None,
    )


def _check_of(published: Published) -> Callable[[str, Sequence[str]], None]:
    """A check that refuses an output in another language than the set's, and one that is its source."""

    def check(system: str, output: Sequence[str]) -> None:
        # One of another length is told so.
        if len(output) == len(published.source):
            described = published.description
            languages = {name: getattr(described, name) for name in ("source_language", "target_language")}
            check_output(system, output, published.source, **languages, remedy=CHECK_REMEDY)

    return check


def _published(dataset: str | Path | ReadyMade, how: Scoring) -> Published:
    """The set of a name, of a folder or of the hub."""
    if not isinstance(dataset, ReadyMade):
        if not ready_made_sets.is_name(str(dataset)):
            folder = locate(str(dataset), TO_READ_HITS if how.trends else TO_SCORE)
            return read.read(folder, changed=how.changed, hits=how.trends)
        dataset = ReadyMade(name=str(dataset))
    own = {"source": dataset.source, "reference": dataset.reference}
    return ready_made_sets.read(
        dataset.name,
        **{role: text if isinstance(text, Place) else places.parse(text) for role, text in own.items() if text},
    )


def _segments(output: Place, published: Published) -> Sequence[str]:
    """An output without the lines that translate what is no segment of the source."""
    if len(lines := read_texts(output)) == len(published.source) + published.skipped:
        return lines[published.skipped :]
    return beside(lines, output, published.source, of=published.source_file)


def _baseline(published: Published, metrics: AllOptions) -> pa.Table | None:
    """The scores of a campaign's systems by those metrics that have the same options here."""
    if published.baseline is None:
        return None
    same = [name for name, options in metrics.items() if options == published.description.metrics.get(name)]
    return published.baseline.filter(pc.is_in(published.baseline.column("metric"), pa.array(same, pa.string())))


def _of_suite(dataset: str | Path | ReadyMade, returned: str, how: Scoring) -> Evaluation:
    """What came back of a published set that was a test suite, on the segments that all systems have."""
    if isinstance(dataset, ReadyMade):
        raise InputError(
            "--returned takes the set that you published as a test suite, not a ready-made set",
            remedy="leave out --returned",
        )
    published = read.read(locate(str(dataset), TO_READ_HITS), changed=how.changed, hits=True)
    back = returned_outputs(published, read_set(returned))
    _tell_left_out(back.left_out, len(published.source) - len(back.kept))
    part = Subset(back.kept, len(published.source))
    hits = published.hits()

    def distances() -> tuple[pa.Table, Int32]:
        _, lengths = published.distances()
        return part.hits(hits), lengths[part.kept]

    return replace(
        _evaluation(published, {}, back.outputs, how),
        source=[published.source[segment] for segment in back.kept],
        references=list((kept := _kept(published, back.kept)).values()),
        humans=_by_people(published, kept),
        sets=part.sets(published.sets, hits),
        controls=part.controls(published.controls, published.sets),
        covariates=part.covariates(published.covariates),
        distances=distances,
        notes=(*published.notes, *([f"segments:{len(back.kept)}"] if back.left_out else [])),
        check=None,
    )


def _by_people(published: Published, references: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Those of a set's references that people made."""
    humans = published.description.humans
    return {name: texts for name, texts in references.items() if humans is None or name in humans}


def _kept(published: Published, segments: Sequence[int]) -> dict[str, Sequence[str]]:
    """Some segments of each reference."""
    return {name: [texts[segment] for segment in segments] for name, texts in published.references.items()}


def _tell_left_out(left_out: Sequence[tuple[Any, Any, str]], segments: int) -> None:
    """Say which documents are left out, with file and line."""
    for document, line, problem in left_out:
        where = "" if line is None else f"{line.path}:{line.number or ''}: "
        log.warning("%sthe document %s %s: left out", where, document.name, problem)
    if left_out:
        log.warning("%d documents with %d segments are left out for all systems", len(left_out), segments)


def _metrics(
    how: Scoring, default: AllOptions, systems: Sequence[str]
) -> tuple[AllOptions, dict[str, SegmentScoreFile]]:
    """The options of each metric to compute, and the files of scores computed elsewhere.

    Args:
        default: the options of each metric, where none is named.
    """
    every = registry.names(metric_plugins)
    chosen = list(default) if how.metrics is None else list(how.metrics)
    if not default and (chosen or not how.segment_scores):
        raise InputError(
            "the set has no reference, so that no metric is computed",
            remedy="bring scores of the outputs' segments, and no --metrics: --segment-scores NAME=FILE",
        )
    if not chosen and not how.segment_scores:
        raise InputError("no metric", remedy=f"give --metrics {','.join(DEFAULT_METRICS)}, or leave it out")
    check_known("metric", chosen, every)
    for name in how.segment_scores:
        if name in every:
            raise InputError(
                f"{name!r} is a metric that is computed", remedy="name the scores: --segment-scores NAME=FILE"
            )
    options: dict[str, dict[str, Any]] = {name: dict(default.get(name, {})) for name in chosen} | {
        name: {} for name in how.segment_scores
    }
    for given, value in how.options.items():
        metric, _, option = given.partition(".")
        check_known("metric", [metric], options)
        options[metric][option] = value
    if how.metric is not None:
        check_known("metric", [how.metric], options)
    return {name: options[name] for name in chosen}, {
        name: _source(name, file, options[name], systems) for name, file in how.segment_scores.items()
    }


def _source(name: str, file: Text, options: Mapping[str, Any], systems: Sequence[str]) -> SegmentScoreFile:
    """A file of segment scores, laid out as the options say, which are those of a config."""
    entry = {"path": file.text if isinstance(file, Place) else str(file), **options}
    try:
        found = SegmentScoreFile.of(entry)
    except InputError as error:
        raise InputError(f"the scores {name}: {error.problem}", remedy=error.remedy) from None
    check_known("system", list(found.systems), systems)
    return found
