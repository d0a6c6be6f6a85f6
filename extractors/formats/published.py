"""The tables of a published set that a run itself does not have: hits with their words and places, and the segments."""

import pyarrow as pa

from extractors.formats import columns as col
from extractors.formats.definition import Column, Format

WITH_TEXT = frozenset(
    {"source", "references", "head_form", "dependent_form", "head_target_forms", "dependent_target_forms"}
)
"""The columns that hold words of the corpus, which are not there where only ids are published."""

PUBLISHED_HITS = Format(
    "published hits",
    "a hit, with its segment; where only ids are published without the columns that hold words",
    "dataset/data/hits/PHENOMENON.parquet",
    (
        col.whole("segment_id", "the segment, 0-based line number of the corpus"),
        col.PHENOMENON,
        col.whole("distance", "the distance by which the phenomenon's sets are made"),
        col.text("source", "the source segment, Unicode NFC"),
        col.texts("references", "its references, in the order of `references` in dataset.json"),
        col.text("head_form", "the head's token as the source has it, from head_start to head_end"),
        col.text("dependent_form", "the same for the dependent"),
        col.texts(
            "head_target_forms",
            "the words of the reference `target_reference` (dataset.json) that the head's token is aligned to",
            optional=True,
        ),
        col.texts("dependent_target_forms", "the same for the dependent", optional=True),
        col.whole("head_start", "first character of the head's token in the source, in Unicode code points"),
        col.whole("head_end", "first character after it"),
        col.whole("dependent_start", "the same for the dependent"),
        col.whole("dependent_end", "the same for the dependent"),
        col.wholes("head_target_start", "first characters, in that reference, of head_target_forms", optional=True),
        col.wholes("head_target_end", "the first characters after them", optional=True),
        col.wholes("dependent_target_start", "the same for the dependent", optional=True),
        col.wholes("dependent_target_end", "the same for the dependent", optional=True),
        col.whole("head", "0-based number, in the segment, of the surface token that holds the head word"),
        col.whole("dependent", "the same for the dependent word"),
        col.wholes("head_target", "0-based numbers, in that reference, of head_target_forms", optional=True),
        col.wholes("dependent_target", "the same for the dependent", optional=True),
        col.whole("head_word", "0-based number of the head in the segment, counted in syntactic words"),
        col.whole("dependent_word", "the same for the dependent"),
        Column(
            "confidence",
            pa.float32(),
            "how sure the parser is of the least sure arc of the hit, 0 to 1; missing where it does not say",
            optional=True,
        ),
    ),
)

PUBLISHED_IDS = Format(
    "published hits without words",
    PUBLISHED_HITS.row,
    PUBLISHED_HITS.file,
    tuple(column for column in PUBLISHED_HITS.columns if column.name not in WITH_TEXT),
)

PUBLISHED_CORPUS = Format(
    "published segments",
    "a segment of the corpus, with or without a hit",
    "dataset/data/segments/test.parquet",
    (
        col.whole("segment_id", "0-based line number"),
        col.text("source", "the source segment, Unicode NFC"),
        col.texts("references", "its references, in the order of `references` in dataset.json"),
    ),
)

DESCRIPTION, HITS_FOLDER = "dataset.json", "data/hits"
"""Where a published set is described, and where its hits of all phenomena are."""
