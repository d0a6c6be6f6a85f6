"""Units: the parts that segments of several sentences were cut into, and where each begins in every text."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

UNITS = Format(
    "units",
    "a unit: a sentence of a segment, or several that could not be cut in all texts",
    "units.parquet",
    (
        col.whole("segment_id", "the unit, counted from 0 over the corpus; other tables call it a segment"),
        col.whole("whole", "the segment that it is of, 0-based line number"),
        col.whole("sentences", "its sentences, as the source was parsed"),
        col.whole("source_start", "where it begins in the source of its segment, in characters"),
        col.wholes("reference_starts", "where it begins in each reference of the metadata `references`"),
        col.wholes("system_starts", "where it begins in the output of each system of the metadata `systems`"),
    ),
    is_lab=True,
)

UNIT_CUTS = Format(
    "unit_cuts",
    "a text: how many ends of source sentences it could be cut at",
    "unit_cuts.parquet",
    (
        col.text("text", "`reference NAME`, `system NAME`, or `all` of them together"),
        col.whole("ends", "ends of sentences inside segments, in the parse of the source"),
        col.whole("sure", "those that the text could be cut at"),
        col.whole("alone", "those that this text alone could not be cut at, and so none was"),
        col.whole("empty", "units that have no text here: their sentence was left out of the translation"),
        col.whole("whole", "segments of several sentences that could be cut nowhere"),
    ),
    is_lab=True,
)
