"""What a segment is like besides its phenomena: that which controls are matched on, and its document."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.core.arrays import Float64
from extractors.formats import columns as col
from extractors.formats.definition import Format

COVARIATES = Format(
    "covariates",
    "the covariates of a segment, a row for each segment of the corpus",
    "covariates.parquet",
    (
        col.whole("segment_id", "0-based number of the segment"),
        col.whole("length", "source length in surface tokens"),
        col.number("rare_words", "share of the words whose form the source has less than three times", optional=False),
        col.whole("clauses", "clauses"),
        col.whole("depth", "arcs from the root to the farthest word"),
        col.whole("sentences", "sentences, as the parser cuts them"),
        col.text("domain", "name of its domain; missing where the corpus names none", optional=True),
        col.text("document", "name of its document; missing where the corpus names none", optional=True),
        *col.since(2, col.number("proper_names", "share of the words that are proper names (PROPN)")),
    ),
    further=col.number(
        "NAME", "a covariate that the user brings, under the name that the user gives it", optional=False
    ),
    is_lab=True,
)
NUMBERS = tuple(c for c in COVARIATES.columns if c.name != "segment_id" and not pa.types.is_string(c.type))
MEASURED = tuple(column.name for column in NUMBERS)
"""The covariates that a parse gives, which have a mean."""


def brought(table: pa.Table) -> list[str]:
    """Return the names of the covariates that the user brings."""
    own = {column.name for column in COVARIATES.columns}
    return [name for name in table.column_names if name not in own]


def values_of(table: pa.Table) -> dict[str, Float64]:
    """Return (N,) the position and each covariate without gaps, by name; domains and documents are numbers."""
    values: dict[str, Float64] = {"position": table.column("segment_id").to_numpy().astype(np.float64)}
    for name in (*MEASURED, *brought(table)):
        if not table.column(name).null_count:
            values[name] = table.column(name).to_numpy().astype(np.float64)
    return values | {
        name: codes.astype(np.float64)
        for name in ("domain", "document")
        if (codes := codes_of(table, name)) is not None
    }


def codes_of(table: pa.Table, name: str) -> npt.NDArray[np.int64] | None:
    """Return (N,) a number for the domain or document of each segment; None if a segment has none."""
    column = table.column(name)
    if column.null_count:
        return None
    return np.unique(np.array(column.to_pylist(), dtype=object).astype(str), return_inverse=True)[1].astype(np.int64)
