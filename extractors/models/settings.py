"""The blocks `parse`, `align` and `translate`, and what scores pairs: which model does a step, and its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from extractors.core.settings import REQUIRED, Settings, setting

DEFAULT_PARSER = "biaffine"
"""The parser of the shipped models."""

MODEL = "a folder, a file or a name; or by language; the shipped model if there is none"


@dataclass(frozen=True, kw_only=True)
class ParserSettings(Settings):
    """The parser of a language."""

    parser: str = setting(DEFAULT_PARSER, "the parser's name")
    model: str | Mapping[str, str] | None = setting(None, MODEL)
    options: Mapping[str, Any] = setting({}, "options that only this parser has")
    quality: str | Mapping[str, str] | None = setting(
        None,
        "the file that `challenge-sets lab quality` wrote for this parser, or by language (default: what is shipped)",
    )

    def of_language(self, language: str) -> ParserSettings:
        """The same with the model and the figures of one language."""
        return replace(self, model=model_of(self.model, language), quality=model_of(self.quality, language))


def model_of(model: str | Mapping[str, str] | None, language: str) -> str | None:
    """The model of a language, where models may be given by language; None for the shipped one."""
    return model.get(language) if isinstance(model, Mapping) else model


@dataclass(frozen=True, kw_only=True)
class AlignerSettings(Settings):
    """The word aligner."""

    aligner: str = setting("simalign", "the aligner's name")
    model: str | None = setting(None, "a folder, a file or a name")
    options: Mapping[str, Any] = setting({}, "options that only this aligner has")
    references: tuple[str, ...] | None = setting(
        None, "names of the references to align, the first of them for reordering (default: all)"
    )
    minimum_confidence: float = setting(
        0.0,
        "links of which the aligner is less sure are left out; a value above 0 needs an aligner that gives"
        " confidences (simalign, eflomal with several `runs`, or pharaoh with a file that has them)",
        minimum=0,
        maximum=1,
    )


@dataclass(frozen=True, kw_only=True)
class TranslatorSettings(Settings):
    """A sequence-to-sequence model, and how it translates."""

    model: str = setting(REQUIRED, "a folder or a name at the Hugging Face hub", minLength=1)
    device: str = setting("cpu", "cpu or cuda")
    batch_size: int = setting(16, "segments that are translated at once", minimum=1, maximum=100_000)
    beams: int | None = setting(
        None,
        "hypotheses kept in beam search, 1 for greedy search (default: as the model says)",
        minimum=1,
        maximum=1_000,
    )
    max_length: int | None = setting(
        None,
        "the most subwords of a translation (default: what the model can make, at most 512)",
        minimum=1,
        maximum=100_000,
    )
    source_prefix: str = setting(
        "", "what is put before each segment, for models that want it: a task, a target language"
    )
    source_code: str | None = setting(None, "the source language as the tokenizer of a multilingual model calls it")
    target_code: str | None = setting(None, "the target language as the tokenizer of a multilingual model calls it")
    download: bool = setting(False, "get a model of the hub that is not on this machine")


SEQ2SEQ, CAUSAL = "seq2seq", "causal"


@dataclass(frozen=True, kw_only=True)
class PairScorerSettings(Settings):
    """A model, and how it scores given translations."""

    model: str = setting(REQUIRED, "a folder or a name at the Hugging Face hub", minLength=1)
    kind: str = setting(
        SEQ2SEQ, "seq2seq (a model that translates) or causal (a decoder-only one)", enum=[SEQ2SEQ, CAUSAL]
    )
    prompt: str | None = setting(
        None, "of a causal model: what stands before the translation, with {source} for the source text"
    )
    normalise: bool = setting(False, "divide by the number of subwords that are scored")
    device: str = setting("cpu", "cpu or cuda")
    batch_size: int = setting(16, "pairs that are scored at once", minimum=1)
    source_prefix: str = setting(
        "", "of a seq2seq model: what is put before each source text: a task, a target language"
    )
    source_code: str | None = setting(None, "the source language as the tokenizer of a multilingual model calls it")
    target_code: str | None = setting(None, "the target language as the tokenizer of a multilingual model calls it")
    download: bool = setting(False, "get a model of the hub that is not on this machine")
