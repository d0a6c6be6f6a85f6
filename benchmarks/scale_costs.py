"""The plot of docs/lab/scaling.md, and what a large corpus costs, reckoned from measured figures.

    python -m benchmarks.scale_costs [--pairs 100000000] [--plot docs/lab/scaling.svg]

`benchmarks/scale.csv` holds what `benchmarks/scale.py` measured stage by stage, which is drawn. `benchmarks/whole.csv`
holds what whole runs took (`benchmarks/whole_run.py --csv`): of a million pairs with parses and links of one's own, and
of 20,000 with the shipped models, accuracy, charts and report. What a stage costs for many pairs is reckoned from the
largest run that had it, pair by pair. Disk is that of the made corpus of a million segments, a byte for a byte.
"""

import csv
from collections.abc import Mapping
from pathlib import Path

import altair as alt
import vl_convert

from benchmarks._common import arguments_of, markdown_table

FIGURES = Path(__file__).with_name("scale.csv")
WHOLE = Path(__file__).with_name("whole.csv")
OF_MODELS = ("parse_source", "align_references", "align_references_shard")
"""What costs another thing where parses and links are a user's own."""
OF_A_REPORT = ("draw_charts", "export_sets", "write_report", "write_tables", "write_manifest")
"""What hardly grows with the corpus."""
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


def reckon(pairs: int) -> str:
    """A table of core-hours and memory, and a line of disk."""
    largest: dict[str, tuple[int, float, int]] = {}
    with WHOLE.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            stage, segments = row["stage"], int(row["segments"])
            is_own = row["run"] == "own"
            if (is_own and stage in OF_MODELS) or segments < largest.get(stage, (0,))[0]:
                continue
            largest[stage] = segments, float(row["cpu_s"]), int(row["peak_mb"])
    rows, total = [], 0.0
    for stage, (segments, cpu, peak) in sorted(largest.items(), key=lambda item: -item[1][1] / item[1][0]):
        if stage in OF_A_REPORT:
            continue
        hours = pairs * cpu / segments / 3600
        total += hours
        rows.append((stage, f"{segments:,}", f"{1e6 * cpu / segments / 3600:.2f}", f"{hours:,.0f}", f"{peak:,}"))
    rows.append(("together", "", f"{1e6 * total / pairs:.2f}", f"{total:,.0f}", ""))
    disk = ", ".join(f"{name} {size * pairs / 1e12:,.2f}" for name, size in BYTES.items())
    header = ("stage", "measured with", "core-hours a million", f"of {pairs:,}", "peak MB as measured")
    return f"{markdown_table(header, rows)}\n\nDisk, TB: {disk}; together {sum(BYTES.values()) * pairs / 1e12:,.2f}"


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("--pairs", type=int, default=100_000_000)
    arguments.add_argument("--plot", type=Path, help="draw the plot into this file")
    given = arguments.parse_args()
    if given.plot:
        plot(read(), given.plot)
    print(reckon(given.pairs))


if __name__ == "__main__":
    main()
