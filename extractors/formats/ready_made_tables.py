"""The tables of ready-made sets, which hold numbers and names of systems, and no text."""

import pyarrow as pa

from extractors.formats.definition import Column, Format

_CHECKSUM = "first 8 bytes of the SHA-256 of its text, in NFC, each run of white space one blank"

LINES = Format(
    "ready-made lines",
    "a different source line of all test sets of a year with this source language",
    "resources/ready-made/TESTSET/LANGUAGE.lines.parquet",
    (
        Column("checksum", pa.int64(), _CHECKSUM),
        Column("length", pa.int32(), "as in covariates"),
        Column("rare_words", pa.float64(), "the same, counted in these lines"),
        Column("clauses", pa.int32(), "the same"),
        Column("depth", pa.int32(), "the same"),
        Column("sentences", pa.int32(), "the same"),
    ),
    is_lab=True,
)

PAIR_SEGMENTS = Format(
    "ready-made segments",
    "a segment of a test set",
    "resources/ready-made/TESTSET/PAIR/segments.parquet",
    (
        Column("line", pa.int32(), "0-based number of its source among the lines of the language"),
        Column("reference", pa.int64(), f"of its reference: {_CHECKSUM}"),
        Column("domain", pa.int32(), "number of its domain; missing where domains are not known", optional=True),
        Column("document", pa.int32(), "number of its document; missing where documents are not known", optional=True),
    ),
    is_lab=True,
)

BASELINE = Format(
    "baseline",
    "a submitted system's score on a set at a minimum distance",
    "resources/ready-made/TESTSET/PAIR/baseline.parquet",
    (
        Column("system", pa.string(), "name of the system", names=True),
        Column("phenomenon", pa.string(), "id of the phenomenon; missing for the whole corpus", optional=True),
        Column("distance_from", pa.int32(), "smallest distance; missing for the whole corpus", optional=True),
        Column("metric", pa.string(), "name of the metric"),
        Column("score", pa.float32(), "score of the set"),
    ),
    is_lab=True,
)

STANDINGS = Format(
    "standings",
    "a system's place among the systems of the campaign on the whole corpus, or on a set at a minimum distance",
    "standings.csv",
    (
        *BASELINE.columns,
        Column("rank", pa.int32(), "1 and the number of the campaign's systems with a better score"),
        Column("systems", pa.int32(), "systems of the campaign"),
        Column("best", pa.float32(), "the best score of them"),
        Column("median", pa.float32(), "their median"),
    ),
)
