# The Python of the rules: the checked config, and what the rules derive from it.
#
# It runs where Snakemake runs, which may have Snakemake alone (--sdm conda): nothing here imports more.
import re
import sys
from functools import cache
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger
from snakemake.settings.types import DeploymentMethod

# A checkout's workflow runs the checkout's package, here and in jobs, whether or not one is installed; that of a wheel,
# the wheel's.
CHECKOUT = Path(workflow.current_basedir.get_path_or_uri(secret_free=True)).parent
if (CHECKOUT / "extractors").is_dir():
    sys.path.insert(0, str(CHECKOUT))

from extractors.core.stopping import RunStop

STOP = RunStop()


# Whether this is the process of a run of this workflow, or of a Snakefile that includes it: no job on another machine, no
# module of another one.
IS_RUN_BY_US = workflow.is_main_process and workflow.modifier.is_main_snakefile()

# Before any thread is started: threads, and jobs, must not get the Ctrl-C of the terminal.
if IS_RUN_BY_US:
    STOP.install()

import extractors
from extractors.inputs import importers, campaigns as testsets
from extractors.suites import judges
from extractors.models import tokenizers
from extractors.config.bundles import bundles_of
from extractors.config.extras import require_extras
from extractors.config.publishing import check_licence
from extractors.config.run import build_config
from extractors.config.from_campaign import has_marked_errors
from extractors.core import registry, yamlfile
from extractors.core.errors import InputError
from extractors.core.files import state
from extractors.core.fingerprint import fingerprint as code_of
from extractors.core.shipped import share_checkout
from extractors.extract.shards import PATTERN as SHARD
from extractors.models import installed
from extractors.models.settings import DEFAULT_PARSER
from extractors.inputs.evaluation_sets import files_of_set, state_of_set
from extractors.inputs.reading import files_of, state_of

share_checkout()

if DeploymentMethod.CONDA in workflow.deployment_settings.deployment_method:
    if not (CHECKOUT / "pyproject.toml").exists():
        raise WorkflowError(
            f"the workflow in {CHECKOUT} is installed, and has no environment of its own for --sdm conda\n"
            "  remedy: leave the option out, since jobs run where the package is, or run the workflow of a checkout"
        )

load_once = cache(yamlfile.load)

# The bundled config is for who names no other, by --configfile or, of a module, by `config:`.
if "corpora" not in config and "suites" not in config:
    if not Path("config/config.yaml").exists():
        raise WorkflowError(
            f"nothing to run: no config is named, and there is no config/config.yaml in {Path.cwd()}\n"
            "  remedy: name one by --configfile FILE, its folder by --directory FOLDER, or write one:"
            " challenge-sets init FOLDER"
        )
    # Snakemake's own message on a syntax error names neither file nor line.
    try:
        load_once("config/config.yaml")
    except InputError as error:
        raise WorkflowError(str(error)) from None

    configfile: "config/config.yaml"


try:
    CONFIG_FILES = [load_once(path) for path in workflow.configfiles]
    RUN = build_config(config, CONFIG_FILES)
    CONFIG = RUN.settings.as_dict()
    # Jobs that run in an environment of their own need nothing here.
    if DeploymentMethod.CONDA not in workflow.deployment_settings.deployment_method:
        require_extras(RUN)
except InputError as error:
    raise WorkflowError(str(error)) from None

# For the logger plug-in (snakemake_logger_plugin_challenge_sets), which prints the findings at the end of a run.
logger.info(
    f"results: {RUN.results}",
    extra={
        "findings": {
            "results": str(RUN.results),
            "corpora": list(RUN.corpora),
            "suites": list(RUN.suites),
            "metric": RUN.settings.report.metric,
            "alpha": RUN.settings.statistics.alpha,
        }
    },
)

