"""The block `score_by` of a suite: the model that scores given translations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from extractors.core.settings import Settings, Text

Precision = Annotated[
    Literal["float32", "bfloat16", "float16"],
    Field(description="the precision of the weights; large chat models want bfloat16"),
]


SEQ2SEQ, CAUSAL, CHAT = "seq2seq", "causal", "chat"


class PairScorerSettings(Settings):
    """A model, and how it scores given translations."""

    model: Text = Field(description="a folder or a name at the Hugging Face hub")
    device: str = Field(default="cpu", description="cpu or cuda")
    source_code: str | None = Field(
        default=None, description="the source language as the tokenizer of a multilingual model calls it"
    )
    target_code: str | None = Field(
        default=None, description="the target language as the tokenizer of a multilingual model calls it"
    )
    download: bool = Field(default=False, description="get a model of the hub that is not on this machine")
    kind: Literal["seq2seq", "causal", "chat"] = Field(
        default="seq2seq",
        description="seq2seq (a model that translates), causal (a decoder-only one) or chat (one by its chat template)",
    )
    prompt: str | None = Field(
        default=None,
        description="of a causal model what stands before the translation, of a chat model what is asked, with {source}"
        " for the source text",
    )
    dtype: Precision = "float32"
    normalise: bool = Field(default=False, description="divide by the number of subwords that are scored")
    batch_size: int = Field(default=16, ge=1, le=100_000, description="pairs that are scored at once")
    source_prefix: str = Field(
        default="", description="of a seq2seq model: what is put before each source text: a task, a target language"
    )
