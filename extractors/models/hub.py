"""Models in the local cache of the Hugging Face hub: which are there, and how to get one that is not."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from huggingface_hub import HfApi, constants, snapshot_download, try_to_load_from_cache

from extractors.models import installed
from extractors.models.installed import Remote, Requirement

HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")

WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json")
TOKENIZERS = ("tokenizer.json", "vocab.txt", "vocab.json", "sentencepiece.bpe.model", "spiece.model", "source.spm")

SKIP = "--exclude '*.h5' --exclude '*.msgpack' --exclude '*/*'"
"""The hub has weights in up to five formats: 4 GB of mBERT, where 0.7 will do."""


def snapshot(name: str) -> Path | None:
    """The folder with a model's files in the cache; None if config, weights or tokenizer are not there."""
    config = try_to_load_from_cache(name, "config.json", cache_dir=constants.HF_HUB_CACHE)
    if not isinstance(config, str):
        return None
    folder = Path(config).parent
    complete = all(any((folder / file).exists() for file in files) for files in (WEIGHTS, TOKENIZERS))
    return folder if complete else None


def needed(model: str, *, kind: str) -> Requirement:
    """The need of a model that is a folder, a shipped one, or at the hub."""
    if installed.find(model) is None and HUB_NAME.fullmatch(model):
        return required(model, kind=kind)
    return installed.required(kind, model, "check the path; it is relative to the folder you are in")


def required(name: str, *, kind: str) -> Requirement:
    """The need of a model by its name at the hub; `kind` as of Requirement."""
    path = snapshot(name)
    folder = f"models--{name.replace('/', '--')}"
    return Requirement(
        kind=kind,
        name=name,
        path=path,
        size=installed.size(path) if path else 0,
        remedy=f"on a machine with a network: hf download {name} {SKIP}\n"
        f"then copy the folder {folder} from there (~/.cache/huggingface/hub) into {constants.HF_HUB_CACHE} here,"
        " with its links as they are (cp -a, rsync -a)",
        remote=Remote(address=constants.ENDPOINT, fetch=partial(download, name)),
    )


def download(name: str) -> None:
    """Fetch what a model needs into the cache: one format of its weights, of up to five at the hub."""
    files = HfApi().list_repo_files(name)
    safe = any(file in WEIGHTS[:2] for file in files)
    weights = "model*.safetensors*" if safe else "pytorch_model*.bin*"
    snapshot_download(name, allow_patterns=["*.json", "*.txt", "*.model", "*.spm", weights], ignore_patterns=["*/*"])
