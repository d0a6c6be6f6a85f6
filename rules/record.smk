# The config of each folder of results, compared when a run is planned and recorded before it writes; the
# findings at the end.
import shlex

from extractors.config import results_config
from extractors.config.targets import without_references
from extractors.core.oserrors import check_room
from extractors.core.stopping import PARENT, end_jobs_on_sigterm, name_parent
from extractors.models import installed

# How the same workflow is run again by hand, from the same folder.
AGAIN = ["snakemake", "--cores", "1"]
if workflow.main_snakefile != str(Path("Snakefile").absolute()):
    AGAIN += ["--snakefile", str(workflow.main_snakefile)]
if workflow.configfiles != ["config/config.yaml"]:
    AGAIN += ["--configfile", *map(str, workflow.configfiles)]

# A killed run leaves Snakemake's lock, whose error does not say how this config is unlocked.
for locked in Path(".snakemake/locks").glob("*.lock"):
    if f"{RUN.results}/" in locked.read_text():
        logger.warning(
            f"{locked} is left of a run that was killed, unless one is at work now; if none is, remove it by:\n"
            f"  cd {shlex.quote(str(Path.cwd()))} && {shlex.join([*AGAIN, '--unlock'])}"
        )
        break


def states_of(files):
    """The checksums of the files and folders that are there, without those that rules make."""
    there = [str(file) for file in files if file is not None and Path(file).exists()]
    given = [file for file in there if not any(rule.is_producer(file) for rule in workflow.rules)]
    return {without_place(file): state(file) for file in given}


def without_place(file):
    """A path in which `{results}` stands for the folder of results, so that these may move."""
    path, results = Path(file).absolute(), RUN.results.absolute()
    return f"{{results}}/{path.relative_to(results)}" if results in path.parents else file


def config_of_corpus(corpus):
    """What the results of a corpus are made from."""
    named = [corpus.parse.model, corpus.align.model]
    models = [installed.find(name) for name in named if name]
    places = {place.text: state_of(place) for place in corpus.library_places()}
    files = [*corpus.files(), *corpus.other_files(), RUN.settings.phenomena_file, corpus.parse.quality, *models]
    run = {key: value for key, value in CONFIG.items() if key not in ("results", "corpora", *RUN.blocks)}
    entry = CONFIG["corpora"][corpus.name]
    # The paths of scores that the run makes are in the folder of results, which may move.
    scores = entry.get("segment_scores") or {}
    given = {name: file for name, file in scores.items() if not corpus.is_made(corpus.segment_scores[name])}
    return {
        "config": run | {"corpora": {corpus.name: entry | {"segment_scores": given}}},
        "inputs": states_of(files) | places,
        "version": {stage: number for stage, number in RESULTS_VERSION.items() if stage != "publish"},
    }


PLANNED = {}
"""The config of the results in each folder, for the corpora and entries of wings whose first rule this run has planned."""


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
                results_config.check(place, PLANNED[place], by=results_config.maker(place))
            except InputError as error:
                # Snakemake drops an exception here where the output is there already.
                logger.error(f"error: {error}")
                sys.exit(1)
        return []

    return of_job


def begin():
    """Record the config of the results as the first job begins; a dry run records none."""
    try:
        check_room(RUN.results, Path.cwd())
        for place, now in PLANNED.items():
            results_config.write(
                place / results_config.FILE,
                now,
                by=results_config.maker(place),
                command=shlex.join(AGAIN),
            )
        for line in without_references(RUN):
            logger.warning(line)
    except (InputError, OSError) as error:
        logger.error(f"error: {error}")
        sys.exit(1)
    if IS_RUN_BY_US:
        end_jobs_on_sigterm()
        # The jobs of a run that only submits them outlive it.
        if not workflow.remote_execution_settings.immediate_submit:
            os.environ[PARENT] = name_parent()


def print_findings():
    """Print the findings of the corpora that this run has planned, and what wings say of their entries."""
    try:
        from extractors.report.summary import findings
    except ModuleNotFoundError as error:
        logger.info(f"`challenge-sets show` prints the findings; here {error.name} is not installed")
        return
    corpora = [place.name for place in PLANNED if place.parent == RUN.results]
    print(findings(RUN.results, corpora=corpora, alpha=RUN.settings.statistics.alpha), end="")
    for block in RUN.blocks.values():
        print(block.summary([place.name for place in PLANNED if place.parent == block.folder]), end="")
