"""Encoders in the local cache of the Hugging Face hub: which are there, and how to get one that is not."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import huggingface_hub
from huggingface_hub import HfApi, constants, snapshot_download, try_to_load_from_cache
from huggingface_hub.errors import CacheNotFound
from transformers import AutoConfig

from extractors import models
from extractors.models import Installed, Remote, Requirement

HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")

WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json")
TOKENIZERS = ("tokenizer.json", "vocab.txt", "vocab.json", "sentencepiece.bpe.model", "spiece.model")

SKIP = "--exclude '*.h5' --exclude '*.msgpack' --exclude '*/*'"
"""The hub has weights in up to five formats: 4 GB of mBERT, where 0.7 will do."""

DECODERS = ("CausalLM", "LMHeadModel")
"""How the names of architectures end that read from left to right: their vectors know half the segment."""


def snapshot(name: str) -> Path | None:
    """The folder with an encoder's files in the cache; None if config, weights or tokenizer are not there."""
    config = try_to_load_from_cache(name, "config.json", cache_dir=constants.HF_HUB_CACHE)
    if not isinstance(config, str):
        return None
    folder = Path(config).parent
    complete = all(any((folder / file).exists() for file in files) for files in (WEIGHTS, TOKENIZERS))
    return folder if complete else None


def required(name: str) -> Requirement:
    """The need of an encoder by its name at the hub."""
    path = snapshot(name)
    folder = f"models--{name.replace('/', '--')}"
    return Requirement(
        kind="aligner",
        name=name,
        path=path,
        size=models.size(path) if path else 0,
        remedy=f"on a machine with a network: hf download {name} {SKIP}\n"
        f"then copy the folder {folder} from there (~/.cache/huggingface/hub) into {constants.HF_HUB_CACHE} here,"
        " with its links as they are (cp -a, rsync -a)",
        remote=Remote(address=constants.ENDPOINT, fetch=partial(download, name)),
    )


def download(name: str) -> None:
    """Fetch what an encoder needs into the cache: one format of its weights, of up to five at the hub."""
    files = HfApi().list_repo_files(name)
    safe = any(file in WEIGHTS[:2] for file in files)
    weights = "model*.safetensors*" if safe else "pytorch_model*.bin*"
    snapshot_download(name, allow_patterns=["*.json", "*.txt", "*.model", weights], ignore_patterns=["*/*"])


def cached() -> list[Installed]:
    """The models in the cache that SimAlign can take its vectors from."""
    try:
        repositories = huggingface_hub.scan_cache_dir(constants.HF_HUB_CACHE).repos
    except CacheNotFound:
        return []
    found = []
    for name in sorted(repository.repo_id for repository in repositories if repository.repo_type == "model"):
        path = snapshot(name)
        if path is not None and _is_encoder(path):
            found.append(Installed(kind="aligner", name=name, languages="", path=path, size=models.size(path)))
    return found


def _is_encoder(folder: Path) -> bool:
    try:
        config = AutoConfig.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, KeyError):
        return False  # of a kind that transformers does not know
    architectures = config.architectures or []
    return (
        not config.is_encoder_decoder
        and hasattr(config, "num_hidden_layers")
        and not any(architecture.endswith(DECODERS) for architecture in architectures)
    )
