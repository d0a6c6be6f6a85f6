"""Snakemake's logger plug-in `challenge-sets`: a line for each stage of a run, and at its end the findings.

Snakemake finds the package by the start of its name; `logger: challenge-sets` in profiles/default selects it. What
Snakemake itself says of each job goes to its log (.snakemake/log). A dry run, `--verbose`, `--debug-dag` and `--quiet`
keep Snakemake's own lines.
"""

import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

from extractors.core.stages import StageLines, Ticker, says_why

FINDINGS = "findings"
"""The attribute of the record by which the workflow says where its results are (rules/common.smk)."""
QUIET_ANYWAY = "host"
"""What `--quiet` may name without a choice of Snakemake's lines: ours never tell the host."""
OF_ONE_JOB = ("corpus", "suite", "pair")
"""A rule with these wildcards alone has one job for each corpus, suite or language pair."""


def check_config_files(arguments: Sequence[str]) -> None:
    """Say of `--configfile news.yaml extract` what to write, since Snakemake takes `extract` for a second config.

    A logger is made before Snakemake reads the configs.

    Raises:
        SystemExit: a config is not there.
    """
    files: list[str] = []
    is_config = False
    for argument in arguments:
        if argument.startswith("-"):
            is_config = argument in ("--configfile", "--configfiles")
        elif is_config:
            files.append(argument)
    missing = [file for file in files if not Path(file).exists()]
    if missing and missing[0] == files[0]:
        raise SystemExit(f"error: {missing[0]}: no such file (given as --configfile)")
    if missing:
        known = " ".join(file for file in files if file not in missing)
        raise SystemExit(
            f"error: --configfile takes every word up to the next option: {missing[0]} is not a file\n"
            f"  remedy: write -- before the targets: --configfile {known} -- {' '.join(missing)}"
        )


class LogHandler(LogHandlerBase):  # type: ignore[misc]
    """Turns Snakemake's events into the lines of a run; Snakemake calls it in a thread of its own."""

    def __post_init__(self) -> None:
        check_config_files(sys.argv[1:])
        settings = self.common_settings
        quiet = {str(choice).lower().rpartition(".")[2] for choice in settings.quiet or ()} - {QUIET_ANYWAY}
        self._is_on = not (settings.dryrun or settings.verbose or settings.debug_dag or quiet)
        self._stages = StageLines(sys.stderr)
        self._ticker = Ticker(self._stages)
        self._started_in = Path.cwd()
        self._is_run = self._is_remote = self._is_planned = self._is_done = self._is_failed = False
        self._is_explained = True
        self._names: set[str] = set()
        self._texts: list[str] = []
        self._errors: list[str] = []
        self._findings: dict[str, Any] | None = None
        if self._is_on:
            # On a full disk each handler would print a traceback for each line; the jobs say what happened.
            logging.raiseExceptions = False
            self._ticker.start()

    @property
    def writes_to_stream(self) -> bool:
        return self._is_on

    @property
    def writes_to_file(self) -> bool:
        return False

    @property
    def has_filter(self) -> bool:
        return True

    @property
    def has_formatter(self) -> bool:
        return True

    @property
    def needs_rulegraph(self) -> bool:
        return False

    def emit(self, record: logging.LogRecord) -> None:
        if not self._is_on:
            return
        try:
            self._take(record)
        except Exception:  # noqa: BLE001
            # A line about a run must not end it.
            self.handleError(record)

    def _take(self, record: logging.LogRecord) -> None:
        fields, text = vars(record), record.getMessage()
        match fields.get("event"):
            case LogEvent.WORKFLOW_STARTED:
                self._is_run = True
            case LogEvent.RESOURCES_INFO:
                self._is_remote |= "nodes" in fields
            case LogEvent.RUN_INFO:
                self._is_planned = True
                jobs = {rule: count for rule, count in fields["stats"].items() if rule != "total"}
                where = self._findings or {}
                self._stages.plan(jobs, names=[*where.get("corpora", ()), *where.get("suites", ())])
            case LogEvent.JOB_INFO:
                wildcards = fields["wildcards"]
                of = next((str(wildcards[kind]) for kind in OF_ONE_JOB if kind in wildcards), "")
                self._names.add(of or fields["rule_name"])
                log = next(map(self._from_here, fields["log"] or []), None)
                is_one = wildcards.keys() <= set(OF_ONE_JOB)
                self._stages.started(fields["jobid"], (of, fields["rule_name"]), log, is_one=is_one)
            case LogEvent.JOB_FINISHED:
                self._stages.finished(fields["job_id"])
            case LogEvent.JOB_ERROR:
                self._failed(fields)
            case LogEvent.GROUP_ERROR:
                for job in fields["job_error_info"]:
                    self._failed(job)
            case LogEvent.PROGRESS:
                self._is_done = fields["done"] == fields["total"]
            case LogEvent.ERROR:
                self._errors.append(text)
            case None if FINDINGS in fields:
                self._findings = fields[FINDINGS]
            case None if record.levelno >= logging.ERROR:
                self._errors.append(text)
            case None if record.levelno >= logging.WARNING:
                self._stages.say(text)
            case None:
                self._texts.append(text)

    def _failed(self, job: dict[str, Any]) -> None:
        logs = [self._from_here(log) for log in job["log"] or []]
        self._is_failed = True
        self._is_explained &= all(map(says_why, logs))
        self._stages.failed(job["jobid"], job["rule_name"], logs, with_message=self._is_remote)

    def _from_here(self, path: str) -> str:
        """A path of the run as its user can open it, who may have started it from another folder (--directory)."""
        return path if Path.cwd() == self._started_in else str(Path.cwd() / path)

    def close(self) -> None:
        """Tell what waited for the end: Snakemake's errors where no job has told them, then the findings."""
        super().close()
        if not self._is_on:
            return
        self._is_on = False
        self._ticker.stop()
        # Of --lint, --report, --unlock and the like, which run no job.
        texts = [] if self._is_run else self._texts
        # Snakemake says again that a job has failed, which its log and our line have told.
        errors = [] if self._is_failed and self._is_explained else self._errors
        for text in filter(str.strip, [*texts, *errors]):
            self._stages.say(text)
        is_idle = not self._is_planned and not self._errors
        if self._is_run and is_idle:
            self._stages.say("nothing to be done: all results are up to date")
        if self._is_run and self._findings and (is_idle or self._is_done):
            where = self._findings
            if not is_idle:
                # What this run has not touched was shown by the run that made it.
                of = {kind: [name for name in where[kind] if name in self._names] for kind in ("corpora", "suites")}
                where = {**where, **of}
            self._show_findings(where)

    def _show_findings(self, where: dict[str, Any]) -> None:
        try:
            from extractors.report.summary import findings
        except ModuleNotFoundError as error:
            self._stages.say(f"challenge-sets show prints the scores; here {error.name} is not installed")
            return
        results = Path(self._from_here(where["results"]))
        print(findings(**{**where, "results": results}), end="", flush=True)
