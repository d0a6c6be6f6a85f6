"""Compare every two systems on one challenge set, as a matrix of their differences for a terminal."""

from pathlib import Path

import pyarrow.compute as pc

from extractors.core.errors import InputError, unknown
from extractors.core.rounding import decimals
from extractors.core.terminal import columns
from extractors.formats import tables
from extractors.formats.scores import SYSTEM_COMPARISONS, SYSTEM_RANKS
from extractors.formats.thresholds import FEWEST_CLUSTERS, FEWEST_SEGMENTS
from extractors.report.numbers import Rows, label_of, mark, number, significance, unit_drawn


def show_pairs(folder: Path, chosen: str, *, metric: str | None, alpha: float) -> None:
    """Print the matrix of a set in a corpus's results.

    Args:
        chosen: PHENOMENON, for its largest set, or PHENOMENON:DISTANCE, the minimum distance.
        metric: as it is named in the tables (default: the first).
        alpha: corrected p-values below it are marked.
    """
    comparisons, ranks = pairs_of(folder, chosen, metric=metric)
    print(pair_matrix(comparisons, ranks, alpha=alpha), end="")


def pairs_of(folder: Path, chosen: str, *, metric: str | None) -> tuple[Rows, Rows]:
    """Read the rows of SYSTEM_COMPARISONS and SYSTEM_RANKS of a set; for arguments see `show_pairs`."""
    ranks = tables.read(SYSTEM_RANKS, folder / SYSTEM_RANKS.file).to_pylist()
    ranks_of_set = _set_rows(_metric_rows(ranks, metric), chosen, folder)
    wanted = pc.scalar(True)
    for name in ("phenomenon", "minimum_distance", "metric"):
        wanted = wanted & (pc.field(name) == ranks_of_set[0][name])
    return tables.read(SYSTEM_COMPARISONS, folder / SYSTEM_COMPARISONS.file, where=wanted).to_pylist(), ranks_of_set


def _metric_rows(rows: Rows, metric: str | None) -> Rows:
    metrics = dict.fromkeys(row["metric"] for row in rows)
    if metric is not None and metric not in metrics:
        raise unknown("metric", metric, metrics)
    first = metric or next(iter(metrics), None)
    return [row for row in rows if row["metric"] == first]


def _set_rows(rows: Rows, chosen: str, folder: Path) -> Rows:
    """Keep the rows of one set.

    Args:
        chosen: PHENOMENON, for its smallest minimum distance, or PHENOMENON:DISTANCE.
        folder: for the error message.

    Raises:
        InputError: there is no such set.
    """
    phenomenon, _, distance = chosen.partition(":")
    own = [row for row in rows if row["phenomenon"] == phenomenon]
    if not own:
        raise unknown("phenomenon", phenomenon, dict.fromkeys(row["phenomenon"] for row in rows))
    distances = sorted({row["minimum_distance"] for row in own})
    at = distance or str(distances[0])
    at_distance = [row for row in own if str(row["minimum_distance"]) == at]
    if not at_distance:
        raise InputError(
            f"there is no set of {phenomenon} at the minimum distance {at!r}",
            path=folder / SYSTEM_RANKS.file,
            remedy=f"choose one of its minimum distances: {', '.join(map(str, distances))}",
        )
    return at_distance


def _why_untested(comparisons: Rows, ranks: Rows) -> str:
    """Say why no pair of a set has a p-value."""
    if len(ranks) < 2:
        return f"{ranks[0]['system']} is the only system with a score"
    if ranks[0]["n"] < FEWEST_SEGMENTS:
        return f"fewer than {FEWEST_SEGMENTS} segments"
    if any(row["too_small"] for row in comparisons):
        return f"the segments are of fewer than {FEWEST_CLUSTERS} {unit_drawn(comparisons)}s, which are what is sampled"
    return "no difference of two systems has a standard error, as where outputs are the same"


def pair_matrix(comparisons: Rows, ranks: Rows, *, alpha: float) -> str:
    """Return the matrix of differences between systems, row minus column, with a line on what is marked.

    Args:
        comparisons: the rows of SYSTEM_COMPARISONS of one set and metric.
        ranks: its rows of SYSTEM_RANKS.
        alpha: corrected p-values below it are marked.
    """
    ordered = sorted(ranks, key=lambda row: (row["rank"], row["system"]))
    places = decimals(abs(row["score"]) for row in ordered)
    cells: dict[tuple[str, str], str] = {}
    for row in comparisons:
        for sign, left, right in ((1, "system_a", "system_b"), (-1, "system_b", "system_a")):
            value = None if row["difference"] is None else sign * row["difference"]
            text = number(value, places, sign=True) + (mark(row["p_bh"], alpha) or " ")
            cells[row[left], row[right]] = text
    lines = [
        [
            f"{rank} {row['system']}",
            number(row["score"], places),
            *(cells.get((row["system"], right["system"]), "") for right in ordered),
        ]
        for rank, row in enumerate(ordered, 1)
    ]
    table = columns(["system", "score", *map(str, range(1, len(ordered) + 1))], lines)
    first = ordered[0]
    tested = [row for row in comparisons if row["p_bh"] is not None]
    significant = sum(row["p_bh"] < alpha for row in tested)
    note = (
        f"*: {significance(alpha)} over the pairs of this set and metric (paired bootstrap): {significant} of"
        f" {len(tested)}."
        if tested
        else f"Not tested: {_why_untested(comparisons, ranks)}."
    )
    return (
        f"{label_of(ranks)} on {first['phenomenon']} at d >= {first['minimum_distance']}, {first['n']} segments:"
        f" row minus column\n{table}{note}\n"
    )
