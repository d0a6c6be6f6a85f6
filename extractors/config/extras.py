"""The extras of pyproject.toml that the jobs of a run need, known from its config: a job may need one after hours."""

from collections.abc import Iterator
from typing import Any

from extractors.config.run import RunConfig
from extractors.core import install
from extractors.models import installed
from extractors.models.our_encoders import is_ours

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
