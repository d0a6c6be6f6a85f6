"""Phenomena over the test sets of an atlas, and what makes their effects larger or smaller.

Corpora that share texts are one study: its effect is the mean over them, and its error comes from their documents, each
counted once. Studies have no text in common, so that their errors are independent. Over studies, effects are random:
see challenge_sets_lab.atlas.random_effects.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from challenge_sets_lab.atlas.atlas_tables import ATLAS, ATLAS_EFFECTS, ATLAS_MODERATORS, ATLAS_SYSTEMS
from challenge_sets_lab.atlas.random_effects import Pooled, pool
from extractors.core.arrays import Float64
from extractors.formats import tables
from extractors.formats.thresholds import FEWEST_CLUSTERS
from extractors.scoring.atlas_effects import BY_PEOPLE, BY_SYSTEMS, AtlasEffect
from extractors.scoring.corrections import correct_rows, finite, is_small
from extractors.scoring.statistics.contrasts import error_of_clusters
from extractors.scoring.test_set_pooling import mean_of_studies

Row = dict[str, Any]
Key = tuple[str, str, str]
"""Source language, phenomenon and metric."""
BySource = Mapping[str, Sequence[AtlasEffect]]
Terms = Callable[[Sequence[AtlasEffect]], list[tuple[AtlasEffect, Float64]]]
"""The effects of one source with their weights, one a system; empty where the source cannot tell a value."""


class Study:
    """Effects, or differences of effects, in corpora that share texts.

    Args:
        terms: for each effect its weights, one a system.
    """

    def __init__(self, terms: Sequence[tuple[AtlasEffect, Float64]]) -> None:
        self.effects = [effect for effect, _ in terms]
        sums: dict[int, float] = {}
        self.value = 0.0
        for effect, weights in terms:
            value, influence = effect.weighted(weights)
            self.value += value
            for cluster, one in zip(effect.clusters.tolist(), influence.tolist(), strict=True):
                sums[cluster] = sums.get(cluster, 0.0) + one
        # Corpora of the same texts have the same documents in the set; the fewest is the safe side.
        self.units = min(effect.units for effect in self.effects)
        self.error = float(error_of_clusters(np.array([*sums.values()])[:, None], self.units)[0])

    @property
    def n(self) -> int:
        """Segments with the phenomenon; those of shared texts once."""
        return max(effect.n for effect in self.effects)


def study_of_means(effects: Sequence[AtlasEffect]) -> Study:
    """Combine effects in corpora that share texts: average over systems, then over corpora."""
    return Study(_means(effects))


def _means(effects: Sequence[AtlasEffect]) -> list[tuple[AtlasEffect, Float64]]:
    return [(e, np.full(len(e.systems), 1 / len(e.systems) / len(effects))) for e in effects]


def atlas_rows(effects: Iterable[AtlasEffect]) -> list[Row]:
    """Return the rows of ATLAS: each phenomenon's effect pooled over studies, by source language and metric."""
    rows = []
    for key, by_source in _by_phenomenon(effects).items():
        studies = _studies(by_source, _means)
        if not studies:
            continue
        counts = _counts(studies)
        values, errors = _numbers(studies)
        pooled = pool(values, errors**2)
        low, high = pooled.prediction
        row = _key_columns(key) | {
            **counts,
            **_tested(pooled, 0),
            "tau": finite(np.sqrt(pooled.tau2)) if len(studies) > 1 else None,
            "i2": finite(pooled.i2) if len(studies) > 1 else None,
            "prediction_low": finite(low),
            "prediction_high": finite(high),
            **_here(values, errors, studies),
        }
        if is_small(counts["n"]):
            row |= {"p": None, "here_p": None}
        rows.append(row)
    return _corrected(rows, itemgetter("source_language", "metric"))


def moderator_rows(effects: Iterable[AtlasEffect]) -> list[Row]:
    """Return the rows of ATLAS_MODERATORS: how effects change with the year, and with each target language."""
    rows: list[Row] = []
    for key, by_source in _by_phenomenon(effects).items():
        rows += [_key_columns(key) | row for row in _by_year(by_source)]
        targets = {effect.corpus.target_language for of_source in by_source.values() for effect in of_source}
        for target in sorted(targets):
            rows += _compared(key, f"target {target}", by_source, _target_against_others(target))
    return _corrected(rows, lambda row: (row["source_language"], row["metric"], question(row["moderator"])))


def question(moderator: str) -> str:
    """Return the question that a moderator answers, its first word: `target` for `target de` and `target cs`."""
    return moderator.partition(" ")[0]


def system_rows(effects: Iterable[AtlasEffect]) -> list[Row]:
    """Return the rows of ATLAS_SYSTEMS: each system's own effect, averaged over the studies that have it."""
    rows = []
    for key, by_source in _by_phenomenon(effects).items():
        for system in sorted({name for members in by_source.values() for e in members for name in e.systems}):
            studies = _studies(by_source, _system_alone(system))
            if not studies:
                continue
            counts = _counts(studies)
            here = _here(*_numbers(studies), studies)
            tested = {"effect": here["here"], "low": here["here_low"], "high": here["here_high"], "p": here["here_p"]}
            row = {"system": system, **counts, **tested}
            rows.append(_key_columns(key) | row | ({"p": None} if is_small(counts["n"]) else {}))
    correct_rows(rows, itemgetter("source_language", "metric"))
    return rows


def _system_alone(system: str) -> Terms:
    """Return a function that weights effects to give one system's mean over the corpora in which it took part."""

    def terms(members: Sequence[AtlasEffect]) -> list[tuple[AtlasEffect, Float64]]:
        theirs = [e for e in members if system in e.systems]
        return [(e, np.array([name == system for name in e.systems]) / len(theirs)) for e in theirs]

    return terms


