"""The tables of scores and of what follows from them."""

from __future__ import annotations

import pyarrow as pa

from extractors.formats.tables import Column, Format


def _number(name: str, meaning: str) -> Column:
    """A number that is missing where a set has no segments, no controls, or too few of them."""
    return Column(name, pa.float64(), meaning, optional=True)


def _test(of: str, prefix: str = "") -> tuple[Column, ...]:
    """The p-values of a family of tests."""
    return (
        _number(f"{prefix}p", f"{of}, two-sided, by itself"),
        _number(f"{prefix}p_holm", "the same after Holm's correction; missing where too_small"),
        _number(f"{prefix}p_bh", "the same after Benjamini and Hochberg's; missing where too_small"),
    )


_SYSTEM = Column("system", pa.string(), "name of the system")
_PHENOMENON = Column("phenomenon", pa.string(), "id of the phenomenon")
_MINIMUM = Column(
    "minimum_distance", pa.int32(), "the set has the segments with a hit at this distance or a larger one"
)
_METRIC = Column("metric", pa.string(), "name of the metric")
_N = Column("n", pa.int32(), "segments in the set")
_TOO_SMALL = Column(
    "too_small", pa.bool_(), "fewer than 30 segments: such a set says nothing, and its rows are in no family of tests"
)
_SIGNATURE = Column(
    "signature", pa.string(), "of the metric and of the resampling, in sacreBLEU's manner (bs:1000|seed:12345)"
)
_RUN = Column("run", pa.string(), "how the sets were made: parser, aligner, phenomena, controls, version")

_SCORE_TAIL = (
    _METRIC,
    _N,
    _number("score", "score of the set; missing where it has no segments"),
    _number("score_low", "lower end of the score's 95 % interval, by the bootstrap"),
    _number("score_high", "upper end"),
    Column("corpus_score", pa.float64(), "score of the whole corpus"),
    _number("control_mean", "mean over the control samples, the paper's: of the whole corpus"),
    _number("control_low", "2.5 % quantile of the control samples"),
    _number("control_high", "97.5 % quantile of the control samples"),
    _number("control_at_or_below", "share of the control samples that score at or below the set"),
    _number("control_difference", "score minus control_mean"),
    _number("control_difference_low", "2.5 % quantile, over the control samples, of score minus sample (the paper's)"),
    _number("control_difference_high", "97.5 % quantile"),
    _number("control_p", "of the set being one more control sample: (c + 1) / (samples + 1), two-sided"),
    _number(
        "difference",
        "score of the set minus score of all its eligible controls, on both sides of the segments that have some",
    ),
    _number("difference_low", "lower end of its 95 % interval, of this number alone"),
    _number("difference_high", "upper end"),
    _number("standard_error", "of the difference"),
    *_test("of no difference between set and controls"),
    Column(
        "family", pa.int32(), "tests that were corrected together; sets of the same segments are one", optional=True
    ),
    _number("level", "the level at which this test was made after Benjamini and Hochberg's correction"),
    _number("detectable", "the true difference that a test at that level finds four times in five"),
    _number("departure", "the difference minus its mean over the systems"),
    _number("departure_low", "lower end of its 95 % interval, of this number alone"),
    _number("departure_high", "upper end"),
    *_test("of the system differing from the mean", "departure_"),
    Column(
        "too_small",
        pa.bool_(),
        "fewer than 30 segments, or than 30 that are compared with controls, or than 30 such controls: no finding,"
        " and in no family of tests",
    ),
    Column("unmatched", pa.int32(), "segments of the set with fewer than two eligible controls, which are left out"),
    _number("controls", "eligible controls, as the number of controls of equal weight that tell as much"),
    _number("overlap", "share of the controls' weight that lies on segments of the set; 0 with the pool `rest`"),
    _SIGNATURE,
    _RUN,
)

SCORES = Format(
    "scores",
    "a system's score on the segments with a hit at a minimum distance; p-values are corrected over the rows of a"
    " metric that are not too small, those of the paper's definitions by themselves",
    "scores.csv",
    (_SYSTEM, _PHENOMENON, _MINIMUM, *_SCORE_TAIL),
)

