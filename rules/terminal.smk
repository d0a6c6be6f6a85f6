# What a run prints: a line for each stage of each corpus as it is done, errors with their logs, and at the end what was
# found. Snakemake's own lines, with the reasons and files of every job, go to its log, and stay on the terminal in a dry
# run and with --verbose, --quiet or --logger.
import logging
from collections import Counter

from snakemake.logging import logger
from snakemake.settings.enums import Quietness

from extractors.core.stages import StageLines, Ticker

# Snakemake's lines of a run in order, which say nothing of the work.
ROUTINE = (
    "Building DAG",
    "Config file ",
    "Using shell",
    "Conda environments: ignored",
    "Singularity containers: ignored",
    "Select jobs",
    "Execute ",
    "Removing temporary output",
    "Shutting down",
    "Complete log",
    "Elapsed time",
)
# A cluster's lines of each job, by their middle.
SUBMITTED = "has been submitted with"
UP_TO_DATE = "Nothing to be done"
# Said again after an error that has been told in full.
ECHOES = ("Exiting because a job execution failed", "At least one job did not complete successfully")
SCORING = {"score_systems", "trace_distances", "measure_accuracy", "check_confounds", "compare_domains"}


class RunLog(logging.Handler):
    """Turns what Snakemake logs into the lines of a run."""

    def __init__(self, out):
        super().__init__()
        self.name = "ChallengeSetsHandler"
        self.stages = StageLines(out)
        self._ticker = Ticker(self.stages)
        self._ticker.start()

    def emit(self, record):
        try:
            self._emit(record)
        except Exception:
            # As every handler does: what is said of a run must not end it.
            self.handleError(record)

    def _emit(self, record):
        if STOP.status is not None:
            # That has been said, and what follows is its consequence.
            return
        event, text = getattr(record, "event", None), record.getMessage()
        if event == "run_info":
            todo = list(workflow.dag.needrun_jobs())
            jobs = Counter(stage_of(job.wildcards_dict, job.rule.name) for job in todo)
            self.stages.plan(jobs, of_suites={job.rule.name for job in todo if "suite" in job.wildcards_dict})
        elif event == "job_info":
            self.stages.started(
                record.jobid, stage_of(record.wildcards, record.rule_name), next(map(from_here, record.log or []), None)
            )
        elif event == "job_finished":
            self.stages.finished(record.job_id)
        elif event == "job_error":
            logs = [*map(from_here, record.log or [])]
            self.stages.failed(
                record.jobid, STAGES.get(record.rule_name, record.rule_name), logs, with_message=not workflow.local_exec
            )
        elif event == "group_error":
            for job in record.job_error_info:
                logs = [*map(from_here, job["log"] or [])]
                self.stages.failed(
                    job["jobid"], STAGES.get(job["rule_name"], job["rule_name"]), logs, with_message=True
                )
        elif event in (None, "error"):
            # A script that ended with an error has said so itself; one that was killed has not.
            told = event == "error" and "returned non-zero exit status" in text
            routine = record.levelno < logging.WARNING and (text.startswith(ROUTINE) or SUBMITTED in text)
            if not told and not routine and not any(echo in text for echo in ECHOES) and text.strip():
                self.stages.say(text)
            # Snakemake calls no handler (onstart, onsuccess) of a run that has nothing to do.
            if text.startswith(UP_TO_DATE):
                self.warn_of_missing(workflow.dag.jobs)
                show_findings(workflow.dag.jobs)

    def warn_of_missing(self, jobs):
        """Say what results were made from that is no longer there: a job that fails has lost its output by then.

        Snakemake asks only for the files of the targets, and so finds nothing to do after a run that failed.
        """
        missing = {job.rule.name: file for job in jobs for file in job.output if not Path(file).exists()}
        if missing:
            self.stages.say(
                f"warning: missing: {', '.join(missing.values())}. An earlier run failed there, or it was taken away:"
                " the results may be of older inputs\n"
                f"  remedy: make them again, and what follows: snakemake --forcerun {' '.join(missing)} -- TARGETS"
            )

    def close(self):
        self._ticker.stop()
        super().close()


def stage_of(wildcards, rule):
    """Corpus, or suite, and stage of a job: its rule, without the number of those that have one."""
    return wildcards.get("corpus") or wildcards.get("suite", ""), STAGES.get(rule, rule)


def from_here(path):
    """A path of the run as its user can open it, who may have started it from another folder (--directory)."""
    return str(Path.cwd() / path) if workflow.overwrite_workdir is not None else str(path)


def install_run_log():
    """Take the place of Snakemake's terminal handler in a run of this workflow, if nobody asks for another.

    A Snakefile that includes this workflow is one of its runs; one that takes it as a module has more to tell.
    """
    settings = workflow.output_settings
    # None in jobs that a cluster runs.
    quiet = settings.quiet or ()
    asked = settings.dryrun or settings.verbose or settings.debug_dag or Quietness.RULES in quiet
    if not IS_RUN_BY_US or asked or Quietness.ALL in quiet:
        return
    for handler in list(logger.handlers):
        if isinstance(handler, logging.FileHandler):
            # On a full disk it would print a traceback for each line; the jobs say what is the matter.
            handler.handleError = lambda record: None
        if handler.name == "DefaultStreamHandler":
            logger.removeHandler(handler)
            logger.addHandler(RunLog(handler.stream))


def show_findings(jobs):
    """What these jobs have found, by corpus: effects where they have scored, and where the report is."""
    done = {}
    for job in jobs:
        corpus, rule = stage_of(job.wildcards_dict, job.rule.name)
        done.setdefault(corpus, set()).add(rule)
    try:
        from extractors.report.summary import summary
    except ModuleNotFoundError as error:
        print(f"challenge-sets show prints the scores; here {error.name} is not installed", file=sys.stderr)
        return
    for name in CORPORA:
        if rules := done.get(name):
            folder, scored = Path(from_here(RUN.results / name)), bool(rules & SCORING)
            try:
                text = summary(folder, metric=RUN.report.metric, alpha=RUN.statistics.alpha, scored=scored)
            except InputError as error:
                print(f"error: {error}", file=sys.stderr)
                text = summary(folder, scored=False)
            print(text, end="")
    show_suites([name for name in SUITES if name in done])


def show_suites(names):
    """What was found on the suites that this run has judged."""
    if not names:
        return
    from extractors.report.suite.summary import summary

    for name in names:
        folder = Path(from_here(RUN.results / "suites" / name))
        if (folder / "suite_accuracy.csv").exists():
            print(summary(folder), end="")


install_run_log()
