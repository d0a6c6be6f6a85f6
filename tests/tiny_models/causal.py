"""A tiny decoder-only model that has learnt nothing: a real architecture, a real tokenizer, a few hundred pieces."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, trainers
from tokenizers import decoders as token_decoders
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

from tests.tiny_models.translation import TEXT

LIMIT = 120
"""The most subwords that it reads."""


TEMPLATE = "{% for m in messages %}<{{ m.role }}> {{ m.content }}\n{% endfor %}<assistant>"
"""A template of chats."""


def save_gpt2(folder: Path, *, seed: int = 1, limit: int = LIMIT, template: str | None = None) -> Path:
    """A GPT-2 with a byte-pair tokenizer, in which a blank belongs to the word behind it; it has no padding token."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = token_decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<|endoftext|>"],
        show_progress=False,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
    )
    tokenizer.train_from_iterator(TEXT * 3, trainer)
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|endoftext|>", model_max_length=limit)
    fast.chat_template = template
    fast.save_pretrained(folder)
    torch.manual_seed(seed)
    config = GPT2Config(
        vocab_size=len(fast), n_embd=32, n_layer=2, n_head=4, n_positions=limit, initializer_range=0.3, eos_token_id=0
    )
    GPT2LMHeadModel(config).save_pretrained(folder)
    return folder


def load(folder: Path) -> tuple[GPT2LMHeadModel, PreTrainedTokenizerFast]:
    """The network and the tokenizer in a folder."""
    return GPT2LMHeadModel.from_pretrained(folder).eval(), PreTrainedTokenizerFast.from_pretrained(folder)


def prompt_log_probabilities(network: GPT2LMHeadModel, prompt: Sequence[int]) -> list[dict[str, Any] | None]:
    """What vLLM returns for `prompt_logprobs: 1`: at each place the prompt's own subword and the likeliest."""
    with torch.inference_mode():
        values = torch.log_softmax(network(torch.tensor([list(prompt)])).logits[0].double(), dim=-1)
    places: list[dict[str, Any] | None] = [None]
    for place, own in enumerate(prompt[1:]):
        shown = {own: 0, int(values[place].argmax()): 1}
        places.append({str(token): {"logprob": float(values[place, token]), "rank": 1} for token in shown})
    return places
