"""Confounds: does the difference between a set and its controls stay when these are alike in more than length?"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Float64
from extractors.core.logs import progress
from extractors.core.version import __version__
from extractors.extract.control import with_domain
from extractors.extract.control_settings import COVARIATES as COVARIATE_NAMES
from extractors.extract.control_settings import ConfoundSettings, ControlSettings
from extractors.extract.matches import MatchedControls
from extractors.formats import tables
from extractors.formats.confounds import CONFOUNDS
from extractors.formats.covariates import COVARIATES, MEASURED, values_of
from extractors.formats.sets import SETS, set_key
from extractors.formats.statistics import read_all
from extractors.score.control_pool import ControlPool
from extractors.score.corrections import finite
from extractors.score.documents import ALONE, SegmentClusters, clusters_of
from extractors.score.scorer import SetScorer, SystemBlock, contrast_of
from extractors.score.set_scores import interval_columns
from extractors.score.statistics.statistics_settings import StatisticsSettings


def variants(controls: ControlSettings, settings: ConfoundSettings) -> list[tuple[str, ControlSettings]]:
    """Ways to draw controls, by name: as the run does; any; by length; as the run and by each covariate; by all; long.

    Args:
        controls: those of the run, with the domain if it is matched by default.
    """
    own, names = controls.matched, settings.covariates
    ways = [own, (), ("length",), *((*own, name) for name in names), (*own, *names)]
    matched = dict.fromkeys(tuple(dict.fromkeys(way)) for way in ways)
    found = [(_named(way), controls.model_copy(update={"match": way})) for way in matched]
    if settings.minimum_length > controls.minimum_length:
        long = controls.model_copy(update={"match": own, "minimum_length": settings.minimum_length})
        found.append((f"{_named(own)}, {settings.minimum_length} tokens or more", long))
    return found


def _named(match: Sequence[str]) -> str:
    return "+".join(match) or "none"


def confounds(
    scorer: SetScorer,
    sets: pa.Table,
    pool: ControlPool,
    settings: ConfoundSettings,
    *,
    clusters: SegmentClusters = ALONE,
    run: str = "",
) -> pa.Table:
    """The table CONFOUNDS: for each system, set at a minimum distance and metric a row for each way of matching.

    Args:
        sets: a table of sets.
        pool: where controls come from, with the settings of the run; what they are matched on is replaced.
    """
    ways = [(name, pool.matching(way)) for name, way in variants(pool.settings, settings)]
    rows: list[dict[str, Any]] = []
    minimum_sets = [row for row in sets.to_pylist() if row["kind"] == "minimum" and row["segments"]]
    for row in progress(minimum_sets, what="confounds", total=len(minimum_sets)):
        phenomenon, r = set_key(row)
        ids = np.array(row["segment_ids"], dtype=np.int32)
        base: dict[str, Float64] = {}
        for name, way in ways:
            matches = way.match(ids)
            shared = {
                "phenomenon": phenomenon,
                "minimum_distance": r.distance_from,
                "matched_on": name,
                "n": len(ids),
                "unmatched": matches.unmatched,
                "overlap": matches.overlap if len(matches.ids) else None,
                **_covariates(way.values, matches),
            }
            for block in scorer.blocks:
                measured = _measured(block, matches, way, clusters)
                measured["change"] = measured["difference"] - base.setdefault(block.metric, measured["difference"])
                for i, (system, signature) in enumerate(zip(block.systems, block.signatures, strict=True)):
                    place = {"system": system, "metric": block.metric, "signature": signature}
                    rows.append(shared | place | {column: finite(values[i]) for column, values in measured.items()})
    form = CONFOUNDS.with_further(side for name in (*MEASURED, *_brought(pool.values)) for side in _sides(name))
    order = {name: number for number, name in enumerate(dict.fromkeys(b.metric for b in scorer.blocks))}
    rows.sort(key=lambda row: order[row["metric"]])
    return tables.signed(form.table(rows), run)


def _measured(
    block: SystemBlock, matches: MatchedControls, way: ControlPool, clusters: SegmentClusters
) -> dict[str, Float64]:
    """(K,) values of each column that is measured."""
    of_set = contrast_of(block, matches, way)
    if of_set is None:
        nothing: Float64 = np.full(len(block.systems), np.nan)
        return dict.fromkeys(("score", "control", "difference", "difference_low", "difference_high"), nothing)
    estimate = of_set.estimate(clusters.numbers)
    return {"score": of_set.set_score, "control": of_set.control_score, **interval_columns(estimate, "difference")}


def _covariates(values: Mapping[str, Float64], matches: MatchedControls) -> dict[str, float | None]:
    """The mean of each covariate in the matched set and in its controls; names and places have no mean."""
    means: dict[str, float | None] = {}
    of_set, of_controls = matches.weight[matches.kind], matches.weights
    for name in (*MEASURED, *_brought(values)):
        means |= dict.fromkeys(_sides(name))
        if len(matches.ids) and name in values:
            both = (
                np.average(values[name][matches.ids], weights=of_set),
                np.average(values[name], weights=of_controls),
            )
            means |= dict(zip(_sides(name), map(float, both), strict=True))
    return means


def _brought(values: Mapping[str, Float64]) -> list[str]:
    """The covariates that the user brings."""
    return [name for name in values if name not in COVARIATE_NAMES]


def _sides(name: str) -> tuple[str, str]:
    """The columns of a covariate: the mean of the set, and of the controls."""
    return f"{name}_set", f"{name}_control"


def confounds_to_file(
    statistics: Sequence[str | Path],
    sets: str | Path,
    covariates: str | Path,
    *,
    options: Mapping[str, Mapping[str, Any]],
    controls: ControlSettings,
    settings: ConfoundSettings,
    statistics_settings: StatisticsSettings,
    confounds_table: str | Path,
) -> None:
    """Write the table CONFOUNDS of a run.

    Args:
        controls: how the run matches controls; what they are matched on is replaced.
        statistics_settings: they say what is independent.
    """
    set_table = tables.read(SETS, sets)
    scorer = SetScorer.of(read_all(statistics), options)
    covariate_table = tables.read(COVARIATES, covariates)
    of_run = with_domain(controls, values_of(covariate_table))
    table = confounds(
        scorer,
        set_table,
        ControlPool.of(covariate_table, of_run, len(scorer.rows)),
        settings,
        clusters=clusters_of(covariate_table, statistics_settings),
        run=tables.run_signature(set_table, f"version:{__version__}"),
    )
    tables.write_with_csv(table, confounds_table)
