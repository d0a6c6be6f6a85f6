"""The block `score_by` of a suite: the model that scores given translations, here or behind a server."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from extractors.core.settings import Settings, Text, refusal

Precision = Annotated[
    Literal["float32", "bfloat16", "float16"],
    Field(description="the precision of the weights; large chat models want bfloat16"),
]


class EndpointSettings(Settings):
    """A server of chat models that speaks the protocol of OpenAI: vLLM, llama.cpp, Ollama, or a hosted one."""

    url: Annotated[str, Field(pattern=r"^https?://[^\s@?#]+$")] = Field(
        description="its address up to /v1: http://localhost:8000/v1"
    )
    key_variable: Annotated[str, Field(pattern="^[A-Z][A-Z0-9_]*(KEY|TOKEN)$")] | None = Field(
        default=None, description="the environment variable that holds the key, never the key itself: OPENAI_API_KEY"
    )
    parameters: dict[str, Any] = Field(
        default={"temperature": 0},
        description="further fields of a request besides model and messages: temperature, max_tokens",
    )
    at_once: int = Field(default=4, ge=1, le=1_000, description="requests that wait for an answer at the same time")
    requests_per_minute: float | None = Field(
        default=None, ge=0.001, le=1_000_000, description="the most requests that begin in a minute (default: no limit)"
    )
    timeout: float = Field(default=600.0, gt=0, le=86_400, description="seconds to wait for a whole answer")
    tries: int = Field(default=8, ge=1, le=100, description="how often a request is sent that fails for now")

    @model_validator(mode="before")
    @classmethod
    def _keeps_keys_out(cls, written: Any) -> Any:
        """Refuse the key itself, under any of the names that it has elsewhere."""
        if isinstance(written, dict) and (given := sorted({"api_key", "key", "token"} & {*written})):
            raise refusal(
                f"the key of a server is not written into a config ({given[0]!r})",
                "export it, and name the environment variable: `key_variable: OPENAI_API_KEY`",
            )
        return written


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
    endpoint: EndpointSettings | None = Field(
        default=None, description="the server of vLLM that has the model, instead of this machine"
    )
    tokenizer: Text | None = Field(
        default=None,
        description="of a model behind a server: the folder or hub name of its tokenizer (default: as `model`)",
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

    @model_validator(mode="after")
    def _fits_the_place(self) -> Self:
        """Refuse an option that would not be heeded where the model is."""
        if self.endpoint is None:
            if self.tokenizer is not None:
                raise refusal("`tokenizer` is for a model behind a server", "leave it out, or set `endpoint:`")
            return self
        if self.kind == SEQ2SEQ:
            raise refusal("an endpoint is for a decoder-only model", "set `kind: causal` or `kind: chat`")
        for name in ("dtype", "device", "batch_size"):
            if getattr(self, name) != type(self).model_fields[name].default:
                raise refusal(f"`{name}` is not heeded by a model of an endpoint", "leave it out")
        return self
