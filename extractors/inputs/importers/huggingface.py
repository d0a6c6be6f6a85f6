"""Data sets of the Hugging Face hub, or folders in its form, by the library `datasets`.

`huggingface:PATH:CONFIGURATION:SPLIT#COLUMN`, for example

    huggingface:Helsinki-NLP/opus_books:de-en:train[:1000]#translation.de
    huggingface:Helsinki-NLP/opus_books@a1b2c3:de-en:train#translation.de     a revision of it
    huggingface:./folder::test#source                                         a folder; its only configuration

The split is written as `datasets` writes it, slices too; dots in the column lead into it. From the hub's data sets
it reads what is in the library's cache; `challenge-sets model fetch` puts it there.
"""

import importlib.metadata
import json
import os
import re
import shlex
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import yaml

from extractors.core import files, install
from extractors.core.errors import InputError
from extractors.core.names import inside
from extractors.inputs.importers import BYTES_A_SEGMENT, LibraryImporter, Segments
from extractors.models import installed
from extractors.models.installed import Requirement

SPLIT = r"\w[\w.-]*(?:\[[^\]]*\](?:\(\w+\))?)?"
NAME = re.compile(rf"(?P<path>.+):(?P<configuration>[^:\[\]]*):(?P<split>{SPLIT}(?:\+{SPLIT})*)")
HUB_PATH = re.compile(r"(?P<path>[\w.-]+(?:/[\w.-]+)?)(?:@(?P<revision>[\w./-]+))?")
COMMIT = re.compile("[0-9a-f]{40}")


def _datasets() -> Any:
    """The library: optional, and slow to import, which importers of files need not wait for."""
    install.require({"datasets": "the importer 'huggingface'"})
    import datasets

    return datasets


@dataclass(frozen=True, slots=True, kw_only=True)
class _Data:
    """A data set, taken apart; a folder has no revision."""

    path: str
    revision: str | None
    configuration: str | None
    split: str
    is_folder: bool

    @property
    def origin(self) -> str:
        return f"huggingface:{self.path}" + (f"@{self.revision}" if self.revision else "")

    @property
    def name(self) -> str:
        return f"{self.origin}:{self.configuration or ''}:{self.split}"


class Huggingface(LibraryImporter):
    """Any data set that `datasets.load_dataset` loads, with a column of text."""

    @cached_property
    def data(self) -> _Data:
        """What the name says."""
        return _parse(self.name)

    def with_paths(self, change: Callable[[str], str]) -> str:
        path = self.data.path
        return change(path) + self.name[len(path) :] if self.data.is_folder else self.name

    def needs(self) -> Requirement:
        data = self.data
        if data.is_folder:
            return Requirement(kind="data set", name=data.name, path=Path(data.path), remedy="give the folder")
        loaded = ", ".join(map(repr, filter(None, (data.path, data.configuration))))
        at = f", revision={data.revision!r}" if data.revision else ""
        return Requirement(
            kind="data set",
            name=data.origin + (f", {data.configuration}" if data.configuration else ""),
            path=_cached(data),
            remedy=f"with a network: challenge-sets model fetch {shlex.quote(data.name)}\n"
            f'for a machine without: on one that has a network, python -c "import datasets; '
            f'datasets.load_dataset({loaded}{at})", then copy the folder {_cache_folder(data).name} from there '
            f"(~/.cache/huggingface/datasets) into {_datasets().config.HF_DATASETS_CACHE} here",
            fetch=partial(_fetch, data),
        )

    def roughly(self) -> int:
        """What the library's cache says of the whole split; of a folder, by its size."""
        data = self.data
        if data.is_folder:
            return installed.size(Path(data.path)) // BYTES_A_SEGMENT
        if (found := _cached(data)) is None:
            return 0
        splits = json.loads((found / "dataset_info.json").read_text(encoding="utf-8")).get("splits") or {}
        named = [part.partition("[")[0] for part in data.split.split("+")]
        return sum(int(splits[split]["num_examples"]) for split in named if split in splits)

    def segments(self) -> Segments:
        data, column = self.data, self.column
        with _loaded(data) as rows:
            if column is None or column.partition(".")[0] not in rows.column_names:
                raise InputError(
                    "the column to read is not named" if column is None else f"no column {column!r}",
                    path=data.name,
                    remedy=f"write {data.name}#COLUMN with one of: {', '.join(_text_columns(rows.features))}",
                )
            top, *steps = column.split(".")
            values = list(rows[top])
        return [(row, _text(value, steps, data, column, row)) for row, value in enumerate(values, 1)]

    def state(self) -> str:
        if self.data.is_folder:
            return files.state(self.data.path)
        found = _cached(self.data)
        return "not here" if found is None else found.name

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


def _cache_folder(data: _Data) -> Path:
    """Where the library keeps what it made of a data set: below it CONFIGURATION/VERSION/COMMIT."""
    library = _datasets()
    *owner, last = data.path.split("/")
    return Path(library.config.HF_DATASETS_CACHE) / "___".join([*owner, library.naming.camelcase_to_snakecase(last)])


