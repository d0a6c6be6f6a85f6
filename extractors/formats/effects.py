"""The effect of a phenomenon on all systems together: the findings that a report begins with."""

from __future__ import annotations

import pyarrow as pa

from extractors.formats.tables import Column, Format


def _number(name: str, meaning: str) -> Column:
    return Column(name, pa.float64(), meaning, optional=True)


_EFFECT = (
    Column("metric", pa.string(), "name of the metric"),
    Column("n", pa.int32(), "segments in the set"),
    Column("systems", pa.int32(), "systems with a difference"),
    _number("difference", "mean over the systems of set minus controls"),
    _number("difference_low", "lower end of its 95 % interval, of this number alone"),
    _number("difference_high", "upper end"),
    _number("standard_error", "of the difference; segments are drawn once for all systems"),
    _number("skewness", "of the difference's distribution, which the interval and p know"),
    _number("p", "of no difference between set and controls in the mean over systems, two-sided, by itself"),
    _number("p_holm", "the same after Holm's correction; missing where too_small"),
    _number("p_bh", "the same after Benjamini and Hochberg's; missing where too_small"),
    _number("p_blocks", "p where neighbouring lines, in blocks of statistics.block, depend on each other; uncorrected"),
    Column("units", pa.int32(), "what is independent in the set: its segments, or documents if known", optional=True),
    Column(
        "family", pa.int32(), "tests that were corrected together; sets of the same segments are one", optional=True
    ),
    _number("level", "the level at which this test was made after Benjamini and Hochberg's correction"),
    _number("detectable", "the true difference that a test at that level finds four times in five"),
    Column("below", pa.int32(), "systems whose own difference is below 0"),
    Column("departing", pa.int32(), "systems that depart from the mean: departure_p_bh below statistics.alpha"),
    _number("precision", "share of the detected hits that are right, measured; missing where it was not"),
    _number("clean_difference", "estimate: difference / precision, what a set of right hits alone would show"),
    _number("clean_low", "lower end of its 95 % interval, which knows the error of the precision too"),
    _number("clean_high", "upper end"),
    Column(
        "too_small",
        pa.bool_(),
        "fewer than 30 segments, or than 30 that are compared with controls, or than 30 such controls: no finding,"
        " and in no family of tests",
    ),
    Column("unmatched", pa.int32(), "segments of the set without a control, left out of the difference"),
    _number("controls", "eligible controls, as the number of controls of equal weight that tell as much"),
    _number("overlap", "share of the controls' weight that lies on segments of the set; 0 with the pool `rest`"),
    Column("signature", pa.string(), "of the metric and of the test"),
    Column("run", pa.string(), "how the sets were made: parser, aligner, phenomena, controls, version"),
)

PHENOMENON_EFFECTS = Format(
    "phenomenon effects",
    "the mean over the systems of the difference between a set at a minimum distance and its controls; p-values are"
    " corrected over the phenomena and distances of a metric",
    "phenomenon_effects.csv",
    (
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column("minimum_distance", pa.int32(), "the set has the segments with a hit at this distance or a larger one"),
        *_EFFECT,
    ),
)

BUCKET_EFFECTS = Format(
    "bucket effects",
    "the same for the segments with a hit in a range of distances",
    "phenomenon_effects_by_bucket.csv",
    (
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column("distance_from", pa.int32(), "smallest distance of the bucket"),
        Column("distance_below", pa.int32(), "first distance too large"),
        *_EFFECT,
    ),
)

PHENOMENON_TRENDS = Format(
    "phenomenon trends",
    "whether the mean of the systems' scores on a phenomenon falls with the distance; p-values are corrected over the"
    " phenomena of a metric",
    "phenomenon_trends.csv",
    (
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column("metric", pa.string(), "name of the metric"),
        Column("n", pa.int32(), "segments with a hit; each has one distance, the largest of its hits"),
        Column("buckets", pa.int32(), "groups of at least ten segments by distance, which share none"),
        _number("slope", "mean over the systems of the change of the buckets' score for one more word between"),
        _number("expected", "the same with distances dealt out at random among segments of like length"),
        _number("p", "of the slope being one of those, two-sided, by itself"),
        _number("p_holm", "the same after Holm's correction; missing where too_small"),
        _number("p_bh", "the same after Benjamini and Hochberg's; missing where too_small"),
        Column("family", pa.int32(), "tests that were corrected together", optional=True),
        Column("too_small", pa.bool_(), "fewer than 30 segments"),
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
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column("minimum_distance", pa.int32(), "as in phenomenon effects"),
        Column("metric", pa.string(), "name of the metric"),
        Column("corpora", pa.int32(), "corpora with five segments or more that have controls"),
        Column("n", pa.int32(), "segments of them that have controls"),
        _number("difference", "mean over the corpora of the mean over their systems of set minus controls"),
        _number("difference_low", "lower end of its 95 % interval, of this number alone"),
        _number("difference_high", "upper end"),
        _number("standard_error", "of the difference"),
        _number("p", "of no difference, two-sided, by itself"),
        _number("p_holm", "the same after Holm's correction; missing where too_small"),
        _number("p_bh", "the same after Benjamini and Hochberg's; missing where too_small"),
        Column("family", pa.int32(), "tests that were corrected together", optional=True),
        _number("level", "the level at which this test was made after Benjamini and Hochberg's correction"),
        _number("detectable", "the true difference that a test at that level finds four times in five"),
        _number("spread", "standard deviation of the corpora's differences beyond that of chance"),
        Column("too_small", pa.bool_(), "fewer than 30 segments or controls in all"),
        Column("of", pa.string(), "the corpora, with the difference and the segments of each"),
    ),
)