# Modules that are found by name at run time, which no import statement tells of.
TESTSETS = [f"extractors.inputs.campaigns.{name}" for name in registry.names(testsets)]
IMPORTERS = [*(f"extractors.inputs.importers.{name}" for name in registry.names(importers)), *TESTSETS]
JUDGES = [f"extractors.suites.judges.{name}" for name in registry.names(judges)]
TOKENIZERS = [f"extractors.models.tokenizers.{name}" for name in registry.names(tokenizers)]
SECTIONS = [
    f"extractors.report.sections.{file.stem}"
    for file in sorted(Path(extractors.__file__).parent.glob("report/sections/[!_]*.py"))
]
METRICS = [f"extractors.score.metrics.{name}" for name in RUN.settings.metrics]
CORPORA = RUN.corpora
SUITES = RUN.suites
# Those whose segments are cut into sentences, and the others.
CUT = [name for name, corpus in CORPORA.items() if corpus.unit == "sentence"]
UNCUT = [name for name in CORPORA if name not in CUT]
WITH_DOMAINS = [name for name, corpus in CORPORA.items() if corpus.systems and "domain" in corpus.names]
# The tables of a suite that are made from its judgments.
SUITE_TABLES = ["suite_accuracy.parquet", "suite_comparisons.parquet", "suite_ranks.parquet", "triage.parquet"]
SYSTEMS = {system for corpus in CORPORA.values() for system in corpus.systems}
# Systems that share jobs: Snakemake wants a rule for each bundle, since outputs have no names that it could derive.
BUNDLES = [bundle for corpus in CORPORA.values() for bundle in bundles_of(corpus)]
# Scores that the user brings, by corpus and metric: one job reads those of all systems.
SCORE_FILES = [(name, metric) for name, corpus in CORPORA.items() for metric in corpus.segment_scores]
# The stages of numbered rules, by the names of these.
STAGES = {}


def result(file):
    """A file of a corpus's results."""
    return f"{RUN.results}/{{corpus}}/{file}"


def results_of(corpora, files):
    """These files of these corpora."""
    return expand(result("{file}"), corpus=corpora, file=files)


def any_of(names):
    """A pattern that matches these names and nothing else."""
    return "|".join(map(re.escape, names)) or "(?!)"


wildcard_constraints:
    corpus=any_of(CORPORA),
    suite=any_of(SUITES),
    system=any_of(SYSTEMS),
    shard=SHARD,


def pools():
    """By language pair: the corpora with systems, where there are two or more."""
    by_pair = {}
    for name, corpus in CORPORA.items():
        if corpus.systems:
            by_pair.setdefault(f"{corpus.source_language}-{corpus.target_language}", []).append(name)
    return {pair: names for pair, names in by_pair.items() if len(names) > 1}


POOLS = pools()


def numbered(stage, place, places):
    """How one of the rules of a stage is named, `ingest_system_3` for the third place."""
    # No corpus in it: names of corpora are more than queues and clusters take for a job's.
    name = f"{stage}_{places.index(place) + 1}"
    STAGES[name] = stage
    return name


def of_bundle(stage, bundle):
    """The same of one that is for a bundle of systems."""
    return numbered(stage, bundle, BUNDLES)


def as_csv(*files):
    """The exports of tables in Parquet, which nothing reads back."""
    return [str(Path(file).with_suffix(".csv")) for file in files]


def of_corpus(get):
    """An input or param function: `get` of the config of the job's corpus."""
    return lambda wildcards: get(CORPORA[wildcards.corpus])


def of_suite_folder(file):
    """A file of a suite's results."""
    return f"{RUN.results}/suites/{{suite}}/{file}"


def of_suite(get):
    """An input or param function: `get` of the config of the job's suite."""
    return lambda wildcards: get(SUITES[wildcards.suite])


def model_state(model, prefix):
    """The state of the model of a corpus's parser or aligner; of the shipped ones where none is named.

    Args:
        model: takes a corpus and gives the name of the model.
        prefix: how the names of the shipped models of that kind begin.
    """

    def of(corpus):
        if (name := model(corpus)) is None:
            return [state(installed.shipped_folder() / name) for name in installed.shipped() if name.startswith(prefix)]
        return [state(path)] if (path := installed.find(name)) else []

    return of_corpus(of)


def parser_of(corpus):
    """What decides on the parses of a corpus: its parser, and not how well that was measured to be."""
    return {name: value for name, value in corpus.parse.as_dict().items() if name != "quality"}


def quality_file(wildcards):
    """The file of what was measured with the parser of a corpus: none, or the user's one."""
    return [file] if (file := CORPORA[wildcards.corpus].parse.quality) else []


def aligner_files(corpus):
    """The files that the aligner's model and options name, for each reference."""
    named = [corpus.align.model, *corpus.align.options.values()]
    patterns = [name for name in named if isinstance(name, str)]
    filled = {p.replace("{reference}", r) for p in patterns for r in corpus.aligned_references}
    return sorted(file for file in filled if Path(file).is_file())


def translator_state(model):
    """The state of a translation model: of a folder, or the commit of one that is in the hub's cache."""
    # Needs the hub's library, which only a config with translations asks for.
    from extractors.models import hub

    path = installed.find(model)
    cached = hub.snapshot(model) if path is None and hub.HUB_NAME.fullmatch(model) else None
    return state(path) if path else cached.name if cached else "not here"


