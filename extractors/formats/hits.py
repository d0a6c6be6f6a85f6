"""Hits: the instances of phenomena that were found in a corpus."""

import pyarrow as pa

from extractors.formats.definition import NUMBERS, STRINGS, Column, Format

HITS = Format(
    "hits",
    "an instance of a phenomenon in a segment",
    "hits.parquet",
    (
        Column("segment_id", pa.int32(), "the segment"),
        Column("phenomenon", pa.string(), "id of the phenomenon", names=True),
        Column("head", pa.int32(), "0-based number, in the segment, of the surface token that holds the head word"),
        Column("dependent", pa.int32(), "the same for the dependent word"),
        Column("head_form", pa.string(), "the head word"),
        Column("dependent_form", pa.string(), "the dependent word"),
        Column("head_word", pa.int32(), "0-based number of the head in the segment, counted in syntactic words"),
        Column("dependent_word", pa.int32(), "the same for the dependent"),
        Column("distance", pa.int32(), "surface tokens strictly between the two, punctuation not counted"),
        Column(
            "distance_ud", pa.int32(), "syntactic words strictly between the two, punctuation counted (the paper's)"
        ),
        Column("distance_set", pa.int32(), "the distance by which the phenomenon's sets are made"),
        Column(
            "confidence",
            pa.float32(),
            "probability that the hit is right, calibrated on treebanks, for a shipped parser; for another that gives"
            " confidences, that the least sure of the arcs that the request asks for is right, 1 if it asks for none"
            " (see config/README.md); missing where the parser gives none or the hit is found from the alignment",
            optional=True,
        ),
        Column("head_target", NUMBERS, "reference tokens that the head's token is aligned to", optional=True),
        Column("dependent_target", NUMBERS, "the same for the dependent", optional=True),
        Column("head_target_forms", STRINGS, "the same as words", optional=True),
        Column("dependent_target_forms", STRINGS, "the same as words", optional=True),
    ),
)
