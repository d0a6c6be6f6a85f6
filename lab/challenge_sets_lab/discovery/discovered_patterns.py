"""What `challenge-sets lab discover` gives: a table, entries for phenomena.yaml, and a text for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import yaml
from rich import box
from rich.table import Table

from challenge_sets_lab.discovery.discovered import DISCOVERED
from challenge_sets_lab.discovery.pattern_tests import CONFIRMED, ConfirmedPattern, shares
from extractors.core.arrays import Int32
from extractors.core.files import write_text
from extractors.core.terminal import as_text
from extractors.formats import tables
from extractors.report.numbers import interval, number, p_text
from extractors.scoring.phenomenon_tests import COPIES
from extractors.scoring.set_scores import Row

EXAMPLES = 3
HEADER = """\
# Patterns that `challenge-sets lab discover` found and confirmed. Read hits of each before you use it, and name it.
# A config reads this file by `phenomena_file:`.

"""


@dataclass(frozen=True)
class Discovery:
    """The patterns that were found. `print` shows those that were confirmed.

    Attributes:
        patterns: the confirmed ones first.
        language: of the source.
        metric: by which the systems were compared.
        source: (N,) the segments of the corpus in which they were found.
        known: the segments of each set of known phenomena there.
        enumerated, tested: how many patterns there were, and how many were tested, one of each group of near copies.
        confirmed_on: the documents of confirmation, in words.
    """

    patterns: Sequence[ConfirmedPattern]
    language: str
    metric: str
    source: Sequence[str] = field(repr=False)
    known: Sequence[tuple[str, Int32]] = field(repr=False)
    enumerated: int
    tested: int
    confirmed_on: str

    def __str__(self) -> str:
        return self.text()

    @cached_property
    def table(self) -> pa.Table:
        """A row for each pattern: the table DISCOVERED."""
        alike = shares(
            [one.pattern.segments for one in self.patterns], [ids for _, ids in self.known], len(self.source)
        )
        taken: Counter[str] = Counter()
        rows = []
        for one, near in zip(self.patterns, alike, strict=True):
            name = one.pattern.name
            taken[name] += 1
            known = int(np.argmax(near)) if len(near) and near.max() >= COPIES else None
            shortest = sorted(one.pattern.segments.tolist(), key=lambda i: (len(self.source[i]), i))[:EXAMPLES]
            rows.append(
                {
                    "phenomenon": name if taken[name] == 1 else f"{name}_{taken[name]}",
                    "description": one.pattern.description,
                    "request": one.pattern.request,
                    "metric": self.metric,
                    "status": one.status,
                    "same_as": None if known is None else self.known[known][0],
                    "copies": [copy.description for copy in one.copies],
                    **_numbers(one.found, ""),
                    **_numbers(one.again, "again_"),
                    "example_ids": shortest,
                    "examples": [self.source[i] for i in shortest],
                }
            )
        return DISCOVERED.table(rows)

    def phenomena(self) -> str:
        """Render the confirmed patterns as a phenomena.yaml, without near copies of known phenomena."""
        entries = [
            {
                "id": row["phenomenon"],
                "label": row["description"],
                "description": f"{row['description'][0].upper()}{row['description'][1:]}.",
                "source": f"challenge-sets lab discover, by {row['metric']}",
                "pair": list(one.pattern.pair),
                "requests": {self.language: [row["request"]]},
            }
            for row, one in zip(self.table.to_pylist(), self.patterns, strict=True)
            if row["status"] == CONFIRMED and row["same_as"] is None
        ]
        content = {"include": ["shipped"], "phenomena": entries}
        return HEADER + yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=110)

    def write(self, folder: str | Path) -> None:
        """Write phenomena.yaml, and the table as Parquet and CSV."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        tables.write_with_csv(self.table, folder / DISCOVERED.file)
        with write_text(folder / "phenomena.yaml") as out:
            out.write(self.phenomena())

    def text(self) -> str:
        """Render the summary and table that `challenge-sets lab discover` prints."""
        rows = self.table.to_pylist()
        confirmed = [row for row in rows if row["status"] == CONFIRMED]
        shown = Table(box=box.SIMPLE_HEAD)
        for name in ("n", "difference", "n", "confirmed", "p (BH)"):
            shown.add_column(name, justify="right")
        for name in ("pattern", "same as"):
            shown.add_column(name)
        for row in confirmed:
            first, again = (_difference(row, prefix) for prefix in ("", "again_"))
            p = p_text(row["again_p_bh"])
            numbers = (str(row["n"]), first, str(row["again_n"]), again, p)
            shown.add_row(*numbers, row["description"], row["same_as"] or "")
        return (
            f"{self.enumerated:,} patterns, {self.tested:,} tested by {self.metric}, {len(rows):,} found,"
            f" {len(confirmed):,} confirmed on {self.confirmed_on}\n{as_text(shown) if confirmed else ''}"
        )


def _numbers(row: Row, prefix: str) -> dict[str, Any]:
    """Return the columns of one test, their names beginning with `prefix`; without a test all but n are None."""
    names = ("difference", "difference_low", "difference_high", "p")
    return {f"{prefix}n": row["compared"], f"{prefix}p_bh": row["q"]} | {f"{prefix}{n}": row.get(n) for n in names}


def _difference(row: Mapping[str, Any], prefix: str) -> str:
    low, high = row[f"{prefix}difference_low"], row[f"{prefix}difference_high"]
    return f"{number(row[f'{prefix}difference'], 1, sign=True)} {interval(low, high, 1)}"
