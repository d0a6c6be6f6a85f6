"""What a run leaves out of a corpus that has no references, in a line of its own."""

from collections.abc import Iterator

from extractors.config.corpus import CorpusConfig
from extractors.config.run import RunConfig

LABELS = {"bleu": "BLEU", "chrf": "chrF", "ribes": "RIBES", "ter": "TER"}
"""What metrics are called, where that is not the name of their file."""


def without_references(run: RunConfig) -> Iterator[str]:
    """A line for each corpus without references: what of its results needs one."""
    for corpus in run.corpora.values():
        if not corpus.references:
            yield f"{corpus.name}: no references: no {', '.join(_left_out(run, corpus))}"


def _left_out(run: RunConfig, corpus: CorpusConfig) -> list[str]:
    """What there would be with a reference; a source alone is not scored anyway."""
    chosen = [p.id for p in corpus.phenomena if p.measure]
    names = ["alignment to references", *(["reordering"] if not chosen else [])]
    if corpus.systems:
        names += [LABELS.get(metric, metric) for metric in run.settings.computed_metrics]
        names += [name for name, command in run.settings.metric_commands.items() if command.takes_reference]
        names += ["accuracy"] * run.settings.accuracy.enabled
    return names
