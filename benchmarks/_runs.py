"""Runs of the workflow that are measured: seconds on the clock, and of each stage CPU time, memory and jobs."""

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks._common import markdown_table

ROOT = Path(__file__).parents[1]
ONE_CORE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
USED = re.compile(r" INFO used ([\d,]+) MB of memory and ([\d,.]+) s of CPU time")


@dataclass
class Stage:
    """What the jobs of a stage took: CPU seconds, how many they were, and the MB of the largest."""

    cpu: float = 0.0
    jobs: int = 0
    peak: int = 0


@dataclass(frozen=True)
class Run:
    """What a run took: seconds on the clock and of CPU, in all and by stage."""

    wall: float
    cpu: float
    stages: dict[str, Stage] = field(default_factory=dict)


def run(folder: Path, arguments: Sequence[str], *, cores: int, root: Path = ROOT) -> Run:
    """Run the workflow in a folder, each job with one thread and with an empty cache of the user.

    Args:
        arguments: of snakemake, such as `--configfile` and the targets.
        root: the checkout whose workflow it is.

    Raises:
        subprocess.CalledProcessError: it fails.
    """
    snakemake = [sys.executable, "-m", "snakemake", "--snakefile", str(root / "Snakefile")]
    cache = {"XDG_CACHE_HOME": str(folder.resolve() / "cache")}
    environment = {**os.environ, "PYTHONPATH": str(root), **ONE_CORE, **cache}
    began, started, before = time.time(), time.perf_counter(), _cpu()
    subprocess.run(
        [*snakemake, "--cores", str(cores), *arguments],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return Run(time.perf_counter() - started, _cpu() - before, stages(folder / "logs", since=began))


def stages(logs: Path, *, since: float = 0.0) -> dict[str, Stage]:
    """Sum up the memory and CPU time that jobs wrote to their logs, by stage.

    Args:
        since: a modification time; older logs are ignored.
    """
    found: dict[str, Stage] = {}
    for log in sorted(logs.glob("*/**/*.log")):
        if log.stat().st_mtime < since or not (used := USED.search(log.read_text(encoding="utf-8"))):
            continue
        # logs/CORPUS/STAGE.log, or logs/CORPUS/STAGE/... where a stage has several jobs.
        stage = found.setdefault(log.relative_to(logs).parts[1].removesuffix(".log"), Stage())
        stage.cpu += float(used[2].replace(",", ""))
        stage.jobs += 1
        stage.peak = max(stage.peak, int(used[1].replace(",", "")))
    return found


def _cpu() -> float:
    """Return the CPU seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def add_to(file: Path, run: Run, segments: int, kind: str) -> None:
    """Add a line for each stage to a CSV file.

    Args:
        kind: what made parses and links: `models`, or `own`, those of a user.
    """
    is_new = not file.exists()
    with file.open("a", encoding="utf-8") as out:
        if is_new:
            out.write("run,segments,stage,jobs,cpu_s,peak_mb\n")
        for name, stage in run.stages.items():
            out.write(f"{kind},{segments},{name},{stage.jobs},{stage.cpu:.1f},{stage.peak}\n")


def rest(run: Run) -> float:
    """Return the CPU seconds spent outside the stages, on planning and on starting jobs."""
    return run.cpu - sum(stage.cpu for stage in run.stages.values())


def table(run: Run) -> str:
    """Tabulate CPU time, jobs and peak memory of each stage, as Markdown."""
    stages = sorted(run.stages.items(), key=lambda item: -item[1].cpu)
    rows = [(name, f"{stage.cpu:.1f}", str(stage.jobs), f"{stage.peak:,}") for name, stage in stages]
    rows.append(("planning, and starting jobs", f"{rest(run):.1f}", "", ""))
    rows.append(("all", f"{run.cpu:.1f}", str(sum(stage.jobs for stage in run.stages.values())), ""))
    return markdown_table(("stage", "CPU s", "jobs", "peak MB"), rows) + f"\n\n{run.wall:.0f} s on the clock"


def beside(ours: Run, theirs: Run) -> str:
    """Tabulate the CPU time of two runs by stage, ours first, as Markdown."""
    stages = {
        name: (ours.stages.get(name, Stage()).cpu, theirs.stages.get(name, Stage()).cpu)
        for name in ours.stages | theirs.stages
    }
    stages["planning, and starting jobs"] = rest(ours), rest(theirs)
    rows = [(name, *map("{:.1f}".format, cpu)) for name, cpu in sorted(stages.items(), key=lambda item: -max(item[1]))]
    rows.append(("all", f"{ours.cpu:.1f}", f"{theirs.cpu:.1f}"))
    rows.append(("s on the clock", f"{ours.wall:.0f}", f"{theirs.wall:.0f}"))
    return markdown_table(("CPU s", "ours", "other"), rows) + f"\n\nratio of CPU time: {ours.cpu / theirs.cpu:.2f}"
