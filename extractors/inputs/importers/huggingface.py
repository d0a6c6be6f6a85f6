"""Data sets of the Hugging Face hub, or folders in its form, by the library `datasets`.

`huggingface:PATH:CONFIGURATION:SPLIT#COLUMN`, for example

    huggingface:Helsinki-NLP/opus_books:de-en:train[:1000]#translation.de
    huggingface:Helsinki-NLP/opus_books@a1b2c3:de-en:train#translation.de     a revision of it
    huggingface:./folder::test#source                                         a folder; its only configuration

The split is written as `datasets` writes it, slices too; dots in the column lead into it. The hub's data sets are read
from the library's cache, which `datasets.load_dataset` fills.
"""

import importlib.metadata
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from extractors.core import files, install
from extractors.core.errors import InputError
from extractors.core.names import inside
from extractors.inputs.importers import BYTES_A_SEGMENT, LibraryImporter, Segments
from extractors.models import installed

SPLIT = r"\w[\w.-]*(?:\[[^\]]*\](?:\(\w+\))?)?"
NAME = re.compile(rf"(?P<path>.+):(?P<configuration>[^:\[\]]*):(?P<split>{SPLIT}(?:\+{SPLIT})*)")
HUB_PATH = re.compile(r"(?P<path>[\w.-]+(?:/[\w.-]+)?)(?:@(?P<revision>[\w./-]+))?")
COMMIT = re.compile("[0-9a-f]{40}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Data:
    """A data set, taken apart; a folder has no revision."""

    path: str
    revision: str | None
    configuration: str | None
    split: str
    is_folder: bool

    @property
    def name(self) -> str:
        revision = f"@{self.revision}" if self.revision else ""
        return f"huggingface:{self.path}{revision}:{self.configuration or ''}:{self.split}"


class Huggingface(LibraryImporter):
    """Any data set that `datasets.load_dataset` loads, with a column of text."""

    @cached_property
    def data(self) -> _Data:
        """What the name says."""
        return _parse(self.name)

    def with_paths(self, change: Callable[[str], str]) -> str:
        path = self.data.path
        return change(path) + self.name[len(path) :] if self.data.is_folder else self.name

    @property
    def origin(self) -> str:
        return self.data.name

    @property
    def remedy(self) -> str:
        loaded = ", ".join(map(repr, filter(None, (self.data.path, self.data.configuration))))
        at = f", revision={self.data.revision!r}" if self.data.revision else ""
        return (
            f'python -c "import datasets; datasets.load_dataset({loaded}{at})" (or set `download: true`);\n'
            "without a network: do so elsewhere, and copy the folder ~/.cache/huggingface/datasets from there"
        )

    def is_here(self) -> bool:
        return self.data.is_folder or _cached(self.data) is not None

    def download(self) -> None:
        data = self.data
        _datasets().load_dataset_builder(data.path, data.configuration, revision=data.revision).download_and_prepare()

    def roughly(self) -> int:
        """Look up the size of the whole split in the library's cache; for a folder, estimate it from its bytes."""
        data = self.data
        if data.is_folder:
            return installed.size(Path(data.path)) // BYTES_A_SEGMENT
        splits = {} if (builder := _cached(data)) is None else builder.info.splits or {}
        named = [part.partition("[")[0] for part in data.split.split("+")]
        return sum(splits[split].num_examples for split in named if split in splits)

    def segments(self) -> Segments:
        data, column = self.data, self.column
        with _loaded(data) as rows:
            if column is None or column.partition(".")[0] not in rows.column_names:
                raise InputError(
                    "the column to read is not named" if column is None else f"no column {column!r}",
                    path=data.name,
                    remedy=f"write {data.name}#COLUMN; its columns: {rows.features}",
                )
            top, *steps = column.split(".")
            values = list(rows[top])
        return [(row, _text(value, steps, data, column, row)) for row, value in enumerate(values, 1)]

    def state(self) -> str:
        if self.data.is_folder:
            return files.state(self.data.path)
        builder = _cached(self.data)
        return "not here" if builder is None else str(builder.hash)

    def signature(self) -> str:
        version = f"datasets:{importlib.metadata.version('datasets')}"
        return version if self.data.is_folder else f"{version}/{self.data.path}:{self.state()}"


def _parse(name: str) -> _Data:
    how = "write huggingface:PATH:CONFIGURATION:SPLIT#COLUMN, the configuration empty where there is but one"
    match = NAME.fullmatch(name)
    if match is None:
        raise InputError(f"huggingface:{name} does not name a path, a configuration and a split", remedy=how)
    path, configuration, split = match["path"], match["configuration"] or None, match["split"]
    # A folder of that name comes first, as for datasets itself.
    if Path(path).is_dir():
        return _Data(path=path, revision=None, configuration=configuration, split=split, is_folder=True)
    hub = HUB_PATH.fullmatch(path)
    if hub is None or path.startswith("."):
        raise InputError(f"no such folder: {path}", remedy="paths are relative to the folder you run in")
    return _Data(path=hub["path"], revision=hub["revision"], configuration=configuration, split=split, is_folder=False)


def _datasets() -> Any:
    """Import the library, and silence it. It is optional, and too slow to import for users of other importers."""
    install.require("datasets", who="the importer 'huggingface'")
    import datasets

    datasets.disable_progress_bars()
    datasets.logging.set_verbosity_error()
    return datasets


def _cached(data: _Data) -> Any:
    """Return a builder of the data set in the library's cache: the revision, or else the last download; None if absent.

    `load_dataset` would ask the hub for a newer one first.
    """
    _datasets()
    from datasets.packaged_modules.cache.cache import Cache
    from huggingface_hub import try_to_load_from_cache

    version, commit = ("auto", "auto") if data.revision is None else ("0.0.0", data.revision)
    if data.revision is not None and not COMMIT.fullmatch(data.revision):
        card = try_to_load_from_cache(data.path, "README.md", repo_type="dataset", revision=data.revision)
        if not isinstance(card, str):
            return None
        commit = Path(card).parent.name
    name = data.path.rpartition("/")[2]
    try:
        builder = Cache(
            repo_id=data.path, dataset_name=name, config_name=data.configuration, version=version, hash=commit
        )
    except ValueError as error:
        if "multiple" in str(error):
            raise _not_loaded(data, error) from None
        return None
    return builder if Path(builder.cache_dir).is_dir() else None


@contextmanager
def _loaded(data: _Data) -> Iterator[Any]:
    """Load the rows of a data set while the block runs."""
    datasets = _datasets()
    # What is made of a folder is not kept: the library would know an edited file by its time only.
    with tempfile.TemporaryDirectory(prefix="challenge-sets-") as temporary:
        try:
            if data.is_folder:
                _check_inside(Path(data.path))
                rows = datasets.load_dataset(data.path, data.configuration, split=data.split, cache_dir=temporary)
            else:
                rows = _cached(data).as_dataset(split=data.split)
        except (ValueError, FileNotFoundError, RuntimeError, datasets.exceptions.DatasetsError, TypeError) as error:
            raise _not_loaded(data, error) from error
        yield rows


def _not_loaded(data: _Data, error: Exception) -> InputError:
    # The library's message ends with examples of Python.
    reason = str(error).split("\nExample of usage")[0].replace("\n", " ")
    return InputError(f"cannot be loaded: {reason}", path=data.name, remedy="correct the configuration or the split")


def _check_inside(folder: Path) -> None:
    """Refuse a folder with files elsewhere: by its card (`data_files: "../other/*.csv"`, an address), or by links."""
    for path in folder.rglob("*"):
        if path.is_symlink():
            inside(str(folder), path.relative_to(folder).as_posix())
    card = folder / "README.md"
    if not card.is_file():
        return
    from huggingface_hub import metadata_load

    try:
        configurations = (metadata_load(card) or {}).get("configs")
    except (ValueError, yaml.YAMLError) as error:
        raise InputError(
            f"its card cannot be read: {error}", path=card, remedy="correct it, or move it away"
        ) from error
    for file in _strings(configurations):
        if "://" in file or not Path(os.path.normpath(folder.absolute() / file)).is_relative_to(folder.absolute()):
            raise InputError(
                f"the card reads a file outside its folder: {file}",
                path=card,
                remedy="correct data_files, or copy the file into the folder",
            )


def _strings(value: Any) -> Iterator[str]:
    """Yield the texts in a value of YAML."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


def _text(value: Any, steps: list[str], data: _Data, column: str, row: int) -> str:
    for step in steps:
        if not isinstance(value, dict) or step not in value:
            raise InputError(f"no field {column!r}", path=data.name, line=row, remedy="every row needs it")
        value = value[step]
    if not isinstance(value, str):
        problem = f"no text in the column {column!r}" if value is None else f"the column {column!r} is not text"
        raise InputError(problem, path=data.name, line=row, remedy="take another column, or give text in every row")
    return value
