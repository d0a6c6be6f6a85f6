"""Networks of the transformers library: loading one, and telling a multilingual one its languages."""

import copy
from collections.abc import Sequence
from typing import Any

import torch
from transformers import (
    MODEL_FOR_CAUSAL_LM_MAPPING,
    MODEL_FOR_MASKED_LM_MAPPING,
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
)

from extractors.core import install
from extractors.core.errors import InputError, unknown
from extractors.models import pretrained


def read(source: str, *, dtype: torch.dtype = torch.float32) -> tuple[Any, Any]:
    """The tokenizer and the sequence-to-sequence network in a folder, or of a name in the local cache.

    Raises:
        OSError, ValueError: as transformers raises them.
    """
    config = AutoConfig.from_pretrained(source, **pretrained.SAFE)
    if not config.is_encoder_decoder:
        raise InputError(
            f"{source!r} is not a sequence-to-sequence model ({config.model_type})",
            remedy="name one that translates, such as Helsinki-NLP/opus-mt-en-de",
        )
    return _read(source, config, AutoModelForSeq2SeqLM, dtype=dtype)


def read_causal(source: str, *, dtype: torch.dtype = torch.float32, is_spread: bool = False) -> tuple[Any, Any]:
    """The tokenizer and the decoder-only network in a folder, or of a name in the local cache; raises as `read`.

    Args:
        is_spread: lay the layers over all devices, which needs the package accelerate.
    """
    config = AutoConfig.from_pretrained(source, **pretrained.SAFE)
    # A model that reads in both directions, such as BERT, would see the words that it is to predict.
    if config.is_encoder_decoder or type(config) not in MODEL_FOR_CAUSAL_LM_MAPPING or _reads_both_ways(config):
        raise InputError(
            f"{source!r} is not a decoder-only model ({config.model_type})",
            remedy="name one that continues text, or set `kind: seq2seq` for one that translates",
        )
    where = {"device_map": "auto"} if is_spread else {}
    return _read(source, config, AutoModelForCausalLM, dtype=dtype, **where)


def _reads_both_ways(config: Any) -> bool:
    """Whether transformers makes an encoder of this configuration, which can also be made a decoder."""
    return type(config) in MODEL_FOR_MASKED_LM_MAPPING and not getattr(config, "is_decoder", False)


def _read(source: str, config: Any, kind: Any, *, dtype: torch.dtype = torch.float32, **where: str) -> tuple[Any, Any]:
    try:
        tokenizer = AutoTokenizer.from_pretrained(source, **pretrained.SAFE)
    except ImportError as error:
        raise InputError(
            f"the tokenizer of {source!r} needs a library that is not installed: {str(error).strip().splitlines()[0]}",
            remedy=install.command("torch"),
        ) from error
    return tokenizer, pretrained.weights(kind, source, config, dtype=dtype, **where)


def generation_of(model: Any, *, beams: int | None, most: int) -> Any:
    """How a model generates, so that it can be repeated: one output, without sampling, of so many subwords at most."""
    generation = copy.deepcopy(model.generation_config)
    generation.update(do_sample=False, num_return_sequences=1, max_length=None, max_new_tokens=most)
    generation.update(temperature=None, top_k=None, top_p=None, num_beams=beams or generation.num_beams or 1)
    return generation


def generate(tokenizer: Any, model: Any, batch: Sequence[list[int]], generation: Any) -> list[list[int]]:
    """What a model makes of the subwords of some texts, a row each."""
    padded = tokenizer.pad({"input_ids": batch}, return_tensors="pt")
    inputs = {name: padded[name].to(model.device) for name in ("input_ids", "attention_mask")}
    with torch.inference_mode():
        rows: list[list[int]] = model.generate(**inputs, generation_config=generation).tolist()
    return rows


def length_of(row: Sequence[int], ends: int | Sequence[int] | None) -> int:
    """How many subwords stand before the end of a row.

    Args:
        ends: the subwords that end a text, as a model's configuration has them.
    """
    named = {ends} if isinstance(ends, int) else set(ends or ())
    return next((place for place, token in enumerate(row) if token in named), len(row))


def set_languages(tokenizer: Any, model: Any, name: str, source: str | None, target: str | None) -> int | None:
    """Tell a multilingual tokenizer its languages; the token that translations begin with, if there is one."""
    if not hasattr(tokenizer, "src_lang"):
        if source or target:
            raise InputError(
                f"{name!r} has no codes of languages", remedy="leave out `source_code:` and `target_code:`"
            )
        return None
    if source is None or (target is None and model.generation_config.forced_bos_token_id is None):
        raise InputError(
            f"{name!r} is for many languages",
            remedy="name its two as its tokenizer calls them: `source_code:` and `target_code:`",
        )
    _code_id(tokenizer, name, source)
    tokenizer.src_lang = source
    return None if target is None else _code_id(tokenizer, name, target)


def _code_id(tokenizer: Any, name: str, code: str) -> int:
    tokens: dict[str, str] = getattr(tokenizer, "lang_code_to_token", {})
    token_id = tokenizer.convert_tokens_to_ids(tokens.get(code, code))
    if token_id is None or token_id == tokenizer.unk_token_id or (tokens and code not in tokens):
        known = tokens or [token for token in tokenizer.all_special_tokens if not token.startswith("<")]
        raise unknown(f"language of {name}", code, known)
    return int(token_id)
