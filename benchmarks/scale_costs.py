"""What a large corpus costs, reckoned from measured figures.

    python -m benchmarks.scale_costs [--pairs 100000000]

`benchmarks/whole.csv` holds what whole runs took (`benchmarks/whole_run.py --csv`): of a million pairs with parses and
links of one's own, and of 20,000 with the shipped models, accuracy, charts and report. What a stage costs for many
pairs is reckoned from the largest run that had it, pair by pair. Disk is that of the made corpus of a million segments,
a byte for a byte.
"""

import csv
from pathlib import Path

from benchmarks._common import arguments_of, markdown_table

WHOLE = Path(__file__).with_name("whole.csv")
OF_MODELS = ("parse_source", "align_references", "align_references_shard")
"""What costs another thing where parses and links are a user's own."""
OF_A_REPORT = ("export_sets", "write_report", "write_tables")
"""What hardly grows with the corpus."""
BYTES = {
    "segments and outputs": 168 + 182,
    "parse": 407,
    "links": 180,
    "hits, sets, covariates": 33,
    "control samples": 2181,
}
"""Of a million segments, in MB, with outputs of two systems."""


def reckon(pairs: int) -> str:
    """Estimate the cost of this many pairs from measured runs: a table of core-hours and memory, and disk space."""
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
    print(reckon(arguments.parse_args().pairs))


if __name__ == "__main__":
    main()
