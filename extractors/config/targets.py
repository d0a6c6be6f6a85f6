"""List for the rules the files of each target, what else results depend on, and the extras of the jobs."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from extractors.config.corpus import CorpusConfig
from extractors.config.from_testset import has_marked_errors
from extractors.config.run import RunConfig
from extractors.core import install
from extractors.core.errors import InputError
from extractors.core.files import state
from extractors.inputs.places import Place
from extractors.inputs.reading import state_of
from extractors.models import installed
from extractors.models.our_encoders import is_ours
from extractors.scoring.metric_settings import primary_metric

LABELS = {"bleu": "BLEU", "chrf": "chrF", "ribes": "RIBES", "ter": "TER"}
"""What metrics are called, where that is not the name of their file."""


def extract_targets(run: RunConfig) -> list[str]:
    """List what extraction writes for each corpus: sets, controls and the tables in between."""
    # With what lies between: Snakemake would not miss a file that a failed job has lost where those after it are there.
    tables = ("input_audit", "controls", "segments", "hits", "sets", "covariates")
    return [
        f"{run.results}/{name}/{file}"
        for name, corpus in run.corpora.items()
        for file in (
            *(f"{table}.parquet" for table in tables),
            "source.conllu.gz",
            *["alignment.parquet"] * corpus.is_aligned,
            *["output_alignment.parquet"] * corpus.is_chosen_by_outputs,
            *["systems"] * bool(corpus.systems),
            *["sets"] * run.settings.sets.export,
            *["test_set"] * (corpus.test_set is not None),
        )
    ]


def score_targets(run: RunConfig) -> list[str]:
    """List the tables of all corpora with systems, and what wings score; raise InputError if there is nothing."""
    found = [
        f"{run.results}/{name}/{file}"
        for name in _scored(run)
        for file in (
            *("input_audit.parquet", "scores.parquet", "conclusions.parquet", "tables"),
            "manifest.json",
            *["accuracy.parquet"] * has_accuracy(run, run.corpora[name]),
            *["human_errors.parquet", "error_agreement.parquet"] * has_human_errors(run, run.corpora[name]),
        )
    ]
    found += [file for block in run.blocks.values() for file in block.score_targets()]
    if not found:
        raise InputError(
            f"no corpus in this run has systems to score ({', '.join(run.corpora)})",
            remedy="give one of them `systems:`, or run only the target extract",
        )
    return found


def report_targets(run: RunConfig) -> list[str]:
    """List the page and charts of each corpus with systems, and the pages of wings."""
    score_targets(run)
    made = ["report.html", *["charts"] * run.settings.report.charts]
    pages = [f"{run.results}/{name}/{file}" for name in _scored(run) for file in made]
    return pages + [file for block in run.blocks.values() for file in block.report_targets()]


def all_targets(run: RunConfig) -> list[str]:
    """List everything but data sets to publish, which need a licence."""
    is_scored = bool(_scored(run) or run.blocks)
    return extract_targets(run) + (score_targets(run) + report_targets(run) if is_scored else [])


def publish_targets(run: RunConfig) -> list[str]:
    """List the folder of each corpus's data set to publish."""
    return [f"{run.results}/{name}/dataset" for name in run.corpora]


def tables_to_report(run: RunConfig, corpus: CorpusConfig) -> list[str]:
    """List the tables that the page and the charts of a corpus are made from."""
    files = ["sets.parquet", "scores.parquet", "corpus_scores.parquet"]
    files += ["findings.parquet", "conclusions.parquet", "effects.parquet", "departures.parquet", "manifest.json"]
    files += ["accuracy.parquet", "accuracy_hits.parquet", "word_departures.parquet"] * has_accuracy(run, corpus)
    files += ["human_errors.parquet", "human_error_hits.parquet"] * has_human_errors(run, corpus)
    files += ["units.parquet"] * (corpus.unit == "sentence")
    return [f"{run.results}/{corpus.name}/{file}" for file in files]


def metric_of_findings(run: RunConfig, corpus: CorpusConfig) -> str:
    """Return the metric that tests the phenomena of a corpus, which must have at least one."""
    return primary_metric(list(corpus.metrics(run.settings.computed_metrics)), run.settings.report.metric)


def score_file(run: RunConfig, corpus: CorpusConfig, metric: str) -> str:
    """Return the file of scores that the user brings for a metric, or the folder that the run writes them into."""
    file = corpus.segment_scores[metric]
    return f"{run.results}/{corpus.name}/test_set" if corpus.is_taken(file) else file.path


