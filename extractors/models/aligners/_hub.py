from pathlib import Path

import huggingface_hub
from huggingface_hub import constants
from huggingface_hub.errors import CacheNotFound
from transformers import AutoConfig

from extractors.models import pretrained
from extractors.models.hub import snapshot
from extractors.models.installed import Installed

DECODERS = ("CausalLM", "LMHeadModel")
"""How the names of architectures end that read from left to right: their vectors know half the segment."""


def cached() -> list[Installed]:
    """The models in the cache that SimAlign can take its vectors from."""
    try:
        repositories = huggingface_hub.scan_cache_dir(constants.HF_HUB_CACHE).repos
    except CacheNotFound:
        return []
    encoders = []
    for name in sorted(repository.repo_id for repository in repositories if repository.repo_type == "model"):
        path = snapshot(name)
        if path is not None and _is_encoder(path):
            encoders.append(Installed(kind="aligner", name=name, languages="", path=path))
    return encoders


def _is_encoder(folder: Path) -> bool:
    try:
        config = AutoConfig.from_pretrained(folder, **pretrained.SAFE)
    except (OSError, ValueError, KeyError):
        return False  # of a kind that transformers does not know
    architectures = config.architectures or []
    return (
        not config.is_encoder_decoder
        and hasattr(config, "num_hidden_layers")
        and not any(architecture.endswith(DECODERS) for architecture in architectures)
    )
