"""Find models in the local cache of the Hugging Face hub, and explain how to get a missing one."""

import re
from pathlib import Path

from huggingface_hub import constants

from extractors.core import files, jsonfile
from extractors.core.errors import InputError
from extractors.core.logs import log

HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")

WEIGHTS = ("model.safetensors", "model.safetensors.index.json")
PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
"""Ends of names of files that PyTorch reads by `pickle`, which can run any code that a stranger put into them."""
PART = r"[\w.-]+\.safetensors"

SKIP = "--exclude '*.h5' --exclude '*.msgpack' --exclude '*/*'"
"""The hub has weights in up to five formats: 4 GB of mBERT, where 0.7 will do."""


def cached(name: str) -> Path | None:
    """Return the folder with those of a model's files that are in the cache; None without its config."""
    if not HUB_NAME.fullmatch(name):
        return None
    # Here and not above: all but the constants takes 0.4 s of CPU time, which a model of a folder need not wait for.
    from huggingface_hub import try_to_load_from_cache

    config = try_to_load_from_cache(name, "config.json", cache_dir=constants.HF_HUB_CACHE)
    return Path(config).parent if isinstance(config, str) else None


def version(name: str, path: Path | None) -> str:
    """Return the checksum of a model's folder, or the cached commit of a hub model (`unknown` without one)."""
    if path is not None:
        return files.sha256(path)
    # The cache keeps a model's files in a folder named after its commit.
    folder = cached(name)
    return "unknown" if folder is None else folder.name


def refuse_pickles(folder: Path) -> None:
    """Refuse a model whose weights are pickles, by the names of its files and before PyTorch reads them."""
    present = sorted(file for file in folder.iterdir() if file.is_file())
    pickles = [file for file in present if file.name.startswith(("pytorch_model", "model")) and file.suffix in PICKLES]
    if pickles and not any(file.suffix == ".safetensors" for file in present):
        raise InputError(
            "is a pickle, which can run its author's code, and its folder has no model.safetensors",
            path=pickles[0],
            remedy=_conversion(str(folder)),
        )
    for index in (file for file in present if file.name.endswith(".safetensors.index.json")):
        data = jsonfile.load(index)
        named = data.get("weight_map") if isinstance(data, dict) else None
        parts = list(named.values()) if isinstance(named, dict) else [named]
        if other := [part for part in parts if not isinstance(part, str) or not re.fullmatch(PART, part)]:
            raise InputError(
                f"names {str(other[0])[:80]!r}; expected a safetensors file in this folder",
                path=index,
                remedy="copy or download the model again, without pickles, which can run their author's code",
            )


def _conversion(model: str) -> str:
    """Say how to convert a model whose weights are pickles into one that is safe to load."""
    return (
        "take a model with safetensors; or, if you trust this one, convert it, and name the folder NEW"
        " (AutoModel is for encoders; of a translation model write AutoModelForSeq2SeqLM):\n"
        'python -c "from transformers import AutoTokenizer as T, AutoModel as M; '
        f"[X.from_pretrained('{model}').save_pretrained('NEW') for X in (T, M)]\""
    )


def how_to_get(name: str) -> str:
    """Say which command downloads a model, and how to bring it to a machine without a network."""
    return (
        f"hf download {name} {SKIP} (or set `download: true`, in a command --download)\n"
        f"without a network: do so elsewhere, and copy the folder models--{name.replace('/', '--')} from there"
        f" (~/.cache/huggingface/hub) into {constants.HF_HUB_CACHE} here, with its links as they are (cp -a, rsync -a)"
    )


def download(name: str) -> None:
    """Let the hub's library download what a model needs: one format of its weights, of up to five at the hub.

    It locks each file that it writes: of many jobs that ask for a model at once, one downloads.
    """
    from huggingface_hub import snapshot_download

    log.info("fetching %s", name)
    patterns = ["*.json", "*.txt", "*.model", "*.spm", "model*.safetensors*"]
    try:
        folder = Path(snapshot_download(name, allow_patterns=patterns, ignore_patterns=["*/*"]))
    except Exception as error:
        # No network, no such model, or a switch that forbids to ask (HF_HUB_OFFLINE): each has an error of its own.
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise InputError(f"could not fetch {name}: {reason}", remedy=how_to_get(name)) from error
    if not any((folder / file).exists() for file in WEIGHTS):
        raise InputError(
            f"{name} has no model.safetensors on the hub; its other weights are pickles, which can run code",
            remedy=_conversion(name),
        )
