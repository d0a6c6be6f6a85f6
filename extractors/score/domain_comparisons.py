"""Phenomena by domain: how often each occurs in a domain, and whether all systems lose on it there."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Bool, Int32, Int64
from extractors.core.errors import InputError
from extractors.core.logs import progress
from extractors.core.version import __version__
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.domains import DOMAIN_EFFECTS
from extractors.formats.hits import HITS
from extractors.formats.sets import CONTROLS, SETS, check_ids, set_key
from extractors.formats.statistics import read_all
from extractors.score.control_pool import ControlPool
from extractors.score.corrections import is_small
from extractors.score.documents import clusters_of
from extractors.score.scorer import SetScorer, contrast_of
from extractors.score.set_effects import measured_effect, signature_of_effect
from extractors.score.set_scores import Row, measured_columns
from extractors.score.statistics.statistics_settings import StatisticsSettings

MEASURED = measured_columns(DOMAIN_EFFECTS)


def domain_effects(
    scorer: SetScorer,
    sets: pa.Table,
    hits: pa.Table,
    covariates: pa.Table,
    pool: ControlPool,
    settings: StatisticsSettings,
    *,
    run: str = "",
) -> pa.Table:
    """The table DOMAIN_EFFECTS: a row for each metric, phenomenon and domain, the largest domain first.

    Args:
        sets: a table of sets; of each phenomenon the one at the smallest minimum distance is looked at.
        hits: the hits that they were made of.
        pool: where controls come from, which are of the segment's domain besides what the pool asks for.
    """
    domains = _domains(covariates)
    matched = pool.settings.matched
    within = pool.matching(pool.settings.model_copy(update={"match": (*matched, *({"domain"} - set(matched)))}))
    clusters = clusters_of(covariates, settings)
    counts = _hits_by_segment(sets, hits, len(covariates))
    lengths = covariates.column("length").to_numpy()
    places = {
        (name, domain): ids[inside[ids]] for name, (ids, _) in counts.items() for domain, inside in domains.items()
    }
    rows: dict[str, list[Row]] = {block.metric: [] for block in scorer.blocks}
    for (name, domain), ids in progress(places.items(), what="domains", total=len(places)):
        matches = within.match(ids)
        inside = domains[domain]
        words, found = int(lengths[inside].sum()), int(counts[name][1][inside].sum())
        shared = {
            "domain": domain,
            "phenomenon": name,
            "segments": int(inside.sum()),
            "words": words,
            "hits": found,
            "n": len(ids),
            "too_small": is_small(len(ids)) or is_small(matches.compared) or clusters.are_few(ids),
        }
        for block in scorer.blocks:
            row = dict.fromkeys(MEASURED) | shared | {"metric": block.metric, "systems": 0}
            row["hits_per_1000_words"] = 1000 * found / words if words else None
            row["signature"] = signature_of_effect(block.signatures[0], clusters)
            contrast = contrast_of(block, matches, within)
            if contrast is not None and contrast.scored.any():
                row |= {"score": contrast.mean.set_score[0], "control": contrast.mean.control_score[0]}
            rows[block.metric].append(row | measured_effect(contrast, clusters))
    return tables.signed(DOMAIN_EFFECTS.table([row for of_metric in rows.values() for row in of_metric]), run)


def _domains(covariates: pa.Table) -> dict[str, Bool]:
    """By domain, the largest first: (N,) which segments are in it."""
    names = covariates.column("domain")
    if names.null_count:
        raise InputError(
            "no domain is known of the segments",
            remedy="name it for each segment: `domain:` of the corpus",
        )
    found = np.array(names.to_pylist(), dtype=object)
    masks = {name: found == name for name in sorted(set(found.tolist()))}
    return dict(sorted(masks.items(), key=lambda item: -int(item[1].sum())))


def _hits_by_segment(sets: pa.Table, hits: pa.Table, segments: int) -> dict[str, tuple[Int32, Int64]]:
    """By phenomenon: the segments of its set at the smallest minimum distance, and (N,) the hits of each segment."""
    widest: dict[str, tuple[int, Int32]] = {}
    for row in sets.to_pylist():
        name, r = set_key(row)
        if r.kind == "minimum" and (name not in widest or r.distance_from < widest[name][0]):
            ids = np.array(row["segment_ids"], dtype=np.int32)
            check_ids(ids, segments, f"the set {name} {r.name}")
            widest[name] = r.distance_from, ids
    names = np.array(hits.column("phenomenon").to_pylist(), dtype=object)
    places, distances = (hits.column(column).to_numpy() for column in ("segment_id", "distance_set"))
    check_ids(np.unique(places), segments, "a hit")
    return {
        name: (ids, np.bincount(places[(names == name) & (distances >= least)], minlength=segments))
        for name, (least, ids) in widest.items()
    }


def domain_effects_to_file(
    statistics: Sequence[str | Path],
    sets: str | Path,
    hits: str | Path,
    controls: str | Path,
    covariates: str | Path,
    *,
    options: Mapping[str, Mapping[str, Any]],
    settings: StatisticsSettings,
    effects: str | Path,
) -> None:
    """Write the table DOMAIN_EFFECTS of a run. `controls`: the control samples, which tell how controls are matched."""
    covariate_table, control_table = tables.read(COVARIATES, covariates), tables.read(CONTROLS, controls)
    scorer = SetScorer.of(read_all(statistics), options)
    table = domain_effects(
        scorer,
        tables.read(SETS, sets),
        tables.read(HITS, hits),
        covariate_table,
        ControlPool.of_controls(covariate_table, control_table, len(scorer.rows)),
        settings,
        run=tables.run_signature(control_table, f"version:{__version__}"),
    )
    tables.write_with_csv(table, effects)
