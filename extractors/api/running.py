"""Run the workflow of a config: from texts to scores and reports."""

from __future__ import annotations

import os
import reprlib
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from extractors.api.results_folder import Results
from extractors.config.project import CONFIG, SNAKEFILE
from extractors.core import yamlfile
from extractors.core.errors import InputError
from extractors.core.shipped import shipped
from extractors.core.stopping import PARENT, handing_on_sigterm, name_parent

TARGETS = ("extract", "score", "report")
KILLED = 128
"""Added to the number of the signal that ended a process, as shells do."""
LAST = 20
"""Lines of a failed run that its error repeats."""


class RunFailedError(InputError):
    """A run that did not end well.

    Attributes:
        status: the exit status of Snakemake; 128 and the number of the signal where one ended it.
    """

    def __init__(self, problem: str, status: int, *, path: Path, remedy: str) -> None:
        super().__init__(problem, path=path, remedy=remedy)
        self.status = status


def run(
    config: str | Path,
    *,
    targets: Sequence[str] = TARGETS,
    folder: str | Path | None = None,
    cores: int | None = None,
    dry_run: bool = False,
    progress: bool = False,
) -> dict[str, Results]:
    """Run the workflow; what is done already and still holds is not done again.

    Args:
        config: a file such as `challenge-sets init` or `run` writes (config/README.md explains its keys).
        targets: of extract, score, report, publish.
        folder: where relative paths of the config begin and results go (default: the folder of the config).
        cores: None for all of the machine.
        dry_run: do none of the jobs.
        progress: let Snakemake write to standard output and standard error; otherwise an error repeats its last lines.

    Returns:
        The results of each corpus that has some.

    Raises:
        InputError: the config cannot be read, or no core is to work.
        RunFailedError: a job failed, or a signal ended the run.
    """
    if not isinstance(config, str | Path):
        raise InputError(
            f"the config must be the path of a file, got {reprlib.repr(config)}",
            remedy="write it into a file and give its path; `challenge-sets init FOLDER` writes one",
        )
    config = Path(config)
    directory = config.parent if folder is None else Path(folder)
    if cores is not None and cores < 1:
        raise InputError(f"cores must be 1 or more, got {cores}", remedy="give 1 or more, or leave it out")
    settings = yamlfile.load(config).data or {}
    results = directory / settings.get("results", "results")
    command = [sys.executable, "-m", "snakemake", "--snakefile"]
    if config == directory / CONFIG and (directory / SNAKEFILE).is_file():
        command.append(str(directory / SNAKEFILE))
    else:
        command += [str(shipped("Snakefile")), "--configfile", str(config.resolve())]
    command += ["--directory", str(directory), "--cores", str(cores or "all")]
    if dry_run:
        command.append("--dry-run")
    elif progress:
        command += ["--logger", "rich"]
    corpora = list(settings.get("corpora") or {})
    # A folder's name or a target begins no option.
    _snakemake([*command, "--", *targets], directory, progress=progress)
    folders = {name: results / name for name in corpora}
    return {name: Results(at) for name, at in folders.items() if any(at.glob("*.parquet"))}


def _snakemake(command: Sequence[str], folder: Path, *, progress: bool) -> None:
    """Run the workflow in a process of its own, which does not outlive this one."""
    environment = {**os.environ, PARENT: name_parent()}
    with tempfile.TemporaryFile() as output:
        streams = {} if progress else {"stdout": output, "stderr": output}
        with subprocess.Popen(command, env=environment, **streams) as process, handing_on_sigterm(process) as came:  # type: ignore[call-overload]  # streams are files
            status = _ended(process)
        output.seek(0)
        lines = "" if progress else "\n".join(output.read().decode(errors="replace").splitlines()[-LAST:])
    if came:
        raise RunFailedError(
            "stopped by SIGTERM: the run has ended with its jobs", KILLED + came[0], path=folder, remedy="run it again"
        )
    if status:
        raise RunFailedError(
            _how_it_ended(status),
            KILLED - status if status < 0 else status,
            path=folder,
            remedy=lines or "see its messages above",
        )


def _how_it_ended(status: int) -> str:
    """Say how a run ended badly; `status` is below 0 where a signal stopped it."""
    if status >= 0:
        return f"the run ended with the status {status}"
    hint = ", as systems do where memory runs out" if -status == signal.SIGKILL else ""
    names = {number.value: number.name for number in signal.Signals}
    return f"the run was stopped by the signal {names.get(-status, -status)}{hint}"


def _ended(process: subprocess.Popen[bytes]) -> int:
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # Snakemake got it too, and ends its jobs before it ends itself.
            continue
