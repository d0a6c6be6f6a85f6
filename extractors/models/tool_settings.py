"""The blocks `parse` and `align`, and what scores pairs: which model does a step, and its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from extractors.core import registry
from extractors.core.settings import Settings, Several, Text, checked, refusal
from extractors.models import aligners, parsers
from extractors.models.parsers import DEFAULT_PARSER

MODEL = "a folder, a file or a name; or by language; the shipped model if there is none"
ParserName = Annotated[str, checked(lambda name: registry.check_known(parsers, name))]
NO_ALIGNER = "none"
"""No links are made: of a pair that nothing aligns."""
BY_PAIR = "auto"
"""What aligns any pair of languages best, as it was measured: DEFAULT_ALIGNER."""
DEFAULT_ALIGNER = "simalign"
AlignerName = Annotated[
    str, checked(lambda name: name in (NO_ALIGNER, BY_PAIR) or registry.check_known(aligners, name))
]
Model = str | dict[str, str]
"""A model, or models by language."""


def gpus(options: Mapping[str, Any]) -> int:
    """Count the GPUs that a parser, aligner or pair scorer uses: one with `device: cuda` or `gpu: true`."""
    return int(str(options.get("device", "")).startswith("cuda") or options.get("gpu") is True)


class ParserSettings(Settings):
    """The parser of a language."""

    parser: ParserName = Field(
        default=DEFAULT_PARSER,
        description="the parser's name",
    )
    model: Model | None = Field(default=None, description=MODEL)
    options: dict[str, Any] = Field(default={}, description="options that only this parser has")
    quality: Model | None = Field(
        default=None,
        description="the file that `challenge-sets lab quality` wrote for this parser, or by language (default: what is"
        " shipped)",
    )

    def of_language(self, language: str) -> ParserSettings:
        """Return a copy with the model and the quality file of one language."""
        model = model_of(self.model, language)
        return self.model_copy(update={"model": model, "quality": model_of(self.quality, language)})


def model_of(model: str | Mapping[str, str] | None, language: str) -> str | None:
    """Return the model of a language, where models may be given by language; None for the shipped one."""
    return model.get(language) if isinstance(model, Mapping) else model


class AlignerSettings(Settings):
    """The word aligner."""

    aligner: AlignerName = Field(
        default=BY_PAIR,
        description="the aligner's name, `none`, or `auto`: simalign with the shipped encoder of the pair",
    )
    model: str | None = Field(default=None, description="a folder, a file or a name")
    options: dict[str, Any] = Field(default={}, description="options that only this aligner has")
    references: Several[str] | None = Field(default=None, description="names of the references to align (default: all)")
    minimum_confidence: float = Field(
        default=0.0,
        ge=0,
        le=1,
        description="links of which the aligner is less sure are left out; a value above 0 needs an aligner that gives"
        " confidences (simalign, or pharaoh with a file that has them)",
    )

    def named(self) -> Self:
        """Return these settings with the default aligner in place of `auto`."""
        return self if self.aligner != BY_PAIR else self.model_copy(update={"aligner": DEFAULT_ALIGNER})

    @property
    def aligns_outputs(self) -> bool:
        """Whether it can align outputs too, which links of one's own to references cannot."""
        return self.aligner not in ("pharaoh", NO_ALIGNER)


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
