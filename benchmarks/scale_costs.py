"""The plot of docs/scaling.md, and what a large corpus costs, reckoned from measured figures.

    python -m benchmarks.scale_costs [--pairs 100000000] [--plot docs/scaling.svg]

`benchmarks/scale.csv` holds what `benchmarks/scale.py` measured. Parse and align are reckoned from the speeds of
docs/models.md, in words and pairs a second of one core. A stage costs a start and so much a segment: the slope between
its two largest sizes. Disk is that of the made corpus of a million segments, a byte for a byte.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Mapping
from pathlib import Path

import altair as alt
import vl_convert

from benchmarks._common import markdown_table

FIGURES = Path(__file__).with_name("scale.csv")
WORDS = 24
"""Words of a source segment."""
PARSED = 6694
"""Words that `parser-en` parses in a second of one core (docs/models.md)."""
ALIGNED = 0.0023
"""Seconds that `aligner-de-en` takes for a pair (docs/models.md)."""
BYTES = {
    "segments and outputs": 168 + 182,
    "parse": 407,
    "links": 180,
    "hits, sets, covariates": 33,
    "control samples": 2181,
}
"""Of a million segments, in MB, with outputs of two systems."""

Costs = Mapping[str, list[tuple[int, float, float]]]


def read() -> Costs:
    """By stage its sizes with seconds of CPU and peak MB, ascending."""
    costs: dict[str, list[tuple[int, float, float]]] = {}
    with FIGURES.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            costs.setdefault(row["stage"], []).append(
                (int(row["segments"]), float(row["cpu_s"]), float(row["peak_mb"]))
            )
    return {stage: sorted(figures) for stage, figures in costs.items()}


def slope(figures: list[tuple[int, float, float]], column: int) -> float:
    """What a further segment adds, between the two largest sizes."""
    (small, *below), (large, *above) = figures[-2:]
    return (above[column - 1] - below[column - 1]) / (large - small)


def plot(costs: Costs, path: Path) -> None:
    """Draw CPU time a segment by the size of the corpus."""
    rows = [
        {"stage": stage, "segments": segments, "µs": 1e6 * cpu / segments}
        for stage, figures in costs.items()
        for segments, cpu, _ in figures
    ]
    encoded = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("segments:Q", scale=alt.Scale(type="log"), title="segments", axis=alt.Axis(format=",d", tickCount=3)),
        y=alt.Y("µs:Q", scale=alt.Scale(type="log"), title="CPU time, µs a segment"),
        color=alt.Color("stage:N", sort=list(costs), title=None),
        shape=alt.Shape("stage:N", sort=list(costs), title=None),
    )
    chart = (encoded.mark_line() + encoded.mark_point(filled=True, size=60)).properties(width=420, height=280)
    path.write_text(vl_convert.vegalite_to_svg(chart.to_json()), encoding="utf-8")


def reckon(costs: Costs, pairs: int) -> str:
    """A table of core-hours, memory and disk."""
    rows = [
        ("parse", f"{pairs * WORDS / PARSED / 3600:,.0f}", ""),
        ("align, one reference", f"{pairs * ALIGNED / 3600:,.0f}", ""),
    ]
    total = pairs * (WORDS / PARSED + ALIGNED) / 3600
    for stage, figures in costs.items():
        hours = pairs * slope(figures, 1) / 3600
        total += hours
        largest, _, peak = figures[-1]
        memory = peak / 1000 + (pairs - largest) * slope(figures, 2) / 1000
        rows.append((stage, f"{hours:,.1f}", f"{memory:,.0f}"))
    rows.append(("together", f"{total:,.0f}", ""))
    disk = ", ".join(f"{name} {size * pairs / 1e12:,.2f}" for name, size in BYTES.items())
    table = markdown_table(("stage", "core-hours", "GB, as one job"), rows)
    return f"{pairs:,} pairs\n\n{table}\n\nDisk, TB: {disk}; together {sum(BYTES.values()) * pairs / 1e12:,.2f}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--pairs", type=int, default=100_000_000)
    arguments.add_argument("--plot", type=Path, help="draw the plot into this file")
    given = arguments.parse_args()
    costs = read()
    if given.plot:
        plot(costs, given.plot)
    print(reckon(costs, given.pairs))


if __name__ == "__main__":
    main()
