"""The extras of pyproject.toml that a run needs: known from its config alone, without an import of their packages."""

from collections.abc import Iterable, Iterator, Mapping

from extractors.config.corpus import CorpusConfig
from extractors.config.run import RunConfig
from extractors.core import install
from extractors.inputs.places import Place
from extractors.models import installed
from extractors.models.our_encoders import is_ours
from extractors.score.metric_settings import Options

WORKFLOW = "the workflow"
OF_BLEU = {"ja-mecab": "ja", "ko-mecab": "ko"}
"""By tokenizer of BLEU, the extra that brings its dictionary."""


def require_extras(run: RunConfig, who: str = WORKFLOW) -> None:
    """Check that all packages that a run needs are installed.

    Args:
        who: what needs those of every run.
    """
    wanted = {"run": who}
    for corpus in run.corpora.values():
        for extra, part in _of_corpus(corpus, run.settings.computed_metrics):
            wanted.setdefault(extra, part)
    for suite in run.suites.values():
        wanted |= dict(_of_places([*suite.systems.values(), *([suite.sources] if suite.sources else [])]))
        for made in suite.scorers.values():
            wanted["torch"] = f"the model {made.model!r} that scores pairs"
    install.require(wanted)


def _of_corpus(corpus: CorpusConfig, metrics: Mapping[str, Options]) -> Iterator[tuple[str, str]]:
    """The extras of a corpus, each with the part of it that needs one. A backend's extra has the backend's name."""
    parsers, aligner = {corpus.parse.parser, corpus.lemmas.parser}, corpus.align.aligner
    yield from ((name, f"the parser {name!r}") for name in install.EXTRAS if name in parsers)
    if aligner in install.EXTRAS and (corpus.references or corpus.systems):
        yield aligner, f"the aligner {aligner!r}"
    yield from (("torch", what) for what in _of_pytorch(corpus))
    yield from _of_places(corpus.places())
    for options in corpus.metrics(metrics).values():
        if extra := OF_BLEU.get(str(options.get("tokenize"))):
            yield extra, f"the tokenizer {options['tokenize']}"


def _of_pytorch(corpus: CorpusConfig) -> Iterator[str]:
    """What PyTorch runs: an encoder that is not ours, and what is to run on a GPU."""
    align = corpus.align
    folder = None if align.model is None else installed.find(align.model)
    if align.aligner == "simalign" and align.model is not None and not (folder and is_ours(folder)):
        yield f"the encoder {align.model!r}"
    for name, tool in (("parser", corpus.parse), ("parser", corpus.lemmas), ("aligner", align)):
        if (device := tool.options.get("device", "cpu")) != "cpu":
            yield f"the {name} on the device {device!r}"


def _of_places(places: Iterable[Place]) -> Iterator[tuple[str, str]]:
    yield from (("datasets", f"the place {place.text}") for place in places if place.importer == "huggingface")