BUCKET_SCORES = Format(
    "bucket scores",
    "a system's score on the segments with a hit in a range of distances; p-values as in scores",
    "scores_by_bucket.csv",
    (
        _SYSTEM,
        _PHENOMENON,
        Column("distance_from", pa.int32(), "smallest distance of the bucket"),
        Column("distance_below", pa.int32(), "first distance too large"),
        *_SCORE_TAIL,
    ),
)

CORPUS_SCORES = Format(
    "corpus scores",
    "a system's score on the whole corpus",
    "corpus_scores.csv",
    (
        _SYSTEM,
        _METRIC,
        Column("n", pa.int32(), "segments in the corpus"),
        Column("score", pa.float64(), "score of the whole corpus"),
        Column("signature", pa.string(), "of the metric, in sacreBLEU's manner"),
    ),
)

DISTANCE_TRENDS = Format(
    "distance trends",
    "whether a system's score on a phenomenon falls with the distance; p-values are corrected over the rows of a"
    " metric that are not too small",
    "distance_trends.csv",
    (
        _SYSTEM,
        _PHENOMENON,
        _METRIC,
        Column("sets", pa.int32(), "sets at minimum distances that have a score"),
        _number("spearman", "Spearman's correlation of minimum distance and score over these sets"),
        _number("pearson", "Pearson's of the same: what the paper's Table 5 calls Spearman"),
        Column("n", pa.int32(), "segments with a hit; each has one distance, the largest of its hits"),
        Column("buckets", pa.int32(), "groups of at least ten segments by distance, which share none"),
        _number("slope", "change of the buckets' score for one more word between"),
        _number("expected", "the slope that segments of such lengths have with distances dealt out at random"),
        *_test("of the slope being one of those, by permutation of distances among segments of like length"),
        _TOO_SMALL,
        _SIGNATURE,
        _RUN,
    ),
)

SYSTEM_COMPARISONS = Format(
    "system comparisons",
    "two systems on the segments with a hit at a minimum distance; p-values are corrected over the pairs of one set"
    " and metric",
    "system_comparisons.parquet",
    (
        _PHENOMENON,
        _MINIMUM,
        _METRIC,
        _N,
        Column("system_a", pa.string(), "a system"),
        Column("system_b", pa.string(), "another; each pair is there once"),
        _number("difference", "score of a minus score of b"),
        _number("difference_low", "lower end of its 95 % interval, by the paired bootstrap"),
        _number("difference_high", "upper end"),
        *_test("of no difference"),
        _number(
            "p_bootstrap", "sacreBLEU's p-value of the paired bootstrap, which finds too much (see docs/statistics.md)"
        ),
        _number(
            "p_randomisation",
            "p-value of approximate randomisation, two-sided, as in sacreBLEU; missing where too_small",
        ),
        _number(
            "interaction",
            "(a's set minus a's controls) - (b's set minus b's controls): below 0 where a loses more than b does on"
            " this phenomenon, if higher scores are better; not corrected where fewer than 30 segments or controls are"
            " compared",
        ),
        _number("interaction_low", "lower end of its 95 % interval, of this number alone"),
        _number("interaction_high", "upper end"),
        *_test("of no interaction", "interaction_"),
        _TOO_SMALL,
        _SIGNATURE,
        _RUN,
    ),
)

SYSTEM_RANKS = Format(
    "system ranks",
    "a system's place among the others on the segments with a hit at a minimum distance",
    "system_ranks.csv",
    (
        _PHENOMENON,
        _MINIMUM,
        _METRIC,
        _N,
        _SYSTEM,
        Column("score", pa.float64(), "score of the set"),
        Column("rank", pa.int32(), "1 for the best"),
        Column("cluster", pa.int32(), "1 for the best; each system of a cluster differs from all of later clusters"),
        Column("best_rank", pa.int32(), "1 + number of systems that are significantly better"),
        Column("worst_rank", pa.int32(), "number of systems minus those that are significantly worse"),
        _TOO_SMALL,
        Column("signature", pa.string(), "as in system comparisons, and the level of the tests (alpha:0.05)"),
        _RUN,
    ),
)