def _cached(data: _Data) -> Path | None:
    """The folder of a data set in the library's cache; without a revision, of the one that was fetched last."""
    commit = data.revision
    if commit is not None and not COMMIT.fullmatch(commit):
        # Here, not above: the importer of a place is looked for among all, and most need no library.
        from huggingface_hub import constants

        # What a branch or tag stands for is noted where the hub's files are.
        noted = Path(constants.HF_HUB_CACHE, f"datasets--{data.path.replace('/', '--')}", "refs", commit)
        commit = noted.read_text().strip() if noted.is_file() else None
        if commit is None:
            return None
    found = [
        path.parent
        for path in _cache_folder(data).glob(f"{data.configuration or '*'}/*/*/dataset_info.json")
        if COMMIT.fullmatch(path.parent.name) and commit in (None, path.parent.name)
    ]
    configurations = sorted({path.parts[-3] for path in found})
    if len(configurations) > 1:
        raise InputError(
            f"huggingface:{data.path} has several configurations",
            remedy=f"name one of those that are here: {', '.join(configurations)}",
        )
    return max(found, key=lambda path: (path.stat().st_mtime, path.name), default=None)


def _fetch(data: _Data) -> None:
    builder = _datasets().load_dataset_builder(data.path, data.configuration, revision=data.revision)
    builder.download_and_prepare()


@contextmanager
def _loaded(data: _Data) -> Iterator[Any]:
    """The rows of a data set, while the block runs."""
    datasets = _datasets()
    bars = datasets.are_progress_bars_disabled()
    datasets.disable_progress_bars()
    # What is made of a folder is not kept: the library would know an edited file by its time only.
    with tempfile.TemporaryDirectory(prefix="challenge-sets-") as temporary:
        try:
            if data.is_folder:
                _check_inside(data)
                rows = datasets.load_dataset(data.path, data.configuration, split=data.split, cache_dir=temporary)
            else:
                rows = _from_cache(data)
        except (ValueError, FileNotFoundError, RuntimeError, datasets.exceptions.DatasetsError, TypeError) as error:
            # The library's message ends with examples of Python.
            reason = str(error).split("\nExample of usage")[0].replace("\n", " ")
            raise InputError(
                f"cannot be loaded: {reason}", path=data.name, remedy="correct the configuration or the split"
            ) from error
        finally:
            if not bars:
                datasets.enable_progress_bars()
        yield rows


def _check_inside(data: _Data) -> None:
    """Refuse a folder with files elsewhere: by its card (`data_files: "../other/*.csv"`, an address), or by links."""
    for path in Path(data.path).rglob("*"):
        if path.is_symlink():
            inside(data.path, path.relative_to(data.path).as_posix())
    card = Path(data.path, "README.md")
    if not card.is_file():
        return
    from huggingface_hub import metadata_load

    try:
        configurations = (metadata_load(card) or {}).get("configs")
    except (ValueError, yaml.YAMLError) as error:
        raise InputError(
            f"its card cannot be read: {error}", path=card, remedy="correct it, or move it away"
        ) from error
    folder = Path(data.path).absolute()
    for file in _strings(configurations):
        if "://" in file or not Path(os.path.normpath(folder / file)).is_relative_to(folder):
            raise InputError(
                f"the card reads a file outside its folder: {file}",
                path=card,
                remedy="correct data_files, or copy the file into the folder",
            )


def _strings(value: Any) -> Iterator[str]:
    """The texts in a value of YAML."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)


def _from_cache(data: _Data) -> Any:
    """From the very revision that was found, while `load_dataset` would ask the hub for a newer one first."""
    from datasets.packaged_modules.cache.cache import Cache

    folder = _cached(data)
    if folder is None:
        raise FileNotFoundError(f"no longer in {_cache_folder(data)}")
    configuration, version, commit = folder.parts[-3:]
    builder = Cache(
        repo_id=data.path,
        dataset_name=data.path.rpartition("/")[2],
        config_name=configuration,
        version=version,
        hash=commit,
    )
    return builder.as_dataset(split=data.split)


def _text_columns(features: Any, prefix: str = "") -> list[str]:
    """The columns that hold text, with dots to those inside others."""
    found = []
    for name, feature in features.items():
        if isinstance(feature, _datasets().Translation):
            found += [f"{prefix}{name}.{language}" for language in feature.languages]
        elif isinstance(feature, dict):
            found += _text_columns(feature, f"{prefix}{name}.")
        elif getattr(feature, "dtype", None) in ("string", "large_string"):
            found.append(f"{prefix}{name}")
    return found


def _text(value: Any, steps: list[str], data: _Data, column: str, row: int) -> str:
    for step in steps:
        if not isinstance(value, dict) or step not in value:
            raise InputError(f"no field {column!r}", path=data.name, line=row, remedy="every row needs it")
        value = value[step]
    if not isinstance(value, str):
        problem = f"no text in the column {column!r}" if value is None else f"the column {column!r} is not text"
        raise InputError(problem, path=data.name, line=row, remedy="take another column, or give text in every row")
    return value
