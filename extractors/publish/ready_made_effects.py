"""The effects of phenomena in ready-made sets, which need no text, and in other corpora that are scored."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from extractors.atlas.atlas_effects import AtlasCorpus, AtlasEffect, LoadedCorpus, documents_of
from extractors.atlas.atlas_pooling import study_of_means
from extractors.atlas.shared_texts import SharedTexts
from extractors.formats.atlas import BEYOND, BY_PEOPLE, BY_SYSTEMS
from extractors.formats.line_checksums import short, sketch_of
from extractors.formats.statistics import AgainstOne, Statistics
from extractors.formats.thresholds import FEWEST_CLUSTERS
from extractors.publish.ready_made_sets import ReadyMadeNumbers
from extractors.score.human_baseline import HumanBaseline
from extractors.score.scorer import SetScorer
from extractors.score.statistics.statistics_settings import StatisticsSettings

Row = dict[str, Any]
DIGITS = 4
"""Of effects in the shipped table."""


def loaded(found: ReadyMadeNumbers, texts: SharedTexts, own: Sequence[Statistics] = ()) -> LoadedCorpus:
    """A ready-made set as a corpus of an atlas.

    Args:
        own: further systems, which come before the submitted ones, by the primary metric.
    """
    described = found.description
    metric = described.metric or ""
    options = {metric: described.metrics[metric]}
    systems = [*own, *found.against[0].systems]
    source = [short(checksum) for checksum in found.source.tolist()]
    clusters, name = texts.number(found.name, source, documents_of(found.covariates, StatisticsSettings()))
    scorer = SetScorer.of(systems, options)
    # What the user brings is scored against the one reference that sacreBLEU has.
    against = [AgainstOne(found.reference_name, systems, list(found.humans))] if own else found.against
    baseline = HumanBaseline.of(against, options[metric])
    known = [] if found.errors is None else found.errors.column("scale").to_pylist()
    return LoadedCorpus(
        corpus=AtlasCorpus(
            name=found.name,
            folder=found.folder,
            source_language=described.source_language,
            target_language=described.target_language,
            systems=[one.system for one in systems],
            metrics=options,
        ),
        source_name=name,
        clusters=clusters,
        sets=found.counted_sets,
        scorer=scorer,
        pool=found.pool,
        baselines={} if baseline is None else {metric: baseline},
        # That of single systems: all together vary less.
        scales={metric: known[0] if known else scorer.blocks[0].scale},
    )


@dataclass(frozen=True, kw_only=True)
class TellingCorpus:
    """A corpus whose effects by one metric become known.

    Attributes:
        metric: of the corpus.
        name: of the metric in KNOWN_EFFECTS.
        definitions: the checksum of each phenomenon's definition.
        lines: checksums of its sources.
    """

    loaded: LoadedCorpus
    test_set: str
    metric: str
    name: str
    definitions: Mapping[str, str]
    lines: Collection[int]


def known_effects(sets: Iterable[ReadyMadeNumbers]) -> list[Row]:
    """The rows of KNOWN_EFFECTS of ready-made sets that have systems, each pair's and those of all pairs together."""
    texts = SharedTexts()
    # A pair whose documents are known comes first: pairs that share its lines get its documents.
    known = [found for found in sets if found.has_systems]
    return rows_of(
        TellingCorpus(
            loaded=loaded(found, texts),
            test_set=found.name.partition(":")[0],
            metric=found.description.metric or "",
            name=found.description.metric or "",
            definitions={entry["id"]: entry["definition"] for entry in found.description.phenomena},
            lines=found.source.tolist(),
        )
        for found in sorted(known, key=lambda one: one.covariates.column("document").null_count > 0)
    )


class KnownKey(NamedTuple):
    """What is known of: a phenomenon in a test set by a metric, as KNOWN_EFFECTS names them."""

    source_language: str
    phenomenon: str
    distance: int
    definition: str
    metric: str
    test_set: str


def rows_of(corpora: Iterable[TellingCorpus]) -> list[Row]:
    """The rows of KNOWN_EFFECTS of corpora, each pair's and those of all pairs of a test set together."""
    by_set: dict[KnownKey, list[AtlasEffect]] = {}
    lines: dict[tuple[str, str], set[int]] = {}
    for of in corpora:
        language = of.loaded.corpus.source_language
        lines.setdefault((of.test_set, language), set()).update(of.lines)
        name_of = {f"{of.metric}{end}": f"{of.name}{end}" for end in ("", BEYOND, BY_PEOPLE, BY_SYSTEMS)}
        every = [effect for effect in of.loaded.all_effects() if effect.metric in name_of]
        beside = {effect.phenomenon for effect in every if effect.metric.endswith(BY_SYSTEMS)}
        for effect in every:
            # Beside people, systems are scored as these are: the mean over references.
            if effect.phenomenon in beside and effect.metric == of.metric:
                continue
            metric = name_of[effect.metric].removesuffix(BY_SYSTEMS)
            definition = of.definitions[effect.phenomenon]
            key = KnownKey(language, effect.phenomenon, effect.distance, definition, metric, of.test_set)
            by_set.setdefault(key, []).append(effect)
    return rows_of_effects(by_set, lines)


def rows_of_effects(
    by_set: Mapping[KnownKey, Sequence[AtlasEffect]], lines: Mapping[tuple[str, str], Collection[int]]
) -> list[Row]:
    """The rows of KNOWN_EFFECTS of effects, each pair's and those of all pairs together.

    Args:
        by_set: the effects in the corpora of a test set; those of one pair are one, their mean.
        lines: the checksums of the sources, by test set and source language.
    """
    rows: list[Row] = []
    for key, effects in sorted(by_set.items()):
        shared: Row = key._asdict() | {"lines": sketch_of(lines[key.test_set, key.source_language])}
        by_target: dict[str, list[AtlasEffect]] = {}
        for effect in effects:
            by_target.setdefault(effect.corpus.target_language, []).append(effect)
        rows.append(shared | _numbers(list(by_target), effects))
        for target, of_pair in by_target.items():
            scale = float(np.mean([effect.scale for effect in of_pair]))
            names = {"target_language": target, "scale": round(scale, DIGITS)}
            rows.append(shared | _numbers([target], of_pair) | names)
    # The error of few documents may be next to nothing by chance.
    known = [row for row in rows if row["units"] >= FEWEST_CLUSTERS]
    return [row for row in known if np.isfinite(row["standard_error"]) and row["standard_error"] > 0]


def _numbers(pairs: Sequence[str], effects: Sequence[AtlasEffect]) -> Row:
    together = study_of_means(effects)
    return {
        "target_language": None,
        "corpora": len(pairs),
        "n": together.n,
        "units": together.units,
        "effect": round(together.value, DIGITS),
        "standard_error": round(together.error, DIGITS),
        "scale": None,
    }
