"""A run on five segments from texts to the report, with the default parser and aligner: it fails where one's own would.

Translation, publishing, suites and other backends are not in it.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from extractors.cli.doctor import CheckResult, fault, note, ok
from extractors.config import project
from extractors.core import install
from extractors.core.escapes import visible

SEGMENTS = 5
NAME = "trial"
PATIENCE = 900
"""Seconds after which a run is ended: on a slow machine it takes two minutes."""
LAST = 25
"""Lines of a failed run that are shown."""


def check_run() -> CheckResult:
    """The workflow on the example's first segments, to the report; scores alone where its packages are missing."""
    with tempfile.TemporaryDirectory(prefix="challenge-sets-") as folder:
        here = Path(folder)
        project.init(here, name=NAME, texts=None)
        for file in (here / project.EXAMPLE).rglob("*.??"):
            if file.suffix != ".md":
                file.write_text("".join(file.read_text(encoding="utf-8").splitlines(keepends=True)[:SEGMENTS]), "utf-8")
        if install.absent("run"):
            return _scores(here)
        targets = ["extract", "score", "report"]
        command = ["-m", "snakemake", "--snakefile", str(here / project.SNAKEFILE), "--cores", "1", "--", *targets]
        made = here / "results" / NAME / "report.html"
        return _run(command, here, made=made, what=f"{SEGMENTS} segments through {', '.join(targets)}")


def _scores(here: Path) -> CheckResult:
    """Without the workflow: two systems scored on the whole corpus."""
    example = project.EXAMPLE_TEXTS
    command = ["-m", "extractors", "score", "--reference", example["references"]["A"], "--systems", example["systems"]]
    command += ["--target-language", example["target_language"], "--corpus-scores", "scores.csv"]
    found = _run(command, here, made=here / "scores.csv", what=f"{SEGMENTS} segments scored")
    if found.remedy:
        return found
    return note(found.what, f"{found.text}; nothing parsed or aligned", install.command("run"))


def _run(arguments: Sequence[str], folder: Path, *, made: Path, what: str) -> CheckResult:
    """Run Python with these arguments in a folder; what it must leave there."""
    start = time.monotonic()
    # A profile of the user's would send the jobs to a cluster, whose nodes do not see this folder.
    environment = {name: value for name, value in os.environ.items() if name != "SNAKEMAKE_PROFILE"}
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return fault(
            "trial run",
            f"{what} did not end within {PATIENCE} s",
            "look whether other programs take the processor or the disk, then try again; if it stays so, report it",
        )
    seconds = time.monotonic() - start
    if done.returncode == 0 and made.is_file():
        return ok("trial run", f"{what} in {seconds:.0f} s")
    said = (done.stderr + done.stdout).strip().splitlines()
    logs = [
        line for log in sorted(folder.rglob("*.log")) if "ERROR" in (text := _text(log)) for line in text.splitlines()
    ]
    shown = "\n".join(visible(line) for line in [*said[-LAST:], *logs[-LAST:]])
    text = f"{what} ended with status {done.returncode} after {seconds:.0f} s"
    return fault("trial run", text, f"do what the run says, or send it with a report of a bug. It said:\n{shown}")


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")
