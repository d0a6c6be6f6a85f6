# What the results of each corpus and suite are made of, which a run compares before it plans and records before it writes;
# and the lock of a run on these folders.
import shlex

from extractors.core.version import __version__
from extractors.config import made_of
from extractors.config.targets import without_references
from extractors.core import lock
from extractors.core.oserrors import check_room
from extractors.core.stopping import end_jobs_on_sigterm
from extractors.models import installed

# How the same workflow is run again by hand, from the same folder.
AGAIN = ["snakemake", "--cores", "1"]
if workflow.main_snakefile != str(Path("Snakefile").absolute()):
    AGAIN += ["--snakefile", str(workflow.main_snakefile)]
if workflow.configfiles != ["config/config.yaml"]:
    AGAIN += ["--configfile", *map(str, workflow.configfiles)]


def states_of(files):
    """The states of the files and folders that are there, without those that rules make, which Snakemake watches."""
    there = [str(file) for file in files if file is not None and Path(file).exists()]
    return {file: state(file) for file in there if not any(rule.is_producer(file) for rule in workflow.rules)}


def of_corpus_made(corpus):
    """What the results of a corpus are made of."""
    named = [corpus.parse.model, corpus.align.model, corpus.lemmas.model]
    models = [installed.find(name) for name in named if name]
    places = {place.text: state_of(place) for place in corpus.library_places()}
    files = [*corpus.files(), *corpus.other_files(), RUN.settings.phenomena_file, corpus.parse.quality, *models]
    run = {key: value for key, value in CONFIG.items() if key not in ("results", "suites", "corpora")}
    return {
        "config": made_of.without_place(run | {"corpora": {corpus.name: CONFIG["corpora"][corpus.name]}}, RUN.results),
        "inputs": made_of.without_place(states_of(files) | places, RUN.results),
        "systems": list(corpus.systems),
        "version": __version__,
    }


def of_suite_made(suite):
    """What the results of a suite are made of."""
    files = [*suite.files(), *suite.texts(), *suite.answers(), suite.changes and suite.changes.since]
    return {
        "config": made_of.without_place({"suites": {suite.name: CONFIG["suites"][suite.name]}}, RUN.results),
        "inputs": made_of.without_place(states_of(files), RUN.results),
        "version": __version__,
    }


PLANNED = {}
"""What this run makes the results of, by folder: of the corpora and suites whose first rule it has planned."""


def known_results(folder, now):
    """An input function without files that refuses results of another config which Snakemake does not know.

    config.json is no input of rules, not even an ancient one: Snakemake 9 overlooks changed parameters of the jobs
    behind an ancient input that is to be made again.
    """

    def of_job(wildcards):
        # Jobs on other machines plan their part of a run that has been let through.
        if IS_RUN_BY_US:
            place = folder(wildcards)
            PLANNED[place] = now(wildcards)
            try:
                made_of.check(place, PLANNED[place], by=made_of.maker(place))
            except InputError as error:
                # Snakemake drops an exception here where the output is there already.
                logger.error(f"error: {error}")
                sys.exit(1)
        return []

    return of_job


def record_config():
    """Record what the results are made of, before any job writes."""
    for place, now in PLANNED.items():
        made_of.write(place / made_of.FILE, now, by=made_of.maker(place), command=shlex.join(AGAIN))


# For the lock of a run, by which its jobs know it.
os.environ.setdefault(lock.VARIABLE, "{}")


envvars:
    lock.VARIABLE,


def begin():
    """Take the locks as the first job begins, so that a dry run, and one with nothing to do, need none."""
    try:
        check_room(RUN.results, Path.cwd())
        if not workflow.remote_execution_settings.immediate_submit:
            # The jobs of a run that only submits them outlive it.
            suites = [RUN.results / "suites" / name for name in SUITES]
            lock.hold([RUN.results / name for name in CORPORA] + suites)
        for place, now in PLANNED.items():
            if changes := made_of.other_texts(place, now):
                logger.warning(
                    f"{place}: its results are made again, since texts changed: {'; '.join(changes[: made_of.MOST_NAMED])}\n"
                    "  to keep the earlier ones: stop with Ctrl-C, and name another folder or corpus in the config"
                )
        record_config()
        for line in without_references(RUN):
            logger.warning(line)
    except (InputError, OSError) as error:
        logger.error(f"error: {error}")
        sys.exit(1)
    if IS_RUN_BY_US:
        end_jobs_on_sigterm()
