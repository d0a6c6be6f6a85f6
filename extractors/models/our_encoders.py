"""The folders of encoders that NumPy runs, told from others by their config alone, and what is in them."""

import json
from pathlib import Path
from typing import Any

CONFIG, WEIGHTS, TOKENIZER = "config.json", "model.safetensors", "tokenizer.json"
"""The files of such a folder; transformers reads them too."""
PIECES = "pieces.txt"
"""Instead of TOKENIZER: the pieces of a unigram vocabulary, one a line. Their scores are among the weights."""
SCORES = "pieces.scores"
SHIPPED_PARSER = "parser-multilingual"
"""The folder of the parser that stands on it."""
GET_MODELS = "install the distribution of the large models, PATH/resources/models-distribution of a checkout"
"""How to get the two above."""
FORMAT = "bert-encoder-1"
"""Marks its config, under the key `format`."""
SHIPPED_ENCODER = "encoder"
"""The folder of the encoder of a hundred languages."""


def is_ours(folder: Path) -> bool:
    """Whether NumPy runs the encoder in a folder, as `challenge-sets lab train-aligner` writes it."""
    try:
        config: Any = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False  # who loads it says what is wrong with it
    return isinstance(config, dict) and config.get("format") == FORMAT


def treebank_of(folder: Path, language: str) -> str | None:
    """The treebank whose style a language takes of a parser in a folder: its own or a relative's; None without one."""
    try:
        config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
        chosen: str | None = config["languages"].get(language)
    except (OSError, ValueError, LookupError, AttributeError):
        return None  # who loads it says what is wrong with it
    return chosen
