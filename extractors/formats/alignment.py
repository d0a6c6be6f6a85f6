"""Alignment: the links between the surface tokens of the source and of its references."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.errors import InputError
from extractors.formats.tables import Column, Format

ALIGNMENT = Format(
    "alignment",
    "a link between a source token and a reference token",
    "alignment.parquet",
    (
        Column("segment_id", pa.int32(), "the segment"),
        Column("reference", pa.string(), "name of the reference", names=True),
        Column("source", pa.int32(), "0-based number of the source's surface token"),
        Column("target", pa.int32(), "0-based number of the reference's surface token"),
        Column("source_form", pa.string(), "the source token"),
        Column("target_form", pa.string(), "the reference token"),
    ),
)


@dataclass(frozen=True)
class Alignment:
    """The links of one reference.

    Attributes:
        links: the table's rows of this reference.
        reference: its name.
        aligner: what made the links.
        targets: (segment_id, source token) -> its target tokens, ascending.
        forms: (segment_id, target token) -> the token.
    """

    links: pa.Table
    reference: str
    aligner: str
    targets: dict[tuple[int, int], list[int]]
    forms: dict[tuple[int, int], str]

    @classmethod
    def of(cls, table: pa.Table, reference: str | None, *, path: str) -> Alignment:
        """The links of the named reference, or of the first one in the table."""
        names = table.column("reference").unique().to_pylist()
        chosen = reference or (names[0] if names else "")
        if names and chosen not in names:
            raise InputError(f"no links to the reference {chosen!r}", path=path, remedy=f"it has: {', '.join(names)}")
        links = table.filter(pc.equal(table.column("reference"), chosen))
        targets: dict[tuple[int, int], list[int]] = {}
        forms: dict[tuple[int, int], str] = {}
        columns = (links.column(n).to_pylist() for n in ("segment_id", "source", "target", "target_form"))
        for segment, source, target, form in zip(*columns, strict=True):
            targets.setdefault((segment, source), []).append(target)
            forms[segment, target] = form
        aligner = (table.schema.metadata or {}).get(b"aligner", b"unknown").decode()
        return cls(links, chosen, aligner, {k: sorted(v) for k, v in targets.items()}, forms)

    def of_token(self, segment: int, token: int) -> tuple[list[int], list[str]]:
        """The target tokens that a source token is aligned to, as positions and as words."""
        positions = self.targets.get((segment, token), [])
        return positions, [self.forms[segment, p] for p in positions]
