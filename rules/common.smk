# The Python of the rules: the checked config, and what the rules derive from it.
#
# It runs where Snakemake runs, which may have Snakemake alone (--sdm conda): nothing here imports more.
import os
import re
import sys
from functools import cache
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger
from snakemake.settings.types import DeploymentMethod

# A checkout's workflow runs the checkout's package, here and in jobs, whether or not another is installed; that of a
# wheel, the wheel's.
CHECKOUT = Path(workflow.current_basedir.get_path_or_uri(secret_free=True)).parent
if (CHECKOUT / "extractors").is_dir():
    sys.path.insert(0, str(CHECKOUT))

# Whether this is the process of a run of this workflow, or of a Snakefile that includes it: no job on another machine, no
# module of another one.
IS_RUN_BY_US = workflow.is_main_process and workflow.modifier.is_main_snakefile()

from extractors.config.output_settings import check_licence
from extractors.config.corpus_texts import HTER_FILE
from extractors.config.run import build_config
from extractors.config import targets
from extractors.config.targets import (
    aligner_files,
    has_accuracy,
    has_human_errors,
    has_marks,
    has_post_edits,
    metric_of_findings,
    model_states,
    parser_of,
    places_with_states,
    require_extras,
    score_file,
    tables_to_report,
)
from extractors.core import wings, yamlfile
from extractors.core.errors import InputError
from extractors.core.files import state
from extractors.core.version import RESULTS_VERSION
from extractors.core.shipped import share_checkout, shipped, write_environment
from extractors.extract.shards import PATTERN as SHARD
from extractors.models.tool_settings import gpus
from extractors.inputs.reading import files_of, state_of

share_checkout()
HAS_CONDA = DeploymentMethod.CONDA in workflow.deployment_settings.deployment_method

load_once = cache(yamlfile.load)

# The bundled config is for who names no other, by --configfile or, of a module, by `config:`.
if "corpora" not in config and not wings.with_blocks(config):
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
    if not HAS_CONDA:
        require_extras(RUN)
    # Absolute: Snakemake takes a path as relative to the rule file, which a wing has elsewhere.
    BESIDE = str(CHECKOUT / "workflow/envs/challenge-sets.yaml")
    ENVIRONMENT = write_environment(Path(".snakemake")) if HAS_CONDA else BESIDE
except InputError as error:
    raise WorkflowError(str(error)) from None

CORPORA = RUN.corpora
# Those whose segments are cut into sentences, and the others.
CUT = [name for name, corpus in CORPORA.items() if corpus.unit == "sentence"]
UNCUT = [name for name in CORPORA if name not in CUT]
SYSTEMS = {system for corpus in CORPORA.values() for system in corpus.systems}
# The scores that users bring; no metric that is computed has their names.
BROUGHT = {metric for corpus in CORPORA.values() for metric in corpus.segment_scores}


def result(file):
    """A file of a corpus's results."""
    return f"{RUN.results}/{{corpus}}/{file}"


def any_of(names):
    """A pattern that matches these names and nothing else."""
    return "|".join(map(re.escape, names)) or "(?!)"


wildcard_constraints:
    corpus=any_of(CORPORA),
    system=any_of(SYSTEMS),
    metric=any_of([*RUN.settings.computed_metrics, *BROUGHT]),
    shard=SHARD,


def as_csv(*files):
    """The exports of tables in Parquet, which nothing reads back."""
    return [str(Path(file).with_suffix(".csv")) for file in files]


def told(check, *arguments):
    """What a function gives; its error of the input in Snakemake's own form, without a traceback."""
    try:
        return check(*arguments)
    except InputError as error:
        raise WorkflowError(str(error)) from None


def scores_to_publish(corpus):
    """The scores of a corpus's own systems, which stand next to its published sets, if it may be published."""
    told(check_licence, corpus.publish, corpus.name)
    # Planning another target must not wait for it.
    from extractors.publish import layout

    return [result(form.file) for form in layout.SCORES.values() if corpus.systems]


def where(asks, file):
    """An input function: a file of a corpus's results if `asks` of its config is true."""
    return lambda wildcards: result(file) if asks(CORPORA[wildcards.corpus]) else []


def of_corpus(get):
    """An input or param function: `get` of the config of the job's corpus."""
    return lambda wildcards: get(CORPORA[wildcards.corpus])


def folders_of_metrics(folder):
    """The folder of each computed metric."""
    return [directory(result(f"{folder}/{metric}")) for metric in RUN.settings.computed_metrics]


def statistics_folders(wildcards):
    """The folders with the segment statistics of every system of a corpus: one for each metric."""
    return [
        result(f"statistics/{metric}") for metric in CORPORA[wildcards.corpus].metrics(RUN.settings.computed_metrics)
    ]


def whole_statistics_folders(wildcards):
    """The same of whole segments, of a corpus whose segments are cut."""
    if wildcards.corpus not in CUT:
        return []
    return [file.replace("statistics/", "whole/statistics/", 1) for file in statistics_folders(wildcards)]


def uncut_segments(wildcards):
    """The segments of a corpus as they are, before any is cut."""
    return result("whole/segments.parquet" if wildcards.corpus in CUT else "segments.parquet")
