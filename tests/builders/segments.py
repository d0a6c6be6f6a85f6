"""A table of segments with references."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from extractors.formats import tables
from extractors.formats.segments import SEGMENTS
from tests.builders.rows import table_of


def write_segments(path: Path, references: Mapping[str, Sequence[str]]) -> None:
    """Write segments with these references, by name; their source says nothing."""
    rows = [
        {"segment_id": i, "source": "x", "references": list(texts), "provenance": f"text:{i + 1}"}
        for i, texts in enumerate(zip(*references.values(), strict=True))
    ]
    names = "\t".join(references)
    table = tables.with_metadata(table_of(SEGMENTS, rows), references=names, source_language="de", target_language="en")
    tables.write(table, path)
