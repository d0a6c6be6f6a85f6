"""Scores that the user has of segments, for their units."""

from dataclasses import replace
from pathlib import Path

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.statistics import read_statistics, write_statistics
from extractors.formats.units import UNITS


def spread_scores(statistics: str | Path, units: str | Path, path: str | Path) -> int:
    """Write the statistics of units, each with the row of its segment, and return the number of units."""
    of_segments = read_statistics(statistics)
    whole: list[int] = tables.read(UNITS, units).column("whole").to_pylist()
    if max(whole, default=-1) >= len(of_segments.rows):
        raise InputError(
            f"has units of segment {max(whole)}, and there are scores of {len(of_segments.rows)}",
            path=units,
            remedy="make both again from one corpus",
        )
    write_statistics(replace(of_segments, rows=of_segments.rows[whole]), path)
    return len(whole)
