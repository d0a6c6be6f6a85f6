"""The effects of phenomena in ready-made sets, which need no text, and in other corpora that are scored."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from extractors.atlas.atlas_effects import AtlasCorpus, AtlasEffect, LoadedCorpus, documents_of
from extractors.atlas.atlas_pooling import study_of_means
from extractors.atlas.shared_texts import SharedTexts
from extractors.formats.atlas import BEYOND, BY_PEOPLE, BY_SYSTEMS
from extractors.formats.line_checksums import short, sketch_of
from extractors.formats.statistics import AgainstOne, Statistics
from extractors.publish.ready_made_sets import ReadyMadeNumbers
from extractors.score.human_baseline import HumanBaseline
from extractors.score.scorer import SetScorer
from extractors.score.statistics.estimates import FEWEST_CLUSTERS
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


def rows_of(corpora: Iterable[TellingCorpus]) -> list[Row]:
    """The rows of KNOWN_EFFECTS of corpora, each pair's and those of all pairs of a test set together."""
    by_set: dict[tuple[str, str, int, str, str, str], list[AtlasEffect]] = {}
    lines: dict[str, set[int]] = {}
    for of in corpora:
        language = of.loaded.corpus.source_language
        lines.setdefault(f"{of.test_set} {language}", set()).update(of.lines)
        name_of = {f"{of.metric}{end}": f"{of.name}{end}" for end in ("", BEYOND, BY_PEOPLE, BY_SYSTEMS)}
        every = [effect for effect in of.loaded.all_effects() if effect.metric in name_of]
        beside = {effect.phenomenon for effect in every if effect.metric.endswith(BY_SYSTEMS)}
        for effect in every:
            # Beside people, systems are scored as these are: the mean over references.
            if effect.phenomenon in beside and effect.metric == of.metric:
                continue
            metric = name_of[effect.metric].removesuffix(BY_SYSTEMS)
            definition = of.definitions[effect.phenomenon]
            key = language, effect.phenomenon, effect.distance, definition, metric, of.test_set
            by_set.setdefault(key, []).append(effect)
    rows: list[Row] = []
    for (language, phenomenon, distance, definition, metric, test_set), effects in sorted(by_set.items()):
        shared: Row = {
            "source_language": language,
            "phenomenon": phenomenon,
            "definition": definition,
            "distance": distance,
            "metric": metric,
            "test_set": test_set,
            "lines": sketch_of(lines[f"{test_set} {language}"]),
        }
        together = study_of_means(effects)
        rows.append(shared | _numbers(effects, together.value, together.error, together.n, together.units))
        for effect in effects:
            alone = effect.row()
            of_pair = _numbers([effect], alone["effect"], alone["standard_error"], effect.n, effect.units)
            names = {"target_language": effect.corpus.target_language, "scale": round(effect.scale, DIGITS)}
            rows.append(shared | of_pair | names)
    # The error of few documents may be next to nothing by chance.
    known = [row for row in rows if row["units"] >= FEWEST_CLUSTERS]
    return [row for row in known if np.isfinite(row["standard_error"]) and row["standard_error"] > 0]


def _numbers(effects: Sequence[AtlasEffect], effect: float, error: float, n: int, units: int) -> Row:
    return {
        "target_language": None,
        "corpora": len(effects),
        "n": n,
        "units": units,
        "effect": round(effect, DIGITS),
        "standard_error": round(error, DIGITS),
        "scale": None,
    }
