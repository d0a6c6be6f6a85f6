"""What the jobs of a workflow need: memory and time by rule, from the logs of runs, for extractors/config/costs.yaml.

    snakemake --cores 1 --configfile CONFIG -- all                  one run or more, of small and of large corpora
    python benchmarks/rule_costs.py logs [OTHER/logs ...]           the table of what they used
    python benchmarks/scale.py RESULTS --logs SCALE                 the same of six rules for a million segments
    python -m benchmarks.whole_run --large RESULTS --folder DIR     a million segments whole, its logs in DIR/logs
    python benchmarks/rule_costs.py --write logs [OTHER/logs ...]   extractors/config/costs.yaml from it

Each job's log says what it used and how large its inputs were. For each rule, a line `base + slope * MB` is laid over
all of its jobs: the slope by least squares, through one more job that has no inputs and takes 100 MB and 3 seconds, and
the base such that no job lies above. Memory gets a quarter more, and 300 MB for Snakemake, which runs in the job too;
time gets four times as much, since nodes differ, and no job asks for less than 5 minutes. Where all inputs were small,
as of sets that are a few kB, a slope tells little of large ones: it is kept below 300 MB and a minute for each MB. A
rule that is in none of the logs keeps its line.
"""

from __future__ import annotations

import argparse
import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from extractors.config.costs import COSTS, Cost, costs
from extractors.core.job import Usage
from extractors.extract.shards import PATTERN, Shard

ROOT = Path(__file__).parents[1]

HEADER = """\
# What the jobs of each rule ask a cluster for: [base, what each MB of input adds], memory in MB and time in minutes.
# Written from the logs of runs by benchmarks/rule_costs.py --write; asked for in rules/costs.smk.
"""
SNAKEMAKE = 300
"""MB that Snakemake takes in a job, beside the script."""
START = {"memory": 100.0, "minutes": 0.05}
"""What a job takes without inputs."""
SMALL = 10.0
"""MB of inputs below which a slope is bounded."""
STEEPEST = {"memory": 300.0, "minutes": 1.0}
WITHOUT_LOGS = Cost(memory=(4000, 20.0), minutes=(60, 10.0))
"""Asked for by rules that no run has ever had."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    used = usages(options.logs)
    print("| rule | jobs | inputs, MB | memory, MB | CPU, s |\n|---|---:|---:|---:|---:|")
    for rule in rules():
        jobs = used.get(rule, [])
        columns = [[use.inputs for use in jobs], [use.memory for use in jobs], [use.seconds for use in jobs]]
        print(f"| {rule} | {len(jobs)} | " + " | ".join(f"{max(c):,.1f}" if c else "" for c in columns) + " |")
    if options.write:
        before = costs()
        needs = {rule: cost_of(used[rule]) if rule in used else before.get(rule, WITHOUT_LOGS) for rule in rules()}
        COSTS.write_text(HEADER + "".join(f"{rule}: {entry(cost)}\n" for rule, cost in needs.items()))


def rules() -> list[str]:
    """The rules of the workflow whose jobs are run elsewhere than where the run is."""
    text = "".join(file.read_text() for file in sorted((ROOT / "rules").glob("*.smk")))
    return sorted(re.findall(r'\*\*cost\("(\w+)"\)', text))


def usages(folders: Sequence[Path]) -> dict[str, list[Usage]]:
    """What each job used, by rule; of whole segments (`whole` in the name) as of others."""
    found = defaultdict(list)
    for folder in folders:
        for file in sorted(folder.rglob("*.log")):
            names = (_plain(part) for part in (file.stem, file.parent.name))
            rule = next((name for name in names if name in set(rules())), None)
            if rule and not _joins(file) and (use := Usage.of(file)):
                found[rule].append(_of_shard(use, file))
    return dict(found)


def _of_shard(use: Usage, log: Path) -> Usage:
    """What a job used; of a shard, for its part of the inputs (`rules/costs.smk`)."""
    if not re.fullmatch(PATTERN, log.stem):
        return use
    return replace(use, inputs=use.inputs / Shard.named(log.stem).count)


def _joins(log: Path) -> bool:
    """Whether the log is of a job that put shards together, which costs nothing like the rule itself."""
    return any((log.parent / name).is_dir() for name in (f"{log.stem}_shard", log.stem.replace("_source", "_shard")))


def _plain(name: str) -> str:
    """The rule whose cost a rule has: those of whole segments and of shards have that of what they are made of."""
    name = name.replace("_whole_", "_")
    return "parse_source" if name == "parse_shard" else name.removesuffix("_shard")


def cost_of(jobs: Sequence[Usage]) -> Cost:
    """The two lines of a rule."""
    sizes = [use.inputs for use in jobs]
    base, slope = line_above(sizes, [use.memory for use in jobs], start=START["memory"], steepest=STEEPEST["memory"])
    memory = math.ceil((base * 1.25 + SNAKEMAKE) / 100) * 100, round(slope * 1.25, 1)
    minutes = [use.seconds / 60 for use in jobs]
    base, slope = line_above(sizes, minutes, start=START["minutes"], steepest=STEEPEST["minutes"])
    return Cost(memory, (max(5, math.ceil(base * 4)), round(slope * 4, 2)))


def entry(cost: Cost) -> str:
    """A cost as YAML."""
    return f"{{memory: [{cost.memory[0]:g}, {cost.memory[1]}], minutes: [{cost.minutes[0]:g}, {cost.minutes[1]}]}}"


def line_above(
    sizes: Sequence[float], values: Sequence[float], *, start: float, steepest: float
) -> tuple[float, float]:
    """Base and slope of a rising line that no value lies above.

    Args:
        start: the value of a job without inputs.
        steepest: the most of a slope where all sizes are small.
    """
    x, y = np.array([*sizes, 0.0]), np.array([*values, start])
    spread = x - x.mean()
    slope = max(0.0, float(spread @ y / (spread @ spread))) if spread.any() else 0.0
    if x.max() < SMALL:
        slope = min(slope, steepest)
    return max(0.0, float((y - slope * x).max())), slope


if __name__ == "__main__":
    main()
