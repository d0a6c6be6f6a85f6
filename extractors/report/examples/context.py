"""Look up a segment's domain and document, and the lines before and after it in the document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extractors.formats import tables
from extractors.formats.covariates import COVARIATES


@dataclass(frozen=True)
class Context:
    """The names of each segment's domain and document; None where the corpus names none."""

    domains: list[str | None]
    documents: list[str | None]

    @classmethod
    def read(cls, path: Path) -> Context:
        """Read the table COVARIATES of a corpus."""
        table = tables.read(COVARIATES, path)
        return cls(table.column("domain").to_pylist(), table.column("document").to_pylist())

    def neighbours(self, segment: int) -> tuple[int | None, int | None]:
        """Return the lines before and after a segment that are of its document; None where there is none."""
        return self._same(segment, segment - 1), self._same(segment, segment + 1)

    def _same(self, segment: int, other: int) -> int | None:
        if not (0 <= other < len(self.documents) and segment < len(self.documents)):
            return None
        document = self.documents[segment]
        return other if document is not None and self.documents[other] == document else None

    def with_neighbours(self, segments: Iterable[int]) -> list[int]:
        """Return these segments and their neighbours, ascending."""
        lines = {line for segment in segments for line in (segment, *self.neighbours(segment)) if line is not None}
        return sorted(lines)

    def of(self, segment: int, sources: Mapping[int, str]) -> dict[str, Any]:
        """Return the context of a segment, as its record has it.

        Args:
            sources: the source texts of the segment's neighbours.
        """
        before, after = self.neighbours(segment)
        inside = segment < len(self.documents)
        return {
            "domain": self.domains[segment] if inside else None,
            "document": self.documents[segment] if inside else None,
            "before": None if before is None else sources[before],
            "after": None if after is None else sources[after],
        }
