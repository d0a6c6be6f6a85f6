"""Data sets of the Hugging Face hub, by the library `datasets`.

`huggingface:PATH:CONFIGURATION:SPLIT#COLUMN`, for example

    huggingface:Helsinki-NLP/opus_books:de-en:train[:1000]#translation.de
    huggingface:Helsinki-NLP/opus_books@a1b2c3:de-en:train#translation.de     a revision of it
    huggingface:Helsinki-NLP/opus_books::test#source                          its only configuration

The split is written as `datasets` writes it, slices too; dots in the column lead into it. Data sets are read from the
library's cache, which `datasets.load_dataset` fills.
"""

import importlib.metadata
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from extractors.core import install
from extractors.core.errors import InputError
from extractors.inputs.importers import LibraryImporter, Segments

SPLIT = r"\w[\w.-]*(?:\[[^\]]*\](?:\(\w+\))?)?"
NAME = re.compile(rf"(?P<path>.+):(?P<configuration>[^:\[\]]*):(?P<split>{SPLIT}(?:\+{SPLIT})*)")
HUB_PATH = re.compile(r"(?P<path>[\w.-]+(?:/[\w.-]+)?)(?:@(?P<revision>[\w./-]+))?")
COMMIT = re.compile("[0-9a-f]{40}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Data:
    """A data set, taken apart."""

    path: str
    revision: str | None
    configuration: str | None
    split: str

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
        return _cached(self.data) is not None

    def download(self) -> None:
        data = self.data
        _datasets().load_dataset_builder(data.path, data.configuration, revision=data.revision).download_and_prepare()

    def roughly(self) -> int:
        """Look up the size of the whole split in the library's cache."""
        splits = {} if (builder := _cached(self.data)) is None else builder.info.splits or {}
        named = [part.partition("[")[0] for part in self.data.split.split("+")]
        return sum(splits[split].num_examples for split in named if split in splits)

    def segments(self) -> Segments:
        data, column = self.data, self.column
        rows = _rows(data)
        if column is None or column.partition(".")[0] not in rows.column_names:
            raise InputError(
                "the column to read is not named" if column is None else f"there is no column {column!r}",
                path=data.name,
                remedy=f"write {data.name}#COLUMN with one of its columns: {rows.features}",
            )
        top, *steps = column.split(".")
        values = list(rows[top])
        return [(row, _text(value, steps, data, column, row)) for row, value in enumerate(values, 1)]

    def state(self) -> str:
        builder = _cached(self.data)
        return "not here" if builder is None else str(builder.hash)

    def signature(self) -> str:
        return f"datasets:{importlib.metadata.version('datasets')}/{self.data.path}:{self.state()}"


def _parse(name: str) -> _Data:
    how = "write huggingface:PATH:CONFIGURATION:SPLIT#COLUMN, the configuration empty where there is but one"
    match = NAME.fullmatch(name)
    if match is None:
        raise InputError(f"huggingface:{name} does not name a path, a configuration and a split", remedy=how)
    path, configuration, split = match["path"], match["configuration"] or None, match["split"]
    hub = HUB_PATH.fullmatch(path)
    if hub is None or path.startswith("."):
        raise InputError(
            f"no data set on the hub has the name {path!r}",
            remedy="write OWNER/NAME; for a folder, name the file: FOLDER/train.parquet#COLUMN",
        )
    return _Data(path=hub["path"], revision=hub["revision"], configuration=configuration, split=split)


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


def _rows(data: _Data) -> Any:
    """Load the rows of a data set."""
    datasets = _datasets()
    try:
        return _cached(data).as_dataset(split=data.split)
    except (ValueError, FileNotFoundError, RuntimeError, datasets.exceptions.DatasetsError, TypeError) as error:
        raise _not_loaded(data, error) from error


def _not_loaded(data: _Data, error: Exception) -> InputError:
    # The library's message ends with examples of Python.
    reason = str(error).split("\nExample of usage")[0].replace("\n", " ")
    return InputError(f"cannot be loaded: {reason}", path=data.name, remedy="correct the configuration or the split")


def _text(value: Any, steps: list[str], data: _Data, column: str, row: int) -> str:
    for step in steps:
        if not isinstance(value, dict) or step not in value:
            raise InputError(
                f"the row has no field {column!r}", path=data.name, line=row, remedy="name a column that every row has"
            )
        value = value[step]
    if not isinstance(value, str):
        problem = f"no text in the column {column!r}" if value is None else f"the column {column!r} is not text"
        raise InputError(problem, path=data.name, line=row, remedy="name another column, or give text in every row")
    return value
