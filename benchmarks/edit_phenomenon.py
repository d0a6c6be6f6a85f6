"""How long a run takes after one phenomenon was edited, on a large corpus whose parse and alignment are there.

    python benchmarks/edit_phenomenon.py RESULTS [--segments 25000] [--folder DIR] [--accuracy]

RESULTS is a folder that a run left (such as results/demo-en-de): its segments are repeated with other words in the
place of some (benchmarks/scale.py), and parses and links are given as a user's own, so that no model is needed. The
workflow runs to scores of two systems by BLEU; then a request of the first phenomenon is narrowed, and it runs again.
The table says what each stage of both runs took, on one core. DIR keeps the corpus and the first run: with it there,
only the edit and the second run are done.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import scale
from benchmarks._common import markdown_table

ROOT = Path(__file__).parents[1]
UNTOUCHED = ("segments.parquet", "source.conllu.gz", "alignment.parquet", "covariates.parquet")
"""What an edit of a phenomenon leaves as it is."""
USED = re.compile(r" INFO used ([\d,]+) MB of memory and ([\d,.]+) s of CPU time")
CONFIG = """\
corpora:
  large:
    source_language: {source}
    target_language: {target}
    source: made/segments.parquet#source
    references: {{A: reference.txt}}
    systems: {{a: made/systems/a.parquet#hypothesis, b: made/systems/b.parquet#hypothesis}}
parse: {{parser: conllu, model: made/source.conllu.gz}}
align: {{aligner: pharaoh, model: links.txt, options: {{tokens: ours}}}}
phenomena_file: phenomena.yaml
metrics: {{bleu: {{}}}}
accuracy: {{enabled: {accuracy}}}
"""


@dataclass(frozen=True)
class Run:
    """What a run took: seconds on the clock and of CPU, in all and by stage the CPU time of its jobs."""

    wall: float
    cpu: float
    by_stage: dict[str, float]


def make(results: Path, segments: int, folder: Path, *, accuracy: bool) -> None:
    """Write the corpus, the config and the phenomena."""
    from extractors.formats import tables
    from extractors.formats.alignment import ALIGNMENT
    from extractors.formats.segments import read_corpus
    from extractors.tokenizers import surface_tokens

    scale.make(results, segments, folder / "made")
    corpus = read_corpus(folder / "made/segments.parquet")
    (reference,) = corpus.references.values()
    (folder / "reference.txt").write_text("".join(f"{text}\n" for text in reference), encoding="utf-8")
    links: list[list[str]] = [[] for _ in range(len(corpus))]
    table = tables.read(ALIGNMENT, folder / "made/alignment.parquet")
    columns = (table.column(name).to_pylist() for name in ("segment_id", "source", "target"))
    # A word with another ending may be cut otherwise.
    ends = [len(surface_tokens(text, corpus.target_language)) for text in reference]
    for segment, source, target in zip(*columns, strict=True):
        if target < ends[segment]:
            links[segment].append(f"{source}-{target}")
    (folder / "links.txt").write_text("".join(" ".join(of_segment) + "\n" for of_segment in links))
    shutil.copy(ROOT / "config/phenomena.yaml", folder)
    config = CONFIG.format(source=corpus.source_language, target=corpus.target_language, accuracy=str(accuracy).lower())
    (folder / "config.yaml").write_text(config)


def edit(file: Path) -> None:
    """Narrow a request of the first phenomenon; another edit each time."""
    text = file.read_text(encoding="utf-8")
    changed, count = re.subn(
        r"( without \{ R \[form=/edited\d+/\] \})?$",
        f" without {{ R [form=/edited{time.time_ns()}/] }}",
        text[: (end := text.index("\n", text.index("- pattern")))],
        count=1,
    )
    assert count == 1, file
    file.write_text(changed + text[end:], encoding="utf-8")


def run(folder: Path) -> Run:
    """Run the workflow to scores.

    Raises:
        subprocess.CalledProcessError: it fails.
    """
    snakemake = [sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "workflow/Snakefile")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **scale.ONE_CORE}
    began, started, before = time.time(), time.perf_counter(), _cpu()
    subprocess.run(
        [*snakemake, "--cores", "1", "--configfile", "config.yaml", "--", "score"],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    wall, cpu = time.perf_counter() - started, _cpu() - before
    by_stage: dict[str, float] = {}
    for log in sorted((folder / "logs/large").rglob("*.log")):
        if log.stat().st_mtime >= began and (used := USED.search(log.read_text(encoding="utf-8"))):
            stage = log.relative_to(folder / "logs/large").parts[0].removesuffix(".log")
            by_stage[stage] = by_stage.get(stage, 0.0) + float(used[2].replace(",", ""))
    return Run(wall, cpu, by_stage)


def _cpu() -> float:
    """Seconds of CPU time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def times(folder: Path) -> dict[str, int]:
    """When each file was written that an edit does not touch."""
    return {name: (folder / "results/large" / name).stat().st_mtime_ns for name in UNTOUCHED}


def report(runs: dict[str, Run]) -> str:
    """A table: the CPU time of each stage's jobs, and of the rest, by run."""
    stages = dict.fromkeys(stage for run in runs.values() for stage in run.by_stage)
    rows: list[Sequence[str]] = [
        (stage, *(f"{run.by_stage[stage]:.1f}" if stage in run.by_stage else "" for run in runs.values()))
        for stage in stages
    ]
    rest = {name: run.cpu - sum(run.by_stage.values()) for name, run in runs.items()}
    rows.append(("planning, and starting jobs", *(f"{seconds:.1f}" for seconds in rest.values())))
    rows.append(("all, CPU s", *(f"{run.cpu:.1f}" for run in runs.values())))
    rows.append(("all, s on the clock", *(f"{run.wall:.1f}" for run in runs.values())))
    return markdown_table(("CPU s", *runs), rows)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("results", type=Path)
    arguments.add_argument("--segments", type=int, default=25_000)
    arguments.add_argument("--folder", type=Path, help="where the corpus is made, and stays (default: a temporary one)")
    arguments.add_argument("--accuracy", action="store_true", help="with accuracy at the phenomenon")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder, runs = given.folder or Path(temporary), {}
        if not (folder / "config.yaml").exists():
            make(given.results.resolve(), given.segments, folder, accuracy=given.accuracy)
        if not (folder / "results/large/scores.csv").exists():
            runs["first run"] = run(folder)
        before = times(folder)
        edit(folder / "phenomena.yaml")
        runs["after an edit"] = run(folder)
        assert times(folder) == before, "the edit touched what it must not"
        print(report(runs))


if __name__ == "__main__":
    main()
