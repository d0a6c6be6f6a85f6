"""The configurations of a published set: the tables that its users load, with their sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from extractors.formats.definition import Format
from extractors.formats.published import HITS_FOLDER
from extractors.publish import layout


@dataclass(frozen=True, slots=True)
class Configuration:
    """A configuration, all in one split.

    Attributes:
        files: their names in the folder of the set.
        rows: how many it has.
        size: of its tables in memory, in bytes, as the `datasets` library counts.
        packed: of its files.
    """

    name: str
    files: tuple[str, ...]
    rows: int
    size: int
    packed: int
    form: Format

    @classmethod
    def of(cls, name: str, files: Sequence[str], folder: Path, form: Format) -> Configuration:
        """The configuration of some files of a folder, which are there."""
        paths = [folder / file for file in files]
        # Read again, since a table that was cut out of another one has another size.
        read = [pq.read_table(path) for path in paths]
        packed = sum(path.stat().st_size for path in paths)
        return cls(name, tuple(files), sum(map(len, read)), sum(table.nbytes for table in read), packed, form)

    def entry(self) -> dict[str, Any]:
        """Its entry of `configs` in the metadata of a card; `hits` is the one that is loaded by default."""
        paths = f"{HITS_FOLDER}/*.parquet" if self.name == layout.HITS else self.files[0]
        entry: dict[str, Any] = {"config_name": self.name, "data_files": [{"split": layout.SPLIT, "path": paths}]}
        return entry | ({"default": True} if self.name == layout.HITS else {})

    def info(self) -> dict[str, Any]:
        """Its entry of `dataset_info`; a phenomenon has the features of `hits`, which are said there."""
        entry: dict[str, Any] = {"config_name": self.name}
        if self.name in (layout.SEGMENTS, layout.HITS, layout.SETS):
            entry["features"] = features(self.form)
        return entry | {
            "splits": [{"name": layout.SPLIT, "num_bytes": self.size, "num_examples": self.rows}],
            "download_size": self.packed,
            "dataset_size": self.size,
        }


def features(form: Format) -> list[dict[str, str]]:
    """The columns of a table as `dataset_info` has them, in words that old and new versions of `datasets` read."""
    return [
        {"name": column.name, "sequence": str(column.type.value_type)}
        if pa.types.is_list(column.type)
        else {"name": column.name, "dtype": {"float": "float32"}.get(str(column.type), str(column.type))}
        for column in form.columns
    ]
