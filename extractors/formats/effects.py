"""The effect of a phenomenon on all systems together: the findings that a report begins with."""

import pyarrow as pa

from extractors.formats.columns import (
    COMPARED,
    CORRECTION,
    INTERVAL,
    METRIC,
    MINIMUM,
    PHENOMENON,
    RUN,
    N,
    number,
    p_values,
)
from extractors.formats.definition import Column, Format

_EFFECT = (
    METRIC,
    N,
    Column("systems", pa.int32(), "systems with a difference"),
    number("difference", "mean over the systems of set minus controls"),
    *INTERVAL,
    number("standard_error", "of the difference; segments are drawn once for all systems"),
    number("skewness", "of the difference's distribution, which the interval and p know"),
    *p_values("of no difference between set and controls in the mean over systems"),
    number("p_blocks", "p where neighbouring lines, in blocks of statistics.block, depend on each other; uncorrected"),
    Column("units", pa.int32(), "what is independent in the set: its segments, or documents if known", optional=True),
    *CORRECTION,
    Column("below", pa.int32(), "systems whose own difference is below 0"),
    Column("departing", pa.int32(), "systems that depart from the mean: departure_p_bh below statistics.alpha"),
    number("precision", "share of the detected hits that are right; missing where it is not known"),
    Column(
        "precision_of",
        pa.string(),
        "what it was found by: `reading`, by a person, of 20 hits in news or more, or `treebanks`",
        optional=True,
    ),
    number("clean_difference", "estimate: difference / precision, what a set of right hits alone would show"),
    number("clean_low", "lower end of its 95 % interval, which knows the error of the precision too"),
    number("clean_high", "upper end"),
    *COMPARED,
    Column("signature", pa.string(), "of the metric and of the test"),
    RUN,
)

PHENOMENON_EFFECTS = Format(
    "phenomenon effects",
    "the mean over the systems of the difference between a set at a minimum distance and its controls; p-values are"
    " corrected over the phenomena and distances of a metric",
    "phenomenon_effects.parquet",
    (PHENOMENON, MINIMUM, *_EFFECT),
)

BUCKET_EFFECTS = Format(
    "bucket effects",
    "the same for the segments with a hit in a range of distances",
    "phenomenon_effects_by_bucket.parquet",
    (
        PHENOMENON,
        Column("distance_from", pa.int32(), "smallest distance of the bucket"),
        Column("distance_below", pa.int32(), "first distance too large"),
        *_EFFECT,
    ),
)

PHENOMENON_TRENDS = Format(
    "phenomenon trends",
    "whether the mean of the systems' scores on a phenomenon falls with the distance; p-values are corrected over the"
    " phenomena of a metric",
    "phenomenon_trends.parquet",
    (
        PHENOMENON,
        METRIC,
        Column("n", pa.int32(), "segments with a hit; each has one distance, the largest of its hits"),
        Column("buckets", pa.int32(), "groups of at least ten segments by distance, which share none"),
        number("slope", "mean over the systems of the change of the buckets' score for one more word between"),
        number("expected", "the same with distances dealt out at random among segments of like length"),
        *p_values("of the slope being one of those"),
        Column("family", pa.int32(), "tests that were corrected together", optional=True),
        Column("too_small", pa.bool_(), "fewer than 30 segments, or than 10 documents where these are drawn"),
        Column("signature", pa.string(), "of the metric and of the test"),
        Column("run", pa.string(), "how the sets were made"),
    ),
)

POOLED_EFFECTS = Format(
    "pooled effects",
    "the mean of a phenomenon's differences over several corpora of a language pair, each weighted with its segments;"
    " controls are of the same corpus; p-values are corrected over the phenomena and distances of a metric",
    "PAIR.csv",
    (
        PHENOMENON,
        Column("minimum_distance", pa.int32(), "as in phenomenon effects"),
        METRIC,
        Column("corpora", pa.int32(), "corpora with five segments or more that have controls"),
        Column("n", pa.int32(), "segments of them that have controls"),
        number("difference", "mean over the corpora of the mean over their systems of set minus controls"),
        *INTERVAL,
        number("standard_error", "of the difference"),
        *p_values("of no difference"),
        Column("family", pa.int32(), "tests that were corrected together", optional=True),
        number("level", "the level at which this test was made after Benjamini and Hochberg's correction"),
        number("detectable", "the true difference that a test at that level finds four times in five"),
        number("spread", "standard deviation of the corpora's differences beyond that of chance"),
        Column("too_small", pa.bool_(), "fewer than 30 segments or controls in all"),
        Column("of", pa.string(), "the corpora, with the difference and the segments of each"),
    ),
)
