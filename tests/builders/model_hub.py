"""A cache as the Hugging Face hub's library leaves it."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

COMMIT = "0123456789abcdef0123456789abcdef01234567"
ENCODER = {
    "config.json": json.dumps({"model_type": "bert", "num_hidden_layers": 2, "architectures": ["BertForMaskedLM"]}),
    "model.safetensors": "x" * 1000,
    "tokenizer.json": "{}",
}


def add(cache: Path, name: str, files: Mapping[str, str | bytes] = ENCODER) -> Path:
    """Put a repository into the cache: blobs, and a snapshot that links to them. Gives the snapshot."""
    folder = cache / f"models--{name.replace('/', '--')}"
    snapshot = folder / "snapshots" / COMMIT
    for sub in (folder / "blobs", folder / "refs", snapshot):
        sub.mkdir(parents=True, exist_ok=True)
    (folder / "refs" / "main").write_text(COMMIT)
    for number, (file, content) in enumerate(files.items()):
        blob = folder / "blobs" / f"{number:040x}"
        blob.write_bytes(content if isinstance(content, bytes) else content.encode())
        (snapshot / file).symlink_to(os.path.relpath(blob, snapshot))
    return snapshot
