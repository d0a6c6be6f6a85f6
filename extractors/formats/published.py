"""The tables of a published set that a run itself does not have: hits with their words and places, and the corpus."""

from __future__ import annotations

import pyarrow as pa

from extractors.formats.tables import NUMBERS, STRINGS, Column, Format

WITH_TEXT = frozenset(
    {
        "source",
        "references",
        "head_form",
        "dependent_form",
        "head_target_forms",
        "dependent_target_forms",
    }
)
"""The columns that hold words of the corpus, which are not there where only ids are published."""

PUBLISHED_HITS = Format(
    "published hits",
    "a hit, with its segment; where only ids are published without the columns that hold words",
    "dataset/data/PHENOMENON/SPLIT.parquet",
    (
        Column("segment_id", pa.int32(), "the segment, 0-based line number of the corpus"),
        Column("source", pa.string(), "the source segment, Unicode NFC"),
        Column("references", STRINGS, "its references, in the order of `references` in dataset.json"),
        Column("phenomenon", pa.string(), "id of the phenomenon", names=True),
        Column("head", pa.int32(), "0-based number, in the segment, of the surface token that holds the head word"),
        Column("dependent", pa.int32(), "the same for the dependent word"),
        Column("head_form", pa.string(), "the head's token as the source has it, from head_start to head_end"),
        Column("dependent_form", pa.string(), "the same for the dependent"),
        Column("head_start", pa.int32(), "first character of the head's token in the source, in Unicode code points"),
        Column("head_end", pa.int32(), "first character after it"),
        Column("dependent_start", pa.int32(), "the same for the dependent"),
        Column("dependent_end", pa.int32(), "the same for the dependent"),
        Column("head_word", pa.int32(), "0-based number of the head in the segment, counted in syntactic words"),
        Column("dependent_word", pa.int32(), "the same for the dependent"),
        Column("distance", pa.int32(), "as in hits"),
        Column("distance_ud", pa.int32(), "as in hits"),
        Column("distance_set", pa.int32(), "the distance by which the phenomenon's sets and splits are made"),
        Column("confidence", pa.float32(), "as in hits", optional=True),
        Column(
            "reference", pa.string(), "name of the reference that the target tokens are of", optional=True, names=True
        ),
        Column("head_target", NUMBERS, "tokens of that reference that the head's is aligned to", optional=True),
        Column("head_target_forms", STRINGS, "the same as the reference has them", optional=True),
        Column("head_target_start", NUMBERS, "their first characters in the reference", optional=True),
        Column("head_target_end", NUMBERS, "the first characters after them", optional=True),
        Column("dependent_target", NUMBERS, "the same for the dependent", optional=True),
        Column("dependent_target_forms", STRINGS, "the same for the dependent", optional=True),
        Column("dependent_target_start", NUMBERS, "the same for the dependent", optional=True),
        Column("dependent_target_end", NUMBERS, "the same for the dependent", optional=True),
        Column("parser", pa.string(), "what parsed the source"),
        Column("aligner", pa.string(), "what aligned it with the reference; none where nothing did"),
        Column("signature", pa.string(), "how the hits were found: parser, aligner, phenomena"),
    ),
)

PUBLISHED_IDS = Format(
    "published hits without words",
    PUBLISHED_HITS.row,
    PUBLISHED_HITS.file,
    tuple(column for column in PUBLISHED_HITS.columns if column.name not in WITH_TEXT),
)

PUBLISHED_CORPUS = Format(
    "published corpus",
    "a segment of the corpus, with or without a hit",
    "dataset/data/corpus/test.parquet",
    (
        Column("segment_id", pa.int32(), "0-based line number"),
        Column("source", pa.string(), "the source segment, Unicode NFC"),
        Column("references", STRINGS, "its references, in the order of `references` in dataset.json"),
    ),
)
