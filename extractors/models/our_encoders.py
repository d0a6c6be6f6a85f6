"""Recognise the folders of encoders that NumPy runs by their config alone, and list what is in them."""

import json
from collections.abc import Mapping
from functools import cache
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
    """Return whether a folder holds an encoder that NumPy runs, as `challenge-sets lab train-aligner` writes it."""
    try:
        config: Any = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False  # who loads it says what is wrong with it
    return isinstance(config, dict) and config.get("format") == FORMAT


@cache
def styles_of(folder: Path) -> Mapping[str, str]:
    """Map each language of the parser in a folder to the treebank whose style it takes, of itself or a relative."""
    try:
        languages = json.loads((folder / CONFIG).read_text(encoding="utf-8"))["languages"]
    except (OSError, ValueError, LookupError, TypeError):
        return {}  # who loads it says what is wrong with it
    return languages if isinstance(languages, dict) else {}