def has_human_errors(run: RunConfig, corpus: CorpusConfig) -> bool:
    """Return whether people marked or changed outputs of a corpus, and hits can be found there by links."""
    return has_marks(run, corpus) or has_post_edits(run, corpus)


def has_marks(run: RunConfig, corpus: CorpusConfig) -> bool:
    """Return whether people marked errors in the outputs of a corpus's test set, and the outputs can be aligned."""
    if not (corpus.test_set and corpus.systems and has_accuracy(run, corpus)):
        return False
    return corpus.align.aligns_outputs and has_marked_errors(corpus.test_set, corpus.systems)


def has_post_edits(run: RunConfig, corpus: CorpusConfig) -> bool:
    """Return whether a corpus has post-edits of its outputs, and they can be aligned."""
    return bool(corpus.post_edits) and run.settings.accuracy.enabled and corpus.align.aligns_outputs


def has_accuracy(run: RunConfig, corpus: CorpusConfig) -> bool:
    """Return whether the words of hits are looked for in outputs, by their links to references."""
    return run.settings.accuracy.enabled and corpus.is_aligned


def _scored(run: RunConfig) -> list[str]:
    return [name for name, corpus in run.corpora.items() if corpus.systems]


def without_references(run: RunConfig) -> Iterator[str]:
    """Say in a line for each corpus without references which results need one."""
    for corpus in run.corpora.values():
        if not corpus.references:
            yield f"{corpus.name}: no references: no {', '.join(_left_out(run, corpus))}"


def _left_out(run: RunConfig, corpus: CorpusConfig) -> list[str]:
    """Name what a reference would add; a source alone is not scored anyway."""
    chosen = [p.id for p in corpus.phenomena if p.measure]
    names = ["alignment to references", *(["reordering"] if not chosen else [])]
    if corpus.systems:
        names += [LABELS.get(metric, metric) for metric in run.settings.computed_metrics]
        names += ["accuracy"] * run.settings.accuracy.enabled
    return names


def model_states(name: str | None, prefix: str | tuple[str, ...]) -> list[Any]:
    """Return the state of a parser's or aligner's model; of the shipped ones if none is named.

    Args:
        prefix: how the names of the shipped models of that kind begin.
    """
    if name is None:
        return [state(installed.shipped_folder() / one) for one in installed.shipped() if one.startswith(prefix)]
    return [state(path)] if (path := installed.find(name)) else []


def parser_of(corpus: CorpusConfig) -> dict[str, Any]:
    """Return the settings of a corpus's parser that affect the parses: all but its measured quality."""
    return {name: value for name, value in corpus.parse.as_dict().items() if name != "quality"}


def aligner_files(corpus: CorpusConfig) -> list[str]:
    """List the files that the aligner's model and options name; `{reference}` stands for the name of each reference."""
    named = [corpus.align.model, *corpus.align.options.values()]
    patterns = [name for name in named if isinstance(name, str)]
    filled = {p.replace("{reference}", r) for p in patterns for r in corpus.aligned_references}
    return sorted(file for file in filled if Path(file).is_file())


def places_with_states(places: Mapping[str, Place]) -> list[list[Any]]:
    """Return [name, place, state of its file] for each place."""
    return [[name, place.text, state_of(place)] for name, place in places.items()]


BRINGING = {
    "stanza": "stanza",
    "udpipe": "udpipe",
    "simalign_package": "paper",
    "ja-mecab": "ja",
    "ko-mecab": "ko",
}
"""By parser, aligner, or tokenizer of BLEU."""


def require_extras(run: RunConfig) -> None:
    """Check that the packages of a run's jobs are installed."""
    install.require("run", *_named(run), who="the workflow")


def _named(run: RunConfig) -> Iterator[str]:
    for corpus in run.corpora.values():
        align, metrics = corpus.align, corpus.metrics(run.settings.computed_metrics)
        names: list[Any] = [corpus.parse.parser, align.aligner]
        names += [options.get("tokenize") for options in metrics.values()]
        yield from (BRINGING[str(name)] for name in names if str(name) in BRINGING)
        folder = installed.find(align.model) if align.model else None
        is_other = align.aligner == "simalign" and align.model is not None and not (folder and is_ours(folder))
        if is_other or align.options.get("device", "cpu") != "cpu":
            yield "torch"
    for block in run.blocks.values():
        yield from block.extras()