def names_files(w):
    """The files that name the domain and the document of each segment."""
    return [file for place in CORPORA[w.corpus].names.values() for file in files_of(place)]


def names_places(w):
    """What segments have the names of, with the place of these and the state of its file."""
    return [[name, place.text, state_of(place)] for name, place in CORPORA[w.corpus].names.items()]


def covariate_files(w):
    """The files of the covariates that the user brings."""
    return [file for place in CORPORA[w.corpus].covariates.values() for file in files_of(place)]


def covariate_places(w):
    """The covariates that the user brings, with their places and the states of these."""
    return [[name, place.text, state_of(place)] for name, place in CORPORA[w.corpus].covariates.items()]


def output_files(bundle):
    """An input function: the files of the outputs of a bundle's systems."""
    places = CORPORA[bundle.corpus].systems
    return lambda wildcards: [file for system in bundle.systems for file in files_of(places[system])]


def output_states(bundle):
    """A param function: the states of the outputs of a bundle's systems; of one that the run makes, Snakemake knows it."""
    corpus = CORPORA[bundle.corpus]
    return lambda wildcards: [
        "made by this run" if system in corpus.translations else state_of(corpus.systems[system])
        for system in bundle.systems
    ]


def hypothesis_files(wildcards):
    """The tables of hypotheses of every system of a corpus."""
    return [result(f"systems/{system}.parquet") for system in CORPORA[wildcards.corpus].systems]


def whole_hypothesis_files(wildcards):
    """The tables of hypotheses of every system of a corpus whose segments are cut."""
    return [result(f"whole/systems/{system}.parquet") for system in CORPORA[wildcards.corpus].systems]


def whole(file, corpus):
    """A file of the whole segments of a corpus whose segments are cut."""
    return result(f"whole/{file}").format(corpus=corpus.name)


def units_file(wildcards):
    """Which segment each unit of a corpus is of, if its segments are cut."""
    return [result("units.parquet")] if wildcards.corpus in CUT else []


def whole_statistics_files(wildcards):
    """The statistics of whole segments, of a corpus whose segments are cut."""
    if wildcards.corpus not in CUT:
        return []
    return [file.replace("statistics/", "whole/statistics/", 1) for file in statistics_files(wildcards)]


def uncut_segments(wildcards):
    """The segments of a corpus as they are, before any is cut."""
    return result("whole/segments.parquet" if wildcards.corpus in CUT else "segments.parquet")


def statistics_files(wildcards):
    """The segment statistics of every system of a corpus, by every metric."""
    corpus = CORPORA[wildcards.corpus]
    return [
        result(f"statistics/{metric}/{system}.parquet")
        for metric in corpus.metrics(RUN.settings.metrics)
        for system in corpus.systems
    ]


def score_file(corpus, metric):
    """The file of scores that the user brings for a metric, or the folder that the run writes them into."""
    file = corpus.segment_scores[metric]
    return result("test_set").format(corpus=corpus.name) if corpus.is_made(file) else file.path


def scores_state(metric):
    """A param function: the state of a file of scores; of one that the run writes, Snakemake knows it."""

    def of(corpus):
        file = corpus.segment_scores[metric]
        return "made by this run" if corpus.is_made(file) else state(file.path)

    return of_corpus(of)


def extract_targets(wildcards=None):
    test_sets = results_of([name for name, corpus in CORPORA.items() if corpus.test_set], ["test_set"])
    return results_of(CORPORA, ["input_audit.parquet", "controls.parquet", "sets"]) + test_sets


def suite_targets():
    """The tables of every suite."""
    return expand(of_suite_folder("{file}"), suite=SUITES, file=SUITE_TABLES)


def has_human_errors(corpus):
    """Whether people marked errors in the outputs of a corpus, and the hits in these can be found by links."""
    if not (corpus.test_set and corpus.systems and corpus.references and RUN.settings.accuracy.enabled):
        return False
    return is_output_aligned(corpus) and has_marked_errors(corpus.test_set, corpus.systems)


