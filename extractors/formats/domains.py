"""How often a phenomenon occurs in each domain, and what it costs there."""

import pyarrow as pa

from extractors.formats import columns as col
from extractors.formats.definition import Column, Format

DOMAIN_EFFECTS = Format(
    "phenomena by domain",
    "a phenomenon in a domain by a metric: its hits at the smallest minimum distance, and the mean over the systems of"
    " the difference between its segments there and controls of the same domain; a profile, which is not tested",
    "phenomena_by_domain.parquet",
    (
        col.text("domain", "name of the domain"),
        col.PHENOMENON,
        col.METRIC,
        col.whole("segments", "segments of the domain"),
        Column("words", pa.int64(), "surface tokens of their source"),
        col.whole("hits", "hits of the phenomenon in them"),
        col.number("hits_per_1000_words", "the same for each 1,000 words; missing where the domain has none"),
        col.N,
        col.whole("systems", "systems with a difference"),
        col.number("score", "mean over the systems of the score of the segments that have controls"),
        col.number("control", "the same of their controls"),
        col.number("difference", "score minus control"),
        *col.INTERVAL,
        col.flag(
            "too_small",
            "fewer than 30 segments, or than 30 that are compared with controls, or than 10 documents where documents"
            " are independent: no finding",
        ),
        col.SIGNATURE,
    ),
)
