"""Confounds: does the difference between a set and its controls stay when these are alike in more than length?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors import __version__
from extractors.core.arrays import Float64, Int32
from extractors.core.logs import progress
from extractors.extract import covariates
from extractors.extract.control import draw_controls
from extractors.formats import tables
from extractors.formats.confounds import CONFOUNDS
from extractors.formats.sets import SETS, UNMATCHED, set_key
from extractors.formats.statistics import read_all
from extractors.score.scorer import Scorer
from extractors.settings.controls import TOLERANCES, ConfoundSettings, ControlSettings
from extractors.statistics.estimates import mean_of_finite
from extractors.statistics.resampling import weighted_sums
from extractors.texts.places import Place


def variants(controls: ControlSettings, settings: ConfoundSettings) -> list[tuple[str, ControlSettings]]:
    """Ways to draw controls, by name: by length, any, by length and each covariate, by all, by length of long ones."""
    names, minimum_length = settings.covariates, settings.minimum_length
    by_length = replace(controls, match=("length",), minimum_length=0)
    ways = [("length", by_length), ("none", replace(by_length, match=()))]
    ways += [(f"length+{name}", replace(by_length, match=("length", name))) for name in names]
    if len(names) > 1:
        ways.append(("+".join(("length", *names)), replace(by_length, match=("length", *names))))
    if minimum_length:
        ways.append((f"length, {minimum_length} tokens or more", replace(by_length, minimum_length=minimum_length)))
    return ways


def confounds(
    scorer: Scorer,
    sets: pa.Table,
    values: Mapping[str, Float64],
    controls: ControlSettings,
    settings: ConfoundSettings,
    *,
    run: str = "",
) -> pa.Table:
    """The table CONFOUNDS: for each system, set at a minimum distance and metric a row for each way of matching.

    Args:
        sets: a table of sets.
        values: (N,) of each covariate, the length too.
        controls: how controls are drawn; what they are matched on is replaced.
        run: the signature of how the sets were made.
    """
    lengths = values["length"].astype(np.int32)
    ways = variants(controls, settings)
    rows: list[dict[str, Any]] = []
    minimum_sets = [row for row in sets.to_pylist() if row["kind"] == "minimum" and row["segments"]]
    for row in progress(minimum_sets, what="confounds", total=len(minimum_sets)):
        phenomenon, r = set_key(row)
        ids = np.array(row["segment_ids"], dtype=np.int32)
        base: Float64 = np.zeros(0)
        for name, way in ways:
            drawn = draw_controls(way, phenomenon, r, ids, lengths, values)
            matched = drawn[0] != UNMATCHED
            of_set, of_samples = _scores(scorer, ids[matched], drawn[:, matched])
            differences = of_set - of_samples
            difference = mean_of_finite(differences)
            base = base if len(base) else difference
            shared = {
                "phenomenon": phenomenon,
                "minimum_distance": r.distance_from,
                "matched_on": name,
                "n": len(ids),
                "unmatched": int((~matched).sum()),
                "overlap": float(np.isin(drawn[:, matched], ids).mean()) if matched.any() else None,
                **_covariates(values, ids[matched], drawn[:, matched]),
                "run": "|".join(filter(None, (run, way.signature))),
            }
            measured = {
                "score": of_set,
                "control": mean_of_finite(of_samples),
                "difference": difference,
                "difference_low": _quantile(differences, 0.025),
                "difference_high": _quantile(differences, 0.975),
                "change": difference - base,
            }
            rows += [shared | place | _at(measured, i) for i, place in enumerate(_places(scorer))]
    order = {name: number for number, name in enumerate(dict.fromkeys(b.metric for b in scorer.blocks))}
    rows.sort(key=lambda row: order[row["metric"]])
    return CONFOUNDS.table(rows)


def _scores(scorer: Scorer, ids: Int32, samples: Int32) -> tuple[Float64, Float64]:
    """(all,) scores of a set and (S, all) of its samples, for all systems of all metrics; NaN of an empty set."""
    segments, width = len(scorer.rows), scorer.rows.shape[-1]
    counts = np.zeros((len(samples), segments))
    for sample_counts, sample in zip(counts, samples, strict=True):
        sample_counts[:] = np.bincount(sample, minlength=segments)
    sums = weighted_sums(counts, scorer.rows, np.arange(segments, dtype=np.int32))
    of_set: Float64 = scorer.score(scorer.rows[ids].sum(axis=0).reshape(1, 1, width))[0]
    return of_set, scorer.score(sums.reshape(len(samples), 1, width))


def _covariates(values: Mapping[str, Float64], ids: Int32, samples: Int32) -> dict[str, float | None]:
    """The mean of each covariate in the set and in its controls; domains have no mean."""
    means: dict[str, float | None] = {}
    for name in ("length", *(n for n in TOLERANCES if n != "domain")):
        for side, where in (("set", ids), ("control", samples)):
            known = name in values and bool(where.size)
            means[f"{name}_{side}"] = float(values[name][where].mean()) if known else None
    return means


def _places(scorer: Scorer) -> Iterator[dict[str, str]]:
    """System, metric and signature, in the order of the scores."""
    for block in scorer.blocks:
        for system, signature in zip(block.systems, block.signatures, strict=True):
            yield {"system": system, "metric": block.metric, "signature": signature}


def _quantile(values: Float64, share: float) -> Float64:
    """(...) quantiles over the first axis, of the finite values."""
    if not np.isfinite(values).all():
        values = values[np.isfinite(values).all(axis=1)]
    return np.quantile(values, share, axis=0) if len(values) else np.full(values.shape[1:], np.nan)


def _at(measured: Mapping[str, Float64], i: int) -> dict[str, float | None]:
    return {name: float(column[i]) if np.isfinite(column[i]) else None for name, column in measured.items()}


def confounds_to_file(
    statistics: Sequence[str | Path],
    sets: str | Path,
    *,
    parses: str | Path,
    segments: str | Path,
    domains: Place | None,
    options: Mapping[str, Mapping[str, Any]],
    controls: ControlSettings,
    settings: ConfoundSettings,
    confounds_table: str | Path,
) -> None:
    """Write the table CONFOUNDS of a run.

    Args:
        domains: the place that names the domain of each segment.
        options: of each metric.
        controls, settings: as of `confounds`.
    """
    set_table = tables.read(SETS, sets)
    table = confounds(
        Scorer.of(read_all(statistics), options),
        set_table,
        covariates.of_corpus(parses, segments, domains, settings.covariates),
        controls,
        settings,
        run=tables.run_signature(set_table, f"version:{__version__}"),
    )
    tables.write(table, confounds_table)
