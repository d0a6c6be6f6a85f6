"""Segment statistics: what a metric keeps of each segment of a system's output."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.core.arrays import Float64
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.core.names import check_name
from extractors.core.remedies import to_make_again
from extractors.formats import tables

Numbers = npt.NDArray[np.number[Any]]


@dataclass(frozen=True)
class Statistics:
    """One system under one metric.

    Attributes:
        rows: (n, k) sufficient statistics of the corpus's segments; counts may be in fewer bits than 64 (`compact`).
        signature: the metric's name and signature for the number of references, as sacreBLEU prints them.
    """

    system: str
    metric: str
    rows: Numbers
    signature: str


@dataclass(frozen=True)
class AgainstOne:
    """Translations under one metric against one human reference, or under scores that are brought.

    Attributes:
        reference: its name; of scores that are brought what they see, `source` or `reference`.
        systems: the statistics of each system.
        humans: those of each other human reference, as if it were a system.
    """

    reference: str
    systems: list[Statistics]
    humans: list[Statistics]


AGAINST = "against"
"""In the folder of a metric's statistics: a folder for each human reference, where there are two or more; of scores
that are brought one, where human translations have some."""


def write_against(found: AgainstOne, folder: str | Path) -> None:
    """Write the statistics of all translations against one reference into the folder of their metric."""
    for kind, translations in (("systems", found.systems), ("humans", found.humans)):
        for one in translations:
            write_statistics(one, Path(folder, AGAINST, found.reference, kind, f"{one.system}.parquet"))


def read_against(folder: str | Path, systems: Sequence[str]) -> list[AgainstOne]:
    """Read what `write_against` wrote, reference by reference; an empty list if no human translation was scored.

    Args:
        folder: of a metric's statistics.
        systems: those to read; one without scores that are brought has no file.
    """
    return [
        AgainstOne(
            reference=of_one.name,
            systems=[
                read_statistics(file)
                for system in systems
                if (file := of_one / "systems" / f"{system}.parquet").is_file()
            ],
            humans=[read_statistics(file) for file in sorted((of_one / "humans").glob("*.parquet"))],
        )
        for of_one in sorted(Path(folder, AGAINST).glob("*"))
    ]


def write_statistics(found: Statistics, path: str | Path) -> None:
    """Write segment statistics as Parquet: one column a statistic, one row a segment."""
    columns = {f"statistic_{i}": column.astype(np.float64) for i, column in enumerate(found.rows.T)}
    table = tables.with_metadata(pa.table(columns), system=found.system, metric=found.metric, signature=found.signature)
    tables.write(table, path)


def read_statistics(path: str | Path) -> Statistics:
    """Read segment statistics that `write_statistics` wrote."""
    if not Path(path).is_file():
        raise InputError("no such file (segment statistics)", path=path, remedy="score the system first")
    try:
        table = tables.read_parquet(path)
        numbers = [column.cast(pa.float64()) for column in table.columns]
    except (pa.ArrowException, OSError, ValueError, LookupError) as error:
        raise InputError(
            f"is not a table of segment statistics: {error}", path=path, remedy=to_make_again(path)
        ) from None
    if not numbers or any(column.null_count for column in numbers):
        raise InputError("has no segment statistics", path=path, remedy=to_make_again(path))
    system, metric, signature = (
        tables.metadata(table, key, path, made_by="snakemake score") for key in ("system", "metric", "signature")
    )
    check_name(system, "system", path=path)
    check_name(metric, "metric", path=path)
    rows = compact([column.to_numpy() for column in numbers])
    return Statistics(system=system, metric=metric, rows=rows, signature=signature)


def compact(columns: Sequence[Float64]) -> Numbers:
    """Return (n, k) the columns as the smallest unsigned integers that hold them all exactly, else as they are."""
    for kind in (np.uint16, np.uint32):
        highest = np.iinfo(kind).max
        if all(((column >= 0) & (column <= highest) & (column == np.floor(column))).all() for column in columns):
            return np.column_stack([column.astype(kind) for column in columns])
    return np.column_stack(columns)


def read_all(paths: Iterable[str | Path]) -> list[Statistics]:
    """Read the statistics of systems, without those that have no scores (see `with_scores`)."""
    return with_scores([read_statistics(path) for path in paths])


def with_scores(found: Sequence[Statistics]) -> list[Statistics]:
    """Leave out, and log, the statistics of systems without a score in any segment.

    Scores that a user brings may lack a system; in tables, its row would have no score.
    """
    for one in found:
        if not one.rows.any():
            log.info("%s has no scores of %s and is left out of its tables", one.metric, one.system)
    return [one for one in found if one.rows.any()]
