"""The folders of encoders that `challenge-sets lab train-aligner` writes, told from others by their config alone."""

import json
from pathlib import Path
from typing import Any

CONFIG, WEIGHTS, TOKENIZER = "config.json", "model.safetensors", "tokenizer.json"
"""The files of such a folder; transformers reads them too."""
FORMAT = "bert-encoder-1"
"""Marks its config, under the key `format`."""


def is_ours(folder: Path) -> bool:
    """Whether `challenge-sets lab train-aligner` wrote a folder, so that NumPy runs the encoder in it."""
    try:
        config: Any = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False  # who loads it says what is wrong with it
    return isinstance(config, dict) and config.get("format") == FORMAT
