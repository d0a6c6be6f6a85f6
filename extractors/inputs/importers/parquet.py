"""Parquet files, also those that our own stages write: one segment a row; dots lead into structs."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError
from extractors.inputs.importers import FileImporter, Segments, column_needed


class Parquet(FileImporter):
    """.parquet; the line of a segment is its 1-based row."""

    suffixes, counted = (".parquet",), None

    def columns(self) -> list[str]:
        import pyarrow.types as kinds

        texts = _columns(_schema(self.path), lambda kind: kinds.is_string(kind) or kinds.is_large_string(kind))
        return [".".join(steps) for steps in texts]

    def segments(self) -> Segments:
        import pyarrow.types as kinds

        values = _values(self.path, self.column, lambda kind: kinds.is_string(kind) or kinds.is_large_string(kind))
        for row, value in values:
            if value is None:
                problem = f"no text in the column {self.column!r}"
                raise InputError(problem, path=self.path, line=row, remedy="give it an empty text")
        return values

    def numbers(self) -> Segments:
        """Read a column of numbers, each as text; a missing number is an empty text."""
        import pyarrow.types as kinds

        values = _values(self.path, self.column, lambda kind: kinds.is_integer(kind) or kinds.is_floating(kind))
        return [(row, "" if value is None else str(value)) for row, value in values]


def _schema(path: Path) -> Any:
    # Here, not above: the importer of a place is looked for among all, and most need no library.
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not path.is_file():
        raise InputError("no such file", path=path, remedy="check the path")
    try:
        return pq.read_schema(path)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise InputError(f"is not a Parquet file: {error}", path=path, remedy="make it again") from error


def _values(path: Path, column: str | None, fits: Callable[[Any], bool]) -> list[tuple[int, Any]]:
    """Read a column whose type fits, as (1-based row, value)."""
    import pyarrow as pa
    import pyarrow.compute as pc

    from extractors.formats.tables import read_parquet

    columns = _columns(_schema(path), fits)
    names = [".".join(steps) for steps in columns]
    if column is None and len(names) == 1:
        # As in the outputs of systems that a run leaves.
        (column,) = names
    if column is None or names.count(column) != 1:
        raise column_needed(path, names, column)
    top, *fields = columns[names.index(column)]
    try:
        values = read_parquet(path, columns=[top]).column(0)
        values.validate(full=True)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise InputError(
            f"is a broken Parquet file: {error}", path=path, remedy="copy it again, or make it again"
        ) from error
    for field in fields:
        values = pc.struct_field(values, field)
    return list(enumerate(values.to_pylist(), 1))


def _columns(fields: Iterable[Any], fits: Callable[[Any], bool], above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """List the columns whose type fits, each as the names that lead to it."""
    import pyarrow.types

    columns: list[tuple[str, ...]] = []
    for field in fields:
        steps = (*above, field.name)
        if pyarrow.types.is_struct(field.type):
            columns += _columns(field.type.fields, fits, steps)
        elif fits(field.type):
            columns.append(steps)
    return columns
