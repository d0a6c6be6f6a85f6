"""Alignment: the links between the surface tokens of the source and of its references."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Int32, Int64
from extractors.core.errors import InputError
from extractors.formats import columns as col
from extractors.formats import tables
from extractors.formats.definition import Column, Format

ALIGNMENT = Format(
    "alignment",
    "a link between a source token and a reference token",
    "alignment.parquet",
    (
        col.SEGMENT,
        col.text("reference", "name of the reference", names=True),
        col.whole("source", "0-based number of the source's surface token"),
        col.whole("target", "0-based number of the reference's surface token"),
        col.text("source_form", "the source token"),
        col.text("target_form", "the reference token"),
        Column(
            "confidence",
            pa.float32(),
            "how sure the aligner is of the link, 0 to 1: of simalign, the similarity of the two words' vectors; of"
            " pharaoh, what the file says. No probability: docs/models.md says how often links of a confidence"
            " are right. Missing where the aligner gives none",
            optional=True,
        ),
    ),
    is_lab=True,
)


MAKE_CONFIDENCES = (
    "set the minimum to 0, or align with simalign, or with pharaoh and a file whose links have"
    " confidences, such as 0-2:0.93"
)


def surely_aligned(links: pa.Table, minimum: float) -> pa.Table:
    """Keep the links with a confidence of `minimum` or more; 0 keeps all.

    Args:
        links: rows of ALIGNMENT.
    """
    if not 0 <= minimum <= 1:
        raise InputError(
            f"the minimum confidence of links must be from 0 to 1, got {minimum:g}",
            remedy="set it to a number from 0 to 1",
        )
    if not minimum:
        return links
    confidence = links.column("confidence")
    if confidence.null_count:
        first = links.slice(pc.index(pc.is_null(confidence), True).as_py(), 1).to_pylist()[0]
        raise InputError(
            f"{confidence.null_count} of {len(links)} links have no confidence, but {minimum:g} or more is asked for;"
            f" the first is {first['source']}-{first['target']} of segment {first['segment_id']}",
            remedy=MAKE_CONFIDENCES,
        )
    # Compared as the table has it: 0.9 as a float32 is less than 0.9.
    return links.filter(pc.greater_equal(confidence, pa.scalar(minimum, pa.float32())))


@dataclass(frozen=True)
class Alignment:
    """The links of one reference, or of the outputs of all systems, of some segments.

    Attributes:
        links: the table's rows of this reference, or with systems in the place of references.
        reference: its name; empty for outputs.
        aligner: what made the links.
        texts: how many texts they lead to, also those without a link.
    """

    links: pa.Table
    reference: str
    aligner: str
    texts: int = 1

    @cached_property
    def targets(self) -> dict[tuple[int, int], list[int]]:
        """(segment_id, source token) -> its target tokens, ascending."""
        targets: dict[tuple[int, int], list[int]] = {}
        columns = (self.links.column(n).to_pylist() for n in ("segment_id", "source", "target"))
        for segment, source, target in zip(*columns, strict=True):
            targets.setdefault((segment, source), []).append(target)
        return {place: sorted(tokens) for place, tokens in targets.items()}

    def of_tokens(self, segments: Int32, tokens: Int32) -> tuple[list[list[int]], list[list[str]]]:
        """Return the target tokens that source tokens are aligned to, as positions, ascending, and as words.

        Args:
            segments, tokens: (m,) of each source token.
        """
        keys, targets, rows = self._by_source
        wanted = _keys(segments, tokens)
        first, last = np.searchsorted(keys, wanted), np.searchsorted(keys, wanted, side="right")
        counts = last - first
        # The n-th link of a token stands n places after its first one.
        nth = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        found = np.repeat(first, counts) + nth
        forms = self.links.column("target_form").take(pa.array(rows[found])).to_pylist()
        positions, ends = targets[found].tolist(), np.cumsum(counts).tolist()
        spans = list(pairwise([0, *ends]))
        return [positions[a:b] for a, b in spans], [forms[a:b] for a, b in spans]

    @cached_property
    def _by_source(self) -> tuple[Int64, Int32, Int64]:
        """The links by source token and target: a number for the token, the target, and the row that has its form.

        If a target token has several forms, which no aligner gives it, its last row counts.
        """
        segment, source, target = (self.links.column(n).to_numpy() for n in ("segment_id", "source", "target"))
        at_target = _keys(segment, target)
        by_target = np.argsort(at_target, kind="stable")
        last = np.searchsorted(at_target[by_target], at_target, side="right") - 1
        keys = _keys(segment, source)
        order = np.lexsort((target, keys))
        return keys[order], target[order], by_target[last][order]


def _keys(segments: Int32, tokens: Int32) -> Int64:
    """Return (m,) a number for each token, which sorts by segment, then by token."""
    keys: Int64 = np.asarray(segments, dtype=np.int64) << 32 | np.asarray(tokens, dtype=np.int64)
    return keys


def _chosen(names: Sequence[str], reference: str | None, path: str | None) -> str:
    """Choose the named reference, or the first one; `names` are the references that have links."""
    chosen = reference or (names[0] if names else "")
    if names and chosen not in names:
        raise InputError(
            f"has no links to the reference {chosen!r}", path=path, remedy=f"choose one of: {', '.join(names)}"
        )
    return chosen


def with_minimum(aligner: str, minimum: float) -> str:
    """Add the minimum confidence of links to the signature of an aligner."""
    return f"{aligner}/minimum-confidence:{minimum:g}" if minimum else aligner


def links_signature(links: pa.Table) -> str:
    """Return what made the links of a table, as a part of a signature."""
    return f"links:{_aligner(links.schema)}"


def _aligner(schema: pa.Schema) -> str:
    name: bytes = (schema.metadata or {}).get(b"aligner", b"unknown")
    return name.decode()


class _LinkParts:
    """Links of some segments at a time.

    Args:
        links: rows of ALIGNMENT, in a file or in memory, for outputs with systems in the place of references.

    Attributes:
        names: of the references or systems that there are links to.
        aligner: what made the links.
    """

    def __init__(self, links: str | Path | pa.Table) -> None:
        self._links = links
        self._path = None if isinstance(links, pa.Table) else str(links)
        names: dict[str, None] = {}
        for part in self._read("reference"):
            self.aligner = _aligner(part.schema)
            names |= dict.fromkeys(part.column("reference").unique().to_pylist())
        self.names = list(names)
        self._of: str | None = None
        """The reference whose links are wanted; None for all."""
        self._parts = self._ordered()
        self._waiting: pa.Table = ALIGNMENT.table([])

    def _read(self, *columns: str) -> Iterator[pa.Table]:
        """Read these columns of all links, in parts; all columns if none is named."""
        if isinstance(self._links, pa.Table):
            return iter([self._links.select(columns or ALIGNMENT.schema.names)])
        return tables.read_parts(ALIGNMENT, self._links, columns=columns)

    def _wanted(self, *columns: str) -> Iterator[pa.Table]:
        """Yield the parts that `_read` gives, restricted to the reference that is wanted."""
        for part in self._read(*columns):
            yield part if self._of is None else part.filter(pc.equal(part.column("reference"), self._of))

    def _ordered(self) -> Iterator[pa.Table]:
        """Yield the links that are wanted, with segments ascending."""
        highest, is_ordered = 0, True
        for part in self._wanted("segment_id", "reference"):
            segments = np.append(highest, part.column("segment_id").to_numpy())
            is_ordered &= bool((np.diff(segments) >= 0).all())
            highest = int(segments[-1])
        if is_ordered:
            yield from self._wanted()
            return
        links = pa.concat_tables(self._wanted())
        order = np.argsort(links.column("segment_id").to_numpy(), kind="stable")
        yield links.take(pa.array(order))

    def _up_to(self, segment: int) -> pa.Table:
        """Return the links of this segment, and of those before it, that were not asked for yet."""
        waiting = [self._waiting]
        while not len(waiting[-1]) or waiting[-1].column("segment_id")[-1].as_py() <= segment:
            if (part := next(self._parts, None)) is None:
                break
            waiting.append(part.cast(self._waiting.schema))
        links = pa.concat_tables(waiting).combine_chunks()
        count = int(np.searchsorted(links.column("segment_id").to_numpy(), segment, side="right"))
        self._waiting = links.slice(count)
        return links.slice(0, count)


LAST = np.iinfo(np.int32).max
"""A segment that no corpus reaches."""


class AlignmentParts(_LinkParts):
    """The links of one reference, of some segments at a time.

    Attributes:
        reference: its name.
    """

    def __init__(self, links: str | Path | pa.Table, reference: str | None) -> None:
        """Look for the named reference, or take the first one."""
        super().__init__(links)
        self.reference = self._of = _chosen(self.names, reference, self._path)

    def up_to(self, segment: int = LAST) -> Alignment:
        """Return the links up to a segment, by default all, that were not asked for yet."""
        return Alignment(self._up_to(segment), self.reference, self.aligner)


class OutputParts(_LinkParts):
    """The links of the outputs of all systems, of some segments at a time."""

    def __init__(self, links: str | Path | pa.Table, *, systems: int | None = None) -> None:
        """Count the systems that have links, unless `systems` is their number, those without links included."""
        super().__init__(links)
        self._systems = len(self.names) if systems is None else systems

    def up_to(self, segment: int = LAST) -> Alignment:
        """Return the links up to a segment, by default all, that were not asked for yet."""
        return Alignment(self._up_to(segment), "", self.aligner, self._systems)
