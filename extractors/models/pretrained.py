"""Load pretrained transformers networks: from a folder, the hub's local cache, or the hub if that is allowed.

Needs transformers; imported by the backends that use it only.
"""

from __future__ import annotations

import importlib.metadata
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from transformers.utils import logging as transformers_logging

from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.models import hub, installed

if TYPE_CHECKING:
    import torch

T = TypeVar("T")

SAFE = {"local_files_only": True, "trust_remote_code": False}
"""How files of a model are read: nothing is fetched, no code in it is run, and nobody is asked on the terminal."""
MOST_LAYERS = 1000

SAFE_WEIGHTS = SAFE | {"use_safetensors": True}


def load(model: str, path: Path | None, read: Callable[[str], T], *, what: str, download: bool) -> T:
    """Load a network from its folder or the local cache, else from the hub if allowed.

    Args:
        model: a folder, the name of a shipped model, or a name at the hub.
        path: the folder, None for a name at the hub.
        read: loads it from a folder, or by its name from the local cache.
        what: what it is called in messages.
    """
    if path is not None and not (path / "config.json").is_file():
        raise InputError(
            "is not a model folder: it has no config.json",
            path=path,
            remedy="name a folder saved by transformers' save_pretrained",
        )
    source = model if path is None else str(path)
    folder = path or hub.cached(model)
    if folder is not None:
        hub.refuse_pickles(folder)
        _check_layers(folder / "config.json")
    try:
        try:
            return read(source)
        except OSError:
            if path is not None or not download or not hub.HUB_NAME.fullmatch(model):
                raise
            hub.download(model)
            return read(source)
    except InputError:
        raise
    except Exception as error:
        # Weights that are cut or of another model, a tokenizer that is none: each library has its own errors.
        raise _not_loaded(model, path, error, what=what) from error


def _check_layers(path: Path) -> None:
    """Refuse a network that would be built for hours before its weights are looked at."""
    config = None
    # The library tells of a file that cannot be read.
    with suppress(InputError):
        config = jsonfile.load(path)
    for key, value in config.items() if isinstance(config, dict) else ():
        if key.endswith("layers") and isinstance(value, int) and value > MOST_LAYERS:
            remedy = "correct the file, or copy or download the model again"
            raise InputError(f"{key}: {value} is above {MOST_LAYERS}", path=path, remedy=remedy)


def _not_loaded(model: str, path: Path | None, error: Exception, *, what: str) -> InputError:
    reason = str(error).strip().partition("\n")[0] or type(error).__name__
    if path is None and not isinstance(error, OSError):
        # It is in the cache, and not fit to be loaded.
        path = hub.cached(model)
    if path is not None:
        return InputError(
            f"cannot be loaded: {reason}",
            path=path,
            remedy="name a folder saved by transformers' save_pretrained; if it is a copy, copy or download it again",
        )
    is_hubs = hub.HUB_NAME.fullmatch(model)
    remedy = hub.how_to_get(model) if is_hubs else "check the path; it is relative to the folder you are in"
    return installed.not_here(what, model, remedy)


def weights(kind: Any, source: str, config: Any, **options: Any) -> Any:
    """Load the network of a checkpoint by a class of transformers such as AutoModel.

    Raises:
        OSError, ValueError: as transformers raises them.
    """
    with quiet_loading():
        network, report = kind.from_pretrained(
            source, config=config, output_loading_info=True, **options, **SAFE_WEIGHTS
        )
    if lacking := sorted(key for key in report["missing_keys"] if "pooler" not in key):
        raise InputError(
            f"the checkpoint of {source!r} lacks weights: {', '.join(lacking[:3])}, ...",
            remedy="name a checkpoint that holds a whole model of this kind",
        )
    return network


@contextmanager
def quiet_loading() -> Iterator[None]:
    """Show no progress bar for weights, and no report of the weights that a network leaves aside.

    The check of missing weights in `weights` replaces the report.
    """

    def keep(record: logging.LogRecord) -> bool:
        return "LOAD REPORT" not in record.getMessage()

    logger = logging.getLogger("transformers.modeling_utils")
    bars = transformers_logging.is_progress_bar_enabled()
    logger.addFilter(keep)
    transformers_logging.disable_progress_bar()
    try:
        yield
    finally:
        logger.removeFilter(keep)
        if bars:
            transformers_logging.enable_progress_bar()


def about(name: str, path: Path | None, device: torch.device) -> dict[str, Any]:
    """Describe a model by its checksum, versions and device: what may change the last digits of its output."""
    return {
        "model": name,
        "checksum": hub.version(name, path),
        "transformers": importlib.metadata.version("transformers"),
        "torch": importlib.metadata.version("torch"),
        "device": device.type,
    }
