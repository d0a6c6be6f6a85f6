"""How often a phenomenon occurs in each domain, and what it costs there."""

import pyarrow as pa

from extractors.formats.columns import INTERVAL, METRIC, PHENOMENON, N, number
from extractors.formats.definition import Column, Format

DOMAIN_EFFECTS = Format(
    "phenomena by domain",
    "a phenomenon in a domain by a metric: its hits at the smallest minimum distance, and the mean over the systems of"
    " the difference between its segments there and controls of the same domain; a profile, which is not"
    " tested",
    "phenomena_by_domain.parquet",
    (
        Column("domain", pa.string(), "name of the domain"),
        PHENOMENON,
        METRIC,
        Column("segments", pa.int32(), "segments of the domain"),
        Column("words", pa.int64(), "surface tokens of their source"),
        Column("hits", pa.int32(), "hits of the phenomenon in them"),
        number("hits_per_1000_words", "the same for each 1,000 words; missing where the domain has none"),
        N,
        Column("systems", pa.int32(), "systems with a difference"),
        number("score", "mean over the systems of the score of the segments that have controls"),
        number("control", "the same of their controls"),
        number("difference", "score minus control"),
        *INTERVAL,
        Column(
            "too_small",
            pa.bool_(),
            "fewer than 30 segments, or than 30 that are compared with controls, or than 10 documents where documents"
            " are independent: no finding",
        ),
        Column("signature", pa.string(), "of the metric and of the test"),
    ),
)
