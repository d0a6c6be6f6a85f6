"""The data sets that users name to score with, and the evaluation of texts that have no sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from extractors.core import registry
from extractors.core.errors import InputError, check_known
from extractors.inputs import places
from extractors.inputs.beside_source import same_length, texts_together, warn_of_empty
from extractors.inputs.places import Place
from extractors.phenomena import DEFAULT_FILE
from extractors.scoring import metrics as metric_plugins
from extractors.scoring.corpus_evaluation import CorpusEvaluation
from extractors.scoring.imported_score_settings import SegmentScoreFile
from extractors.scoring.metric_settings import DEFAULT_METRICS, of_language
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

Text = str | Path | Place
"""Where a text is: a file with a segment a line, FILE#COLUMN, or a place of a library (docs/test-sets.md)."""
Texts = Text | Sequence[str] | Mapping[str, Text | Sequence[str]]
"""A text or a list of segments, or several by name."""
UNNAMED = "output"
"""What a list of segments without a name is called."""
AllOptions = Mapping[str, Mapping[str, Any]]
"""The options of each metric."""


@dataclass(frozen=True, kw_only=True)
class SetFiles:
    """Sets that were not published: references, and the tables of a run.

    Attributes:
        references: of the texts whose outputs are scored.
        target_language: chooses the tokenizers of metrics for zh, ja and ko.
        sets, controls, covariates: tables; without sets only the whole corpus is scored.
        phenomena_file: says which distance of a phenomenon is tested.
    """

    references: Texts
    target_language: str | None = None
    sets: str | Path | None = None
    controls: str | Path | None = None
    covariates: str | Path | None = None
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

    def settings(self, default: StatisticsSettings) -> StatisticsSettings:
        return StatisticsSettings.of({**default.model_dump(), **self.statistics})


def corpus_evaluation(files: SetFiles, outputs: Texts, how: Scoring) -> CorpusEvaluation:
    """Prepare to score outputs on the whole corpus; for arguments and errors see `extractors.api.scoring.score`."""
    for name in ("controls", "covariates"):
        if getattr(files, name) and not files.sets:
            raise InputError(f"--{name} needs --sets", remedy="give --sets FILE")
    places_of, texts = named_texts(outputs, default="")
    if not (places_of or texts):
        raise InputError("there are no outputs", remedy="give --systems FOLDER or --systems [NAME=]FILE ...")
    chosen, brought = chosen_metrics(how, {name: {} for name in DEFAULT_METRICS}, [*places_of, *texts])
    if files.target_language:
        chosen = of_language(chosen, files.target_language)
    references, source, first_place = _references(files)
    return CorpusEvaluation(
        outputs=places_of,
        texts=texts,
        references=list(references.values()),
        source=source,
        humans=references,
        place=first_place,
        metrics=chosen,
        brought=brought,
        metric=how.metric,
        settings=how.settings(StatisticsSettings()),
    )


def named_texts(given: Texts, *, default: str) -> tuple[dict[str, Place], dict[str, Sequence[str]]]:
    """Return places and texts by name; a single text without a name is called `default`, or after its file.

    Raises:
        InputError: a value is neither a place nor a list of segments.
    """
    if isinstance(given, Place):
        return places.named([given.text], default=default), {}
    if isinstance(given, str | Path):
        return places.named([places.parse(given).text], default=default), {}
    at: dict[str, Place] = {}
    texts: dict[str, Sequence[str]] = {}
    for name, text in given.items() if isinstance(given, Mapping) else [(default or UNNAMED, given)]:
        if isinstance(text, Place):
            at[name] = text
        elif isinstance(text, str | Path):
            at[name] = places.parse(text)
        else:
            texts[name] = _segments(text, name)
    return at, texts


def _segments(given: object, name: str) -> list[str]:
    """Return a list of segments as it is; refuse anything else with the first item that is no text."""
    remedy = f"give a file, or a list with one text for each segment: {{{name!r}: ['...', '...']}}"
    if not isinstance(given, Iterable) or isinstance(given, bytes):
        raise InputError(f"{name}: expected a file or a list of texts, got {type(given).__name__}", remedy=remedy)
    segments = list(given)
    for number, text in enumerate(segments):
        if not isinstance(text, str):
            raise InputError(f"{name}: segment {number} must be a text, got {type(text).__name__}", remedy=remedy)
    return segments


def _references(files: SetFiles) -> tuple[dict[str, Sequence[str]], Sequence[str], Place]:
    """Read the references, which must be equally long; also return their source, if known, and the first's place."""
    at, texts = named_texts(files.references, default="A")
    of_places, source = texts_together(at) if at else ({}, [])
    read_from: dict[str, Sequence[str]] = {**of_places, **texts}
    if not read_from:
        raise InputError(
            "there is no reference",
            remedy="give --reference FILE, or a published set: challenge-sets score DATASET OUTPUT",
        )
    first, nowhere = next(iter(read_from)), places.parse("references")
    source = source or [""] * len(read_from[first])
    for segments in texts.values():
        same_length(len(segments), nowhere, len(source), at.get(first, nowhere))
    for name, segments in read_from.items():
        warn_of_empty(segments, f"{at.get(name, nowhere)} (reference {name})", missing=len(read_from) > 1)
    return read_from, source, at.get(first, nowhere)


def chosen_metrics(
    how: Scoring, default: AllOptions, systems: Sequence[str]
) -> tuple[AllOptions, dict[str, SegmentScoreFile]]:
    """Return the options of each metric to compute, and the files of scores computed elsewhere.

    Args:
        default: options by metric; these metrics are computed if none is named.
    """
    every = registry.names(metric_plugins)
    chosen = list(default) if how.metrics is None else list(how.metrics)
    if not default and (chosen or not how.segment_scores):
        raise InputError(
            "the set has no reference, so no metric can be computed",
            remedy="give scores of the segments instead of --metrics: --segment-scores NAME=FILE",
        )
    if not chosen and not how.segment_scores:
        raise InputError("there is no metric", remedy=f"give --metrics {','.join(DEFAULT_METRICS)}, or leave it out")
    check_known("metric", chosen, every)
    for name in how.segment_scores:
        if name in every:
            raise InputError(
                f"{name!r} is the name of a metric that is computed here",
                remedy="give the scores another name: --segment-scores NAME=FILE",
            )
    options: dict[str, dict[str, Any]] = {name: dict(default.get(name, {})) for name in chosen} | {
        name: {} for name in how.segment_scores
    }
    for qualified, value in how.options.items():
        metric, _, option = qualified.partition(".")
        check_known("metric", [metric], options)
        options[metric][option] = value
    if how.metric is not None:
        check_known("metric", [how.metric], options)
    return {name: options[name] for name in chosen}, {
        name: _source(name, file, options[name], systems) for name, file in how.segment_scores.items()
    }


def _source(name: str, file: Text, options: Mapping[str, Any], systems: Sequence[str]) -> SegmentScoreFile:
    """Describe a file of segment scores by the options that a config has for it."""
    entry = {"path": file.text if isinstance(file, Place) else str(file), **options}
    try:
        description = SegmentScoreFile.of(entry)
    except InputError as error:
        raise InputError(f"the scores {name}: {error.problem}", remedy=error.remedy) from None
    check_known("system", list(description.systems), systems)
    return description
