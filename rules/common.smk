# The only Python of the workflow layer: the checked config, and what the rules derive from it.
import re
from pathlib import Path

from snakemake.exceptions import WorkflowError

import extractors

from extractors import importers, parsers, tokenizers
from extractors.config.publishing import check_licence
from extractors.config.run import build_config
from extractors.core import registry, yamlfile
from extractors.core.errors import InputError
from extractors.core.files import state
from extractors.core.fingerprint import fingerprint as code_of
from extractors.models import hub, installed
from extractors.publish import layout as published
from extractors.report.terminal import show
from extractors.texts.reading import files_of, state_of

# A run named with --configfile takes the place of the bundled one; otherwise both would be run.
if not workflow.overwrite_configfiles:
    # Snakemake's own message on a syntax error names neither file nor line.
    try:
        yamlfile.load("config/config.yaml")
    except InputError as error:
        raise WorkflowError(str(error)) from None

    configfile: "config/config.yaml"


try:
    RUN = build_config(config, [yamlfile.load(path) for path in workflow.configfiles])
except InputError as error:
    raise WorkflowError(str(error)) from None

# Modules that are found by name at run time, which no import statement tells of.
IMPORTERS = [f"extractors.importers.{name}" for name in registry.names(importers)]
TOKENIZERS = [f"extractors.tokenizers.{name}" for name in registry.names(tokenizers)]
RESULTS = str(RUN.results)
CORPORA = RUN.corpora
SYSTEMS = {system for corpus in CORPORA.values() for system in corpus.systems}
BROUGHT = {metric for corpus in CORPORA.values() for metric in corpus.segment_scores}


def any_of(names):
    """A pattern that matches these names and nothing else."""
    return "|".join(map(re.escape, names)) or "(?!)"


wildcard_constraints:
    corpus=any_of(CORPORA),
    system=any_of(SYSTEMS),
    metric=any_of([*RUN.metrics, *BROUGHT]),


def of_corpus(get):
    """An input or param function: `get` of the config of the job's corpus."""
    return lambda wildcards: get(CORPORA[wildcards.corpus])


def model_state(step, prefix):
    """The state of the model of a corpus's parser or aligner; of the shipped ones where none is named."""

    def of(corpus):
        model = getattr(corpus, step)["model"]
        if model is None:
            return [state(installed.shipped_folder() / name) for name in installed.shipped() if name.startswith(prefix)]
        return [state(found)] if (found := installed.find(model)) else []

    return of_corpus(of)


def translator_state(model):
    """The state of a translation model: of a folder, or the commit of one that is in the hub's cache."""
    found = installed.find(model)
    cached = hub.snapshot(model) if found is None and hub.HUB_NAME.fullmatch(model) else None
    return state(found) if found else cached.name if cached else "not here"


MATCHED = [name for name in RUN.controls["match"] if name != "length"]


def domain_file(covariates):
    """The file of a corpus's domains, if they are among the covariates."""
    return of_corpus(lambda c: files_of(c.domain) if "domain" in covariates else [])


def domain_place(covariates):
    """The place of a corpus's domains and the state of its file, if they are among the covariates."""
    return of_corpus(lambda c: [c.domain, state_of(c.domain)] if "domain" in covariates else [None])


def output_state(wildcards):
    """The state of a system's output; of one that the run makes, Snakemake knows it."""
    corpus = CORPORA[wildcards.corpus]
    made = wildcards.system in corpus.translations
    return "made by this run" if made else state_of(corpus.systems[wildcards.system])


def hypothesis_files(wildcards):
    """The tables of hypotheses of every system of a corpus."""
    return [f"{RESULTS}/{wildcards.corpus}/systems/{system}.parquet" for system in CORPORA[wildcards.corpus].systems]


def statistics_files(wildcards):
    """The segment statistics of every system of a corpus, by every metric."""
    return [
        f"{RESULTS}/{wildcards.corpus}/statistics/{metric}/{system}.parquet"
        for metric in CORPORA[wildcards.corpus].metrics(RUN)
        for system in CORPORA[wildcards.corpus].systems
    ]


def extract_files():
    return expand(
        [f"{RESULTS}/{{corpus}}/controls.parquet", f"{RESULTS}/{{corpus}}/sets"],
        corpus=CORPORA,
    )


def score_files():
    """Of the corpora that have systems; the others are only extracted."""
    files = ["scores.csv", "distance_trends.csv", "tables", "manifest.json"]
    if RUN.accuracy["enabled"]:
        files += ["accuracy.csv"]
    if RUN.confounds["covariates"] or RUN.confounds["minimum_length"]:
        files += ["confounds.csv"]
    return expand(
        f"{RESULTS}/{{corpus}}/{{file}}",
        corpus=[name for name, corpus in CORPORA.items() if corpus.systems],
        file=files,
    )


def translation_files(corpora=CORPORA, suffix="txt"):
    """The outputs that the run makes by `translate:`."""
    return [
        f"{RESULTS}/{corpus}/translations/{system}.{suffix}"
        for corpus in corpora
        for system in CORPORA[corpus].translations
    ]


def files_to_translate(wildcards):
    """As translation_files, but there must be something to translate."""
    if not translation_files():
        raise WorkflowError(
            f"no corpus of this run has anything to translate ({', '.join(CORPORA)})\n"
            "  remedy: give one of them `translate:`, see config/README.md"
        )
    return translation_files()


def files_to_score(wildcards):
    """As score_files, but there must be something to score."""
    if not score_files():
        raise WorkflowError(
            f"no corpus of this run has systems to score ({', '.join(CORPORA)})\n"
            "  remedy: give one of them `systems:`, or run the target extract alone"
        )
    return score_files()


def scores_to_publish(wildcards):
    """The scores of a corpus's own systems, which are published beside its sets, if it may be published."""
    corpus = CORPORA[wildcards.corpus]
    # Asked for as an input, so that it is refused before anything is run.
    try:
        check_licence(corpus.publish, corpus=corpus.name)
    except InputError as error:
        raise WorkflowError(str(error)) from None
    return [f"{RESULTS}/{corpus.name}/{file}" for file in published.SCORES] if corpus.systems else []


def folders_to_publish(wildcards):
    """The published set of every corpus."""
    return expand(f"{RESULTS}/{{corpus}}/dataset", corpus=CORPORA)


def numbers_to_report(wildcards):
    """The tables of a corpus that its report and charts are made from."""
    files = ["sets.parquet", "scores.csv", "corpus_scores.csv", "distance_trends.csv", "manifest.json"]
    if RUN.accuracy["enabled"]:
        files += ["accuracy.csv", "accuracy_hits.parquet"]
    return [f"{RESULTS}/{wildcards.corpus}/{file}" for file in files]


def report_files():
    """The report of each corpus that has systems, and its charts."""
    return expand(
        f"{RESULTS}/{{corpus}}/{{file}}",
        corpus=[name for name, corpus in CORPORA.items() if corpus.systems],
        file=["report.html", *(["charts"] if RUN.report["charts"] else [])],
    )


def files_to_report(wildcards):
    """As report_files, but there must be something to report."""
    files_to_score(wildcards)
    return report_files()


def show_scores():
    """The score tables of this run in the terminal; not those of sets that this run has made anew."""
    for name in CORPORA:
        scores, controls = (RUN.results / name / file for file in ("scores.csv", "controls.parquet"))
        if scores.exists() and scores.stat().st_mtime >= controls.stat().st_mtime:
            show(RUN.results / name, alpha=RUN.statistics["alpha"])
