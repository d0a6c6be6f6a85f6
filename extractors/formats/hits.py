"""Hits: the instances of phenomena that were found in a corpus."""

import pyarrow as pa

from extractors.formats import columns as col
from extractors.formats.definition import Column, Format

HITS = Format(
    "hits",
    "an instance of a phenomenon in a segment",
    "hits.parquet",
    (
        col.SEGMENT,
        col.PHENOMENON,
        col.whole("head", "0-based number, in the segment, of the surface token that holds the head word"),
        col.whole("dependent", "the same for the dependent word"),
        col.text("head_form", "the head word"),
        col.text("dependent_form", "the dependent word"),
        col.whole("head_word", "0-based number of the head in the segment, counted in syntactic words"),
        col.whole("dependent_word", "the same for the dependent"),
        col.whole("distance", "surface tokens strictly between the two, punctuation not counted"),
        col.whole("distance_ud", "syntactic words strictly between the two, punctuation counted (the paper's)"),
        col.whole("distance_set", "the distance by which the phenomenon's sets are made"),
        Column(
            "confidence",
            pa.float32(),
            "probability that the least sure of the arcs that the request asks for is right, 1 if it asks for none"
            " (see config/README.md); missing where the parser gives none or the hit is found from the alignment",
            optional=True,
        ),
        col.wholes("head_target", "reference tokens that the head's token is aligned to", optional=True),
        col.wholes("dependent_target", "the same for the dependent", optional=True),
        col.texts("head_target_forms", "the same as words", optional=True),
        col.texts("dependent_target_forms", "the same as words", optional=True),
    ),
)
