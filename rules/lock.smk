# One run at a time works in a folder of results, and what a run has started ends with it.
from extractors.core import lock
from extractors.core.oserrors import check_room


def locked_folders():
    """The folders that this run may write to."""
    folders = [RUN.results / name for name in CORPORA]
    folders += [RUN.results / "suites" / name for name in SUITES]
    return folders + ([RUN.results / "pooled"] if POOLS else [])


def take_locks():
    """Take the locks as the first job begins, so that a dry run, and one with nothing to do, need none."""
    if not workflow.is_main_process or workflow.remote_execution_settings.immediate_submit:
        # The jobs of a run that only submits them outlive it.
        return
    try:
        check_room(RUN.results, Path.cwd())
        LOCK.take(", ".join(map(str, workflow.configfiles)) or "no config file")
    except InputError as error:
        sys.exit(f"error: {error}")
    # For executors that run jobs on other machines.
    workflow.register_envvars(lock.VARIABLE)
    if IS_RUN_BY_US:
        # Snakemake's scheduler has just taken SIGTERM, to wait for the jobs.
        STOP.install()


# Made here, before the jobs are planned: a plan from before another run's work must not be followed.
LOCK = lock.RunLock(locked_folders()) if workflow.is_main_process else None
