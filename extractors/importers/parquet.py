"""Parquet files, also those that our own stages write: one segment a row; dots lead into structs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError
from extractors.importers import FileImporter, column_needed


class Parquet(FileImporter):
    """.parquet; the line of a segment is its 1-based row."""

    suffixes = (".parquet",)

    def segments(self, path: Path, column: str | None) -> list[tuple[int, str]]:
        # Here, not above: the importer of a place is looked for among all, and most need no library.
        import pyarrow as pa
        import pyarrow.compute as pc
        import pyarrow.parquet as pq

        from extractors.formats.tables import read_parquet

        if not path.is_file():
            raise InputError("no such file", path=path, remedy="check the path")
        try:
            schema = pq.read_schema(path)
        except (pa.ArrowException, OSError, ValueError) as error:
            raise InputError(f"is not Parquet: {error}", path=path, remedy="make it again") from error
        texts = _texts(schema)
        names = [".".join(steps) for steps in texts]
        if column is None or names.count(column) != 1:
            raise column_needed(path, names, column)
        top, *fields = texts[names.index(column)]
        try:
            values = read_parquet(path, columns=[top]).column(0)
            values.validate(full=True)
        except (pa.ArrowException, OSError, ValueError) as error:
            raise InputError(f"is broken Parquet: {error}", path=path, remedy="copy or make it again") from error
        for field in fields:
            values = pc.struct_field(values, field)
        values = values.to_pylist()
        for row, value in enumerate(values, 1):
            if value is None:
                raise InputError(f"no text in the column {column!r}", path=path, line=row, remedy="give an empty text")
        return list(enumerate(values, 1))


def _texts(fields: Iterable[Any], above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The columns that hold text, by the names that lead to them."""
    import pyarrow.types

    columns: list[tuple[str, ...]] = []
    for field in fields:
        steps = (*above, field.name)
        if pyarrow.types.is_struct(field.type):
            columns += _texts(field.type.fields, steps)
        elif pyarrow.types.is_string(field.type) or pyarrow.types.is_large_string(field.type):
            columns.append(steps)
    return columns
