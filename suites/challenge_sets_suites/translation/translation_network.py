"""Networks of the transformers library: loading one, and telling a multilingual one its languages."""

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
    """Load the tokenizer and the sequence-to-sequence network in a folder, or of a name in the local cache.

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


def read_causal(source: str, *, dtype: torch.dtype = torch.float32) -> tuple[Any, Any]:
    """Load the tokenizer and the decoder-only network in a folder, or of a name in the local cache; raise as `read`."""
    config = AutoConfig.from_pretrained(source, **pretrained.SAFE)
    # A model that reads in both directions, such as BERT, would see the words that it is to predict.
    if config.is_encoder_decoder or type(config) not in MODEL_FOR_CAUSAL_LM_MAPPING or _reads_both_ways(config):
        raise InputError(
            f"{source!r} is not a decoder-only model ({config.model_type})",
            remedy="name one that continues text, or set `kind: seq2seq` for one that translates",
        )
    return _read(source, config, AutoModelForCausalLM, dtype=dtype)


def _reads_both_ways(config: Any) -> bool:
    """Return whether a network of this configuration is an encoder, such as BERT, that is not set up as a decoder."""
    return type(config) in MODEL_FOR_MASKED_LM_MAPPING and not getattr(config, "is_decoder", False)


def _read(source: str, config: Any, kind: Any, *, dtype: torch.dtype) -> tuple[Any, Any]:
    try:
        tokenizer = AutoTokenizer.from_pretrained(source, **pretrained.SAFE)
    except ImportError as error:
        raise InputError(
            f"the tokenizer of {source!r} needs a library that is not installed: {str(error).strip().splitlines()[0]}",
            remedy=install.command("torch"),
        ) from error
    return tokenizer, pretrained.weights(kind, source, config, dtype=dtype)


def set_languages(tokenizer: Any, model: Any, name: str, source: str | None, target: str | None) -> None:
    """Tell a multilingual tokenizer its languages."""
    if not hasattr(tokenizer, "src_lang"):
        if source or target:
            raise InputError(
                f"{name!r} has no codes of languages", remedy="leave out `source_code:` and `target_code:`"
            )
        return
    if source is None or (target is None and model.generation_config.forced_bos_token_id is None):
        raise InputError(
            f"{name!r} is for many languages",
            remedy="name its two as its tokenizer calls them: `source_code:` and `target_code:`",
        )
    for code in (source, target):
        if code is not None:
            _check_code(tokenizer, name, code)
    tokenizer.src_lang = source


def _check_code(tokenizer: Any, name: str, code: str) -> None:
    tokens: dict[str, str] = getattr(tokenizer, "lang_code_to_token", {})
    token_id = tokenizer.convert_tokens_to_ids(tokens.get(code, code))
    if token_id is None or token_id == tokenizer.unk_token_id or (tokens and code not in tokens):
        codes = tokens or [token for token in tokenizer.all_special_tokens if not token.startswith("<")]
        raise unknown(f"language of {name}", code, codes)
