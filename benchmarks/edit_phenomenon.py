"""How long a run takes after one phenomenon was edited, on a large corpus whose parse and alignment are there.

    python benchmarks/edit_phenomenon.py RESULTS [--segments 25000] [--folder DIR] [--accuracy]

RESULTS is a folder that a run left (such as results/demo-en-de): its segments are repeated with other words in the
place of some (benchmarks/scale.py), and parses and links are given as a user's own, so that no model is needed. The
workflow runs to scores of two systems by BLEU; then a request of the first phenomenon is narrowed, and it runs again.
The table says what each stage of both runs took, on one core. DIR keeps the corpus and the first run: with it there,
only the edit and the second run are done.
"""

import argparse
import re
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks import _large
from benchmarks._common import markdown_table
from benchmarks._runs import Run, rest, run

UNTOUCHED = ("segments.parquet", "source.conllu.gz", "alignment.parquet", "covariates.parquet")
"""What an edit of a phenomenon leaves as it is."""
WORKFLOW = ("--configfile", "config.yaml", "--", "score")


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


def times(folder: Path) -> dict[str, int]:
    """When each file was written that an edit does not touch."""
    return {name: (folder / "results/large" / name).stat().st_mtime_ns for name in UNTOUCHED}


def report(runs: dict[str, Run]) -> str:
    """A table: the CPU time of each stage's jobs, and of the rest, by run."""
    stages = dict.fromkeys(stage for run in runs.values() for stage in run.stages)
    rows: list[Sequence[str]] = [
        (stage, *(f"{run.stages[stage].cpu:.1f}" if stage in run.stages else "" for run in runs.values()))
        for stage in stages
    ]
    rows.append(("planning, and starting jobs", *(f"{rest(run):.1f}" for run in runs.values())))
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
            _large.make(given.results.resolve(), given.segments, folder, metrics=["bleu"], accuracy=given.accuracy)
        if not (folder / "results/large/scores.csv").exists():
            runs["first run"] = run(folder, WORKFLOW, cores=1)
        before = times(folder)
        edit(folder / "phenomena.yaml")
        runs["after an edit"] = run(folder, WORKFLOW, cores=1)
        assert times(folder) == before, "the edit touched what it must not"
        print(report(runs))


if __name__ == "__main__":
    main()