def score_targets():
    """Of the corpora that have systems, the others being only extracted, and of the suites."""
    files = ["input_audit.parquet", "scores.parquet", "distance_trends.parquet", "tables", "manifest.json"]
    if RUN.settings.accuracy.enabled:
        files += ["accuracy.parquet"]
    if RUN.settings.confounds.wanted:
        files += ["confounds.parquet"]
    by_domain = results_of(WITH_DOMAINS, ["phenomena_by_domain.parquet"])
    pooled = expand(f"{RUN.results}/pooled/{{pair}}.csv", pair=POOLS)
    marked = results_of(
        [name for name, corpus in CORPORA.items() if has_human_errors(corpus)], ["human_errors.parquet"]
    )
    of_corpora = results_of([name for name, corpus in CORPORA.items() if corpus.systems], files)
    return of_corpora + by_domain + marked + pooled + suite_targets()


def report_targets():
    """The report of each corpus that has systems, and its charts; the report of each suite."""
    files = ["report.html", *(["charts"] if RUN.settings.report.charts else [])]
    of_suites = expand(of_suite_folder("report.html"), suite=SUITES)
    return results_of([name for name, corpus in CORPORA.items() if corpus.systems], files) + of_suites


def translation_files(corpora=CORPORA, suffix="txt"):
    """The outputs that the run makes by `translate:`."""
    return [
        f"{RUN.results}/{corpus}/translations/{system}.{suffix}"
        for corpus in corpora
        for system in CORPORA[corpus].translations
    ]


def require_translations(wildcards):
    """As translation_files, but there must be something to translate."""
    if not translation_files():
        raise WorkflowError(
            f"no corpus of this run has anything to translate ({', '.join(CORPORA)})\n"
            "  remedy: give one of them `translate:`, see config/README.md"
        )
    return translation_files()


def require_scores(wildcards):
    """As score_targets, but there must be something to score."""
    if not score_targets():
        raise WorkflowError(
            f"no corpus of this run has systems to score ({', '.join(CORPORA)})\n"
            "  remedy: give one of them `systems:`, or a suite by `suites:`, or run the target extract alone"
        )
    return score_targets()


def require_reports(wildcards):
    """As report_targets, but there must be something to report."""
    require_scores(wildcards)
    return report_targets()


def dataset_targets(wildcards):
    """The published set of every corpus."""
    return results_of(CORPORA, ["dataset"])


def scores_to_publish(wildcards):
    """The scores of a corpus's own systems, which are published beside its sets, if it may be published."""
    corpus = CORPORA[wildcards.corpus]
    # Asked for as an input, so that it is refused before anything is run.
    if not corpus.references:
        raise WorkflowError(
            f"corpus {corpus.name}: a source alone is not published: nobody can score with it\n"
            "  remedy: give it `references:`"
        )
    if corpus.name in CUT:
        raise WorkflowError(
            f"corpus {corpus.name}: sets of sentences that segments were cut into are not published: nobody could cut"
            " other outputs alike\n  remedy: publish the sets of the same corpus with `unit: segment`"
        )
    try:
        check_licence(corpus.publish, corpus=corpus.name)
    except InputError as error:
        raise WorkflowError(str(error)) from None
    from extractors.publish import layout

    return [result(form.file) for form in layout.SCORES.values()] if corpus.systems else []


def is_output_aligned(corpus):
    """Whether outputs are aligned: unless nobody wants verdicts or the links are the user's, who has none to outputs."""
    return RUN.settings.accuracy.verdicts and corpus.align.aligner != "pharaoh"


def output_alignment(wildcards):
    """The links to the outputs, where they are made."""
    is_made = is_output_aligned(CORPORA[wildcards.corpus])
    return result("output_alignment.parquet").format(corpus=wildcards.corpus) if is_made else []


def tables_to_report(wildcards):
    """The tables of a corpus that its report and charts are made from."""
    files = [
        "sets.parquet",
        "scores.parquet",
        "scores_by_bucket.parquet",
        "corpus_scores.parquet",
        "distance_trends.parquet",
    ]
    files += ["phenomenon_effects.parquet", "phenomenon_effects_by_bucket.parquet", "phenomenon_trends.parquet"]
    files += ["manifest.json"]
    if RUN.settings.accuracy.enabled:
        files += ["accuracy.parquet", "accuracy_effects.parquet", "accuracy_hits.parquet"]
    if wildcards.corpus in WITH_DOMAINS:
        files += ["phenomena_by_domain.parquet"]
    if has_human_errors(CORPORA[wildcards.corpus]):
        files += ["human_errors.parquet", "human_error_hits.parquet"]
    return [result(file) for file in files] + units_file(wildcards)


def system_tables(wildcards):
    """The tables of a corpus that its report compares two systems by."""
    confounds = ["confounds.parquet"] if RUN.settings.confounds.wanted else []
    return [result(file) for file in ["system_comparisons.parquet", "system_ranks.parquet", *confounds]]
