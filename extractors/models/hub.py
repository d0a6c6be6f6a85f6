"""Models in the local cache of the Hugging Face hub: which are there, and how to get one that is not."""

import re
from functools import partial
from pathlib import Path

from huggingface_hub import HfApi, constants, snapshot_download, try_to_load_from_cache

from extractors.core import files, jsonfile
from extractors.core.errors import InputError
from extractors.models import installed
from extractors.models.installed import Requirement

HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")

WEIGHTS = ("model.safetensors", "model.safetensors.index.json")
PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
"""Ends of names of files that PyTorch reads by `pickle`, which can run any code that a stranger put into them."""
PART = r"[\w.-]+\.safetensors"
TOKENIZERS = ("tokenizer.json", "vocab.txt", "vocab.json", "sentencepiece.bpe.model", "spiece.model", "source.spm")

SKIP = "--exclude '*.h5' --exclude '*.msgpack' --exclude '*/*'"
"""The hub has weights in up to five formats: 4 GB of mBERT, where 0.7 will do."""


def cached(name: str) -> Path | None:
    """The folder with those of a model's files that are in the cache; None without its config."""
    config = try_to_load_from_cache(name, "config.json", cache_dir=constants.HF_HUB_CACHE)
    return Path(config).parent if isinstance(config, str) else None


def snapshot(name: str) -> Path | None:
    """The folder with a model's files in the cache; None if config, weights or tokenizer are not there."""
    folder = cached(name)
    if folder is None:
        return None
    complete = all(any((folder / file).exists() for file in some) for some in (WEIGHTS, TOKENIZERS))
    return folder if complete else None


def version(name: str, path: Path | None) -> str:
    """The checksum of a model's folder, or the commit of a model at the hub."""
    if path is not None:
        return files.sha256(path)
    # The cache keeps a model's files in a folder named after its commit.
    found = cached(name)
    return "unknown" if found is None else found.name


def refuse_pickles(folder: Path, *, kind: str) -> None:
    """Refuse a model whose weights are pickles, by the names of its files and before PyTorch reads them.

    Args:
        kind: as of Requirement, for the remedy.
    """
    present = sorted(file for file in folder.iterdir() if file.is_file())
    pickles = [file for file in present if file.name.startswith(("pytorch_model", "model")) and file.suffix in PICKLES]
    if pickles and not any(file.suffix == ".safetensors" for file in present):
        raise InputError(
            "is a pickle, which can run its author's code, and its folder has no model.safetensors",
            path=pickles[0],
            remedy=_conversion(str(folder), kind),
        )
    for index in (file for file in present if file.name.endswith(".safetensors.index.json")):
        data = jsonfile.load(index)
        named = data.get("weight_map") if isinstance(data, dict) else None
        parts = list(named.values()) if isinstance(named, dict) else [named]
        if other := [part for part in parts if not isinstance(part, str) or not re.fullmatch(PART, part)]:
            raise InputError(
                f"names {str(other[0])[:80]!r}; expected a safetensors file in this folder",
                path=index,
                remedy="copy or download the model again; a pickle can run its author's code",
            )


def _conversion(model: str, kind: str) -> str:
    """How to make a model whose weights are pickles one that is safe to load."""
    read_by = "AutoModelForSeq2SeqLM" if kind.startswith("transl") else "AutoModel"
    return (
        "take a model with safetensors; or, if you trust this one, convert it, and name the folder NEW:\n"
        f'python -c "from transformers import AutoTokenizer as T, {read_by} as M; '
        f"[X.from_pretrained('{model}').save_pretrained('NEW') for X in (T, M)]\""
    )


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
        remedy=f"on a machine with a network: hf download {name} {SKIP}\n"
        f"then copy the folder {folder} from there (~/.cache/huggingface/hub) into {constants.HF_HUB_CACHE} here,"
        " with its links as they are (cp -a, rsync -a)",
        fetch=partial(download, name, kind),
    )


def download(name: str, kind: str) -> None:
    """Fetch what a model needs into the cache: one format of its weights, of up to five at the hub."""
    if not any(file in WEIGHTS for file in HfApi().list_repo_files(name)):
        raise InputError(
            f"{name} has no model.safetensors at the hub; other weights are pickles, which can run code",
            remedy=_conversion(name, kind),
        )
    patterns = ["*.json", "*.txt", "*.model", "*.spm", "model*.safetensors*"]
    snapshot_download(name, allow_patterns=patterns, ignore_patterns=["*/*"])
