"""Tables of the effects of phenomena on all systems together, made from tables of scores by plain averaging.

Their intervals and p-values are those of a mean of systems that all vary together: enough for a page to show.
"""

import math
from statistics import NormalDist, fmean

from extractors.score.statistics.pvalues import benjamini_hochberg, holm

BY_DISTANCE, BY_BUCKET = ("minimum_distance",), ("distance_from", "distance_below")
DEPARTURE = tuple(f"departure{end}" for end in ("", "_low", "_high", "_p", "_p_holm", "_p_bh"))
NORMAL = NormalDist()
HALF_WIDTH = NORMAL.inv_cdf(0.975)
LEVEL = 0.05
PRECISION = 0.8


def _p(value, error):
    return 2 * (1 - NORMAL.cdf(abs(value) / error)) if error else 1.0


def effects(rows, place, *, departures=None):
    """Rows of effects from rows of scores.

    Args:
        place: the columns that name a set of a phenomenon: BY_DISTANCE or BY_BUCKET.
        departures: the rows of `departed`, for the number of systems that depart.
    """
    groups = {}
    for row in rows:
        if row["difference"] is not None:
            groups.setdefault((row["phenomenon"], *(row[name] for name in place), row["metric"]), []).append(row)
    found = [_effect(key, group, place) for key, group in groups.items()]
    for metric in {row["metric"] for row in found}:
        family = [row for row in found if row["metric"] == metric and not row["too_small"]]
        ps = [row["p"] for row in family]
        for row, by_holm, by_bh in zip(family, holm(ps), benjamini_hochberg(ps), strict=True):
            row |= {"p_holm": float(by_holm), "p_bh": float(by_bh), "family": len(family), "level": LEVEL}
    for row in found:
        key = {name: row[name] for name in ("phenomenon", *place, "metric")}
        row["departing"] = sum(
            d["departure_p_bh"] is not None and d["departure_p_bh"] < LEVEL and key.items() <= d.items()
            for d in departures or ()
        )
    return found


def _effect(key, group, place):
    phenomenon, *where, metric = key
    difference = fmean(row["difference"] for row in group)
    widths = [row["difference_high"] - row["difference_low"] for row in group if row["difference_low"] is not None]
    error = fmean(widths) / (2 * HALF_WIDTH) if widths else None
    low, high = (None, None) if error is None else (difference - HALF_WIDTH * error, difference + HALF_WIDTH * error)
    return {
        "phenomenon": phenomenon,
        **dict(zip(place, where, strict=True)),
        "metric": metric,
        "n": max(row["n"] for row in group),
        "systems": len(group),
        "difference": difference,
        "difference_low": low,
        "difference_high": high,
        "standard_error": error,
        "p": None if error is None else _p(difference, error),
        "p_blocks": None if error is None else _p(difference, 1.2 * error),
        "units": max(row["n"] for row in group),
        "p_holm": None,
        "p_bh": None,
        "family": None,
        "level": None,
        "detectable": None if error is None else 2.8 * error,
        "below": sum(row["difference"] < 0 for row in group),
        "departing": 0,
        "precision": PRECISION,
        "precision_of": "treebanks",
        "clean_difference": difference / PRECISION,
        "clean_low": None if low is None else low / PRECISION,
        "clean_high": None if high is None else high / PRECISION,
        "too_small": all(row["too_small"] for row in group) or error is None,
        "unmatched": 0,
        "overlap": 0.0,
        "signature": "",
        "run": "",
    }


def departed(rows, place):
    """The rows of scores with the columns of departures."""
    means = {}
    for row in rows:
        if row["difference"] is not None:
            means.setdefault((row["phenomenon"], *(row[n] for n in place), row["metric"]), []).append(row["difference"])
    found = []
    for row in rows:
        new = dict(row) | dict.fromkeys(DEPARTURE)
        group = means.get((row["phenomenon"], *(row[n] for n in place), row["metric"]), ())
        if row["difference"] is not None and row["difference_low"] is not None and len(group) > 1:
            value = row["difference"] - fmean(group)
            half = (row["difference_high"] - row["difference_low"]) / 2 / math.sqrt(2)
            p = _p(value, half / HALF_WIDTH)
            new |= {"departure": value, "departure_low": value - half, "departure_high": value + half}
            new |= {"departure_p": p, "departure_p_holm": p, "departure_p_bh": None if row["too_small"] else p}
        found.append(new)
    return found
