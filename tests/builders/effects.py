"""Tables of all systems together, made from tables of scores by plain averaging.

Their intervals and p-values are those of a mean of systems that all vary together: enough for a page to show.
"""

import math
from statistics import NormalDist, fmean

from extractors.formats.findings import FINDINGS, NOT_FOUND, TESTED
from extractors.formats.scores import DEPARTURES
from extractors.scoring.statistics.pvalues import benjamini_hochberg
from tests.builders.rows import blank

NORMAL = NormalDist()
HALF_WIDTH = NORMAL.inv_cdf(0.975)
SET = ("phenomenon", "kind", "distance_from", "distance_below", "metric")


def _p(value, error):
    return 2 * (1 - NORMAL.cdf(abs(value) / error)) if error else 1.0


def effects(rows):
    """Rows of EFFECTS from rows of scores."""
    groups = {}
    for row in rows:
        if row["difference"] is not None:
            groups.setdefault(tuple(row[name] for name in SET), []).append(row)
    return [_effect(key, group) for key, group in groups.items()]


def _effect(key, group):
    difference = fmean(row["difference"] for row in group)
    widths = [row["difference_high"] - row["difference_low"] for row in group if row["difference_low"] is not None]
    error = fmean(widths) / (2 * HALF_WIDTH) if widths else None
    low, high = (None, None) if error is None else (difference - HALF_WIDTH * error, difference + HALF_WIDTH * error)
    n = max(row["n"] for row in group)
    return dict(zip(SET, key, strict=True)) | {
        "n": n,
        "not_compared": n - max(row["compared"] for row in group),
        "controls": 60.0,
        "systems": len(group),
        "difference": difference,
        "difference_low": low,
        "difference_high": high,
        "standard_error": error,
        "p": None if error is None else _p(difference, error),
        "units": n,
        "below": sum(row["difference"] < 0 for row in group),
        "signature": "",
    }


def findings(rows, phenomena, metric):
    """By phenomenon, rows of FINDINGS at the smallest minimum distance from rows of effects."""
    found = {}
    for name, phenomenon in phenomena.items():
        of_name = [r for r in rows if (r["phenomenon"], r["kind"], r["metric"]) == (name, "minimum", metric)]
        effect = min(of_name, key=lambda row: row["distance_from"], default=None)
        row = blank(FINDINGS) | {"phenomenon": name, "label": phenomenon.label, "metric": metric}
        row["status"] = NOT_FOUND
        if effect is not None:
            compared = effect["n"] - effect["not_compared"]
            row |= {key: value for key, value in effect.items() if key in row and key != "systems"}
            row |= {"n": compared, "distance": effect["distance_from"], "systems_n": effect["systems"]}
            # People score all alike, so that what the set costs the systems is theirs.
            row |= {"signature": f"{metric.upper()}|nrefs:1", "humans": 0.0}
            row |= dict.fromkeys(("systems", "beyond"), effect["difference"])
            row |= {end: effect[f"difference_{end}"] for end in ("low", "high")}
            row["status"] = TESTED if compared >= 30 else f"too small: {compared} segments"
            row["precision"] = "80 % of 40 hits on treebanks"
        found[name] = row
    tested = [row for row in found.values() if row["status"] == TESTED]
    for row, p_bh in zip(tested, benjamini_hochberg([row["p"] for row in tested]), strict=True):
        row |= {"p_bh": float(p_bh), "detectable": 1.43}
    return found


def departures(rows, found):
    """By system and phenomenon, rows of DEPARTURES of the tested sets."""
    by_set = {}
    for row in rows:
        of = found.get(row["phenomenon"])
        if of and of["status"] == TESTED and (row["metric"], row["distance_from"]) == (of["metric"], of["distance"]):
            by_set.setdefault(row["phenomenon"], []).append(row)
    made = {}
    for name, group in by_set.items():
        known = [row for row in group if row["difference"] is not None and row["difference_low"] is not None]
        for row in known if len(known) > 1 else ():
            value = row["difference"] - fmean(other["difference"] for other in known)
            half = (row["difference_high"] - row["difference_low"]) / 2 / math.sqrt(2)
            p = _p(value, half / HALF_WIDTH)
            made[row["system"], name] = blank(DEPARTURES) | {
                "system": row["system"],
                "phenomenon": name,
                "distance": row["distance_from"],
                "metric": row["metric"],
                "departure": value,
                "departure_low": value - half,
                "departure_high": value + half,
                "p": p,
                "p_bh": p,
            }
    return made
