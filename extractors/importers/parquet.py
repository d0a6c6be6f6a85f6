"""Parquet files, also those that our own stages write: one segment a row."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from extractors.errors import InputError
from extractors.importers import FileImporter, column_needed


class Parquet(FileImporter):
    """.parquet; the line of a segment is its 1-based row."""

    suffixes = (".parquet",)

    def segments(self, path: Path, column: str | None) -> list[tuple[int, str]]:
        if not path.is_file():
            raise InputError("no such file", path=path, remedy="check the path")
        try:
            schema = pq.read_schema(path)
        except pa.ArrowInvalid as error:
            raise InputError(f"is not Parquet: {error}", path=path, remedy="make it again") from error
        texts = [f.name for f in schema if pa.types.is_string(f.type) or pa.types.is_large_string(f.type)]
        if column not in texts:
            raise column_needed(path, texts, column)
        values = pq.read_table(path, columns=[column]).column(0).to_pylist()
        for row, value in enumerate(values, 1):
            if value is None:
                raise InputError(f"no text in the column {column!r}", path=path, line=row, remedy="give an empty text")
        return list(enumerate(values, 1))