def _by_year(by_source: BySource) -> list[Row]:
    studies = _studies(by_source, lambda members: _means([e for e in members if e.corpus.year is not None]))
    years = np.array([np.mean([e.corpus.year for e in study.effects]) for study in studies])
    if len(studies) < 3 or np.ptp(years) == 0:
        return []
    values, errors = _numbers(studies)
    design = np.column_stack([np.ones(len(years)), years - years.mean()])
    slope = pool(values, errors**2, design, is_modified=True)
    # A slope over test sets as they are would be that of their texts.
    nothing = dict.fromkeys(("here", "here_low", "here_high", "here_p"))
    return [{"moderator": "year", "sources": len(studies), **_tested(slope, 1), **nothing}]


def _compared(key: Key, name: str, by_source: BySource, of: Terms) -> list[Row]:
    studies = _studies(by_source, of)
    if len(studies) < 2:
        return []
    values, errors = _numbers(studies)
    pooled = pool(values, errors**2, is_modified=True)
    row = {"moderator": name, "sources": len(studies), **_tested(pooled, 0), **_here(values, errors, studies)}
    return [_key_columns(key) | row]


def _target_against_others(target: str) -> Terms:
    def terms(members: Sequence[AtlasEffect]) -> list[tuple[AtlasEffect, Float64]]:
        ours = [e for e in members if e.corpus.target_language == target]
        others = [e for e in members if e.corpus.target_language != target]
        if not ours or not others:
            return []
        sides = ((ours, 1.0), (others, -1.0))
        return [(e, np.full(len(e.systems), sign / len(side) / len(e.systems))) for side, sign in sides for e in side]

    return terms


def _by_phenomenon(effects: Iterable[AtlasEffect]) -> dict[Key, dict[str, list[AtlasEffect]]]:
    """Group effects by source language, phenomenon and metric, and within each group by source text."""
    found: dict[Key, dict[str, list[AtlasEffect]]] = {}
    for effect in effects:
        key = effect.corpus.source_language, effect.phenomenon, effect.metric
        found.setdefault(key, {}).setdefault(effect.source, []).append(effect)
    return found


def _key_columns(key: Key) -> Row:
    return dict(zip(("source_language", "phenomenon", "metric"), key, strict=True))


def _studies(by_source: BySource, of: Terms) -> list[Study]:
    """Make a study of each source whose error can be estimated and that has at least FEWEST_CLUSTERS documents.

    With five documents the estimated error may be close to 0 by chance, and pooling would give that study all the
    weight.
    """
    studies = [Study(terms) for members in by_source.values() if (terms := of(members))]
    return [study for study in studies if study.error > 0 and study.units >= FEWEST_CLUSTERS]


def _counts(studies: Sequence[Study]) -> Row:
    return {
        "sources": len(studies),
        "corpora": sum(len(study.effects) for study in studies),
        "n": sum(study.n for study in studies),
    }


def _numbers(studies: Sequence[Study]) -> tuple[Float64, Float64]:
    return np.array([study.value for study in studies]), np.array([study.error for study in studies])


def _here(values: Float64, errors: Float64, studies: Sequence[Study]) -> Row:
    """Return the plain mean of these studies with its interval and p-value, without generalising to others."""
    units = np.array([study.units for study in studies])
    found = mean_of_studies(values, errors, units, np.full(len(studies), 1 / len(studies)))
    names = {"here": "value", "here_low": "low", "here_high": "high", "here_p": "p"}
    return {name: found[of] for name, of in names.items()}


def _corrected(rows: list[Row], family: Callable[[Mapping[str, Any]], Hashable]) -> list[Row]:
    """Correct the p-values (`p`, `here_p`) within each family of rows in place, and return the rows."""
    for p in ("p", "here_p"):
        correct_rows(rows, family, p)
    return rows


def _tested(pooled: Pooled, place: int) -> Row:
    """Return the effect, interval and p-value of the coefficient at `place`."""
    names = {"effect": pooled.value, "low": pooled.low, "high": pooled.high, "p": pooled.p_value}
    return {name: finite(values[place]) for name, values in names.items()}


def write_atlas(effects: Iterable[AtlasEffect], folder: Path) -> None:
    """Write the tables ATLAS, ATLAS_EFFECTS, ATLAS_SYSTEMS and ATLAS_MODERATORS into a folder."""
    found = [*effects]
    # What systems and people lose each stands side by side; the question is what systems lose beyond people.
    pooled = [effect for effect in found if not effect.metric.endswith((BY_PEOPLE, BY_SYSTEMS))]
    folder.mkdir(parents=True, exist_ok=True)
    for form, rows in (
        (ATLAS, atlas_rows(pooled)),
        (ATLAS_EFFECTS, [effect_row(effect) for effect in found]),
        (ATLAS_SYSTEMS, system_rows(pooled)),
        (ATLAS_MODERATORS, moderator_rows(pooled)),
    ):
        tables.write_with_csv(form.table(rows), folder / form.file)


def effect_row(of: AtlasEffect) -> Row:
    """Return the row of ATLAS_EFFECTS for one phenomenon in one corpus, averaged over systems."""
    effect, influence = of.weighted(np.full(len(of.systems), 1 / len(of.systems)))
    corpus = of.corpus
    return {
        "corpus": corpus.name,
        "source": of.source,
        "source_language": corpus.source_language,
        "target_language": corpus.target_language,
        "year": corpus.year,
        "phenomenon": of.phenomenon,
        "distance": of.distance,
        "metric": of.metric,
        "systems": len(of.systems),
        "n": of.n,
        "difference": effect * of.scale,
        "effect": effect,
        "standard_error": float(error_of_clusters(influence[:, None], of.units)[0]),
    }
