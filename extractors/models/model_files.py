"""The files of a model that NumPy runs: its config, JSON, and its weights, safetensors."""

from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file

from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.models.our_encoders import CONFIG, WEIGHTS


def read_model(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read the config of a model and its weights by name.

    Raises:
        InputError: the config is no JSON object, or the weights are no safetensors or not finite.
    """
    config = jsonfile.load(folder / CONFIG)
    if not isinstance(config, dict):
        raise InputError("is not a JSON object", path=folder / CONFIG, remedy="copy the model again")
    return config, read_weights(folder)


def read_weights(folder: Path) -> dict[str, Any]:
    """Read the weights of a model by name. Raises InputError if they are no safetensors, or not finite."""
    try:
        weights = load_file(folder / WEIGHTS)
    except (SafetensorError, OSError) as error:
        raise InputError(f"cannot be read: {error}", path=folder / WEIGHTS, remedy="copy the model again") from error
    for name, values in weights.items():
        # Numbers in 8 bits are always finite; their scales need not be, after a damage.
        if values.dtype.kind == "f" and not np.isfinite(values).all():
            raise InputError(
                f"the weights {name!r} contain a number that is not finite",
                path=folder / WEIGHTS,
                remedy="copy the model again, or train it again",
            )
    return weights
