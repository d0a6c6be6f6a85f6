"""The tables of a published set that a run itself does not have: hits with their words and places, and the segments."""

from pathlib import Path

import pyarrow as pa

from extractors.formats import tables
from extractors.formats.definition import NUMBERS, STRINGS, Column, Format

WITH_TEXT = frozenset(
    {"source", "references", "head_form", "dependent_form", "head_target_forms", "dependent_target_forms"}
)
"""The columns that hold words of the corpus, which are not there where only ids are published."""

PUBLISHED_HITS = Format(
    "published hits",
    "a hit, with its segment; where only ids are published without the columns that hold words",
    "dataset/data/hits/PHENOMENON.parquet",
    (
        Column("segment_id", pa.int32(), "the segment, 0-based line number of the corpus"),
        Column("phenomenon", pa.string(), "id of the phenomenon", names=True),
        Column("distance", pa.int32(), "the distance by which the phenomenon's sets are made"),
        Column("source", pa.string(), "the source segment, Unicode NFC"),
        Column("references", STRINGS, "its references, in the order of `references` in dataset.json"),
        Column("head_form", pa.string(), "the head's token as the source has it, from head_start to head_end"),
        Column("dependent_form", pa.string(), "the same for the dependent"),
        Column(
            "head_target_forms",
            STRINGS,
            "the words of the reference `target_reference` (dataset.json) that the head's token is aligned to",
            optional=True,
        ),
        Column("dependent_target_forms", STRINGS, "the same for the dependent", optional=True),
        Column("head_start", pa.int32(), "first character of the head's token in the source, in Unicode code points"),
        Column("head_end", pa.int32(), "first character after it"),
        Column("dependent_start", pa.int32(), "the same for the dependent"),
        Column("dependent_end", pa.int32(), "the same for the dependent"),
        Column(
            "head_target_start", NUMBERS, "first characters, in that reference, of head_target_forms", optional=True
        ),
        Column("head_target_end", NUMBERS, "the first characters after them", optional=True),
        Column("dependent_target_start", NUMBERS, "the same for the dependent", optional=True),
        Column("dependent_target_end", NUMBERS, "the same for the dependent", optional=True),
        Column("head", pa.int32(), "0-based number, in the segment, of the surface token that holds the head word"),
        Column("dependent", pa.int32(), "the same for the dependent word"),
        Column("head_target", NUMBERS, "0-based numbers, in that reference, of head_target_forms", optional=True),
        Column("dependent_target", NUMBERS, "the same for the dependent", optional=True),
        Column("head_word", pa.int32(), "0-based number of the head in the segment, counted in syntactic words"),
        Column("dependent_word", pa.int32(), "the same for the dependent"),
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
        Column("segment_id", pa.int32(), "0-based line number"),
        Column("source", pa.string(), "the source segment, Unicode NFC"),
        Column("references", STRINGS, "its references, in the order of `references` in dataset.json"),
    ),
)

HITS_FOLDER = "data/hits"
"""Where the hits of all phenomena are in a published set."""


def read_hits(path: str | Path, *, texts: bool) -> pa.Table:
    """The hits in a file of a published set: a table PUBLISHED_HITS, or PUBLISHED_IDS.

    Args:
        texts: whether to read the columns that hold words.

    Raises:
        InputError: as `tables.read`.
    """
    return tables.read(PUBLISHED_HITS if texts else PUBLISHED_IDS, path)
