"""The tables of ready-made sets, which hold numbers and names of systems, and no text."""

from dataclasses import replace

import pyarrow as pa

from extractors.formats import columns as col
from extractors.formats.covariates import NUMBERS
from extractors.formats.definition import Column, Format

_CHECKSUM = "first 8 bytes of the SHA-256 of its text, in NFC, each run of white space one blank"

LINES = Format(
    "ready-made lines",
    "a different source line of all test sets of a year with this source language",
    "resources/ready-made/TESTSET/LANGUAGE.lines.parquet",
    (
        Column("checksum", pa.int64(), _CHECKSUM),
        *(replace(column, meaning="as in covariates, of these lines") for column in NUMBERS),
    ),
    is_lab=True,
)

PAIR_SEGMENTS = Format(
    "ready-made segments",
    "a segment of a test set",
    "resources/ready-made/TESTSET/PAIR/segments.parquet",
    (
        col.whole("line", "0-based number of its source among the lines of the language"),
        Column("reference", pa.int64(), f"of its reference: {_CHECKSUM}"),
        col.whole("domain", "number of its domain; missing where domains are not known", optional=True),
        col.whole("document", "number of its document; missing where documents are not known", optional=True),
    ),
    is_lab=True,
)

BASELINE = Format(
    "baseline",
    "a submitted system's score on a set at a minimum distance",
    "resources/ready-made/TESTSET/PAIR/baseline.parquet",
    (
        col.SYSTEM,
        col.text("phenomenon", "id of the phenomenon; missing for the whole corpus", optional=True),
        col.whole("distance_from", "smallest distance; missing for the whole corpus", optional=True),
        col.text("metric", "name of the metric"),
        Column("score", pa.float32(), "score of the set"),
    ),
    is_lab=True,
)

ERRORS = Format(
    "ready-made errors",
    "a phenomenon at its tested distance: how exactly the set tells systems apart by the primary metric",
    "resources/ready-made/TESTSET/PAIR/errors.parquet",
    (
        col.PHENOMENON,
        col.whole("distance_from", "smallest distance"),
        col.number("scale", "standard deviation of what a segment adds to the corpus score", optional=False),
        col.number("two", "median over pairs of systems of the standard error of their difference", optional=False),
    ),
    is_lab=True,
)

STANDINGS = Format(
    "standings",
    "a system's place among the systems of its test set on the whole corpus, or on a set at a minimum distance",
    "standings.csv",
    (
        *BASELINE.columns,
        col.whole("rank", "1 and the number of its test set's systems with a better score"),
        col.whole("systems", "systems of its test set"),
        Column("best", pa.float32(), "the best score of them"),
        Column("median", pa.float32(), "their median"),
    ),
)
