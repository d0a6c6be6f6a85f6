"""Units: the parts that segments of several sentences were cut into, and where each begins in every text."""

import pyarrow as pa

from extractors.formats.definition import NUMBERS, Column, Format

UNITS = Format(
    "units",
    "a unit: a sentence of a segment, or several that could not be cut in all texts",
    "units.parquet",
    (
        Column("segment_id", pa.int32(), "the unit, counted from 0 over the corpus; other tables call it a segment"),
        Column("whole", pa.int32(), "the segment that it is of, 0-based line number"),
        Column("sentences", pa.int32(), "its sentences, as the source was parsed"),
        Column("source_start", pa.int32(), "where it begins in the source of its segment, in characters"),
        Column("reference_starts", NUMBERS, "where it begins in each reference of the metadata `references`"),
        Column("system_starts", NUMBERS, "where it begins in the output of each system of the metadata `systems`"),
    ),
    is_lab=True,
)

UNIT_CUTS = Format(
    "unit_cuts",
    "a text: how many ends of source sentences it could be cut at",
    "unit_cuts.parquet",
    (
        Column("text", pa.string(), "`reference NAME`, `system NAME`, or `all` of them together"),
        Column("ends", pa.int32(), "ends of sentences inside segments, in the parse of the source"),
        Column("sure", pa.int32(), "those that the text could be cut at"),
        Column("alone", pa.int32(), "those that this text alone could not be cut at, and so none was"),
        Column("empty", pa.int32(), "units that have no text here: their sentence was left out of the translation"),
        Column("whole", pa.int32(), "segments of several sentences that could be cut nowhere"),
    ),
    is_lab=True,
)
