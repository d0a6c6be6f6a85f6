"""The tables of scores and of what follows from them."""

from dataclasses import replace

import pyarrow as pa

from extractors.formats.columns import (
    INTERVAL,
    METRIC,
    MINIMUM,
    PHENOMENON,
    RANGE,
    TESTED_DISTANCE,
    N,
    number,
    p_values,
)
from extractors.formats.definition import Column, Format

_SYSTEM = Column("system", pa.string(), "name of the system", names=True)
_TOO_SMALL = Column(
    "too_small",
    pa.bool_(),
    "fewer than 30 segments, or than 10 documents or blocks where these are drawn: such a set says nothing, and its"
    " rows are in no family of tests",
)
_SIGNATURE = Column(
    "signature",
    pa.string(),
    "of the metric and of the resampling, in sacreBLEU's manner (bs:1000|seed:12345), and what is drawn as one"
    " (cluster:document)",
)

SCORES = Format(
    "scores",
    "a system's score on the segments with a hit in a range of distances, and its difference from their controls",
    "scores.parquet",
    (
        _SYSTEM,
        PHENOMENON,
        *RANGE,
        METRIC,
        N,
        Column("compared", pa.int32(), "those with two eligible controls or more, which the difference is of"),
        number("score", "score of the set; missing where it has no segments"),
        number("score_low", "lower end of the score's 95 % interval, by the bootstrap"),
        number("score_high", "upper end"),
        Column("corpus_score", pa.float64(), "score of the whole corpus"),
        number("difference", "score of the compared segments minus the score of all their eligible controls"),
        *INTERVAL,
        _SIGNATURE,
    ),
)

PAPER_SCORES = Format(
    "paper scores",
    "a system's score on a set and on the control samples of Choshen and Abend (2019), drawn from the whole corpus",
    "paper_scores.parquet",
    (
        _SYSTEM,
        PHENOMENON,
        *RANGE,
        METRIC,
        number("score", "score of the set"),
        number("control_mean", "mean over the control samples"),
        number("control_low", "2.5 % quantile of the control samples"),
        number("control_high", "97.5 % quantile"),
        number("control_at_or_below", "share of the control samples that score at or below the set"),
        number("p", "of the set being one more control sample: (c + 1) / (samples + 1), two-sided; not corrected"),
    ),
)

DEPARTURES = Format(
    "departures",
    "whether a system's difference on the tested set of a phenomenon is another than the mean over the systems;"
    " p-values are corrected over all rows",
    "departures.parquet",
    (
        _SYSTEM,
        PHENOMENON,
        TESTED_DISTANCE,
        METRIC,
        number("departure", "the difference minus its mean over the systems"),
        number("departure_low", "lower end of its 95 % interval, of this number alone"),
        number("departure_high", "upper end"),
        *p_values("of the system differing from the mean"),
    ),
)

CORPUS_SCORES = Format(
    "corpus scores",
    "a system's score on the whole corpus",
    "corpus_scores.parquet",
    (
        _SYSTEM,
        METRIC,
        Column("n", pa.int32(), "segments in the corpus"),
        Column("score", pa.float64(), "score of the whole corpus"),
        Column("signature", pa.string(), "of the metric, in sacreBLEU's manner"),
    ),
)

DISTANCE_TRENDS = Format(
    "distance trends",
    "whether a system's score on a phenomenon, or the mean of the systems', falls with the distance; p-values are"
    " corrected over the rows of a metric that are not too small, those of systems and of their mean by themselves",
    "distance_trends.parquet",
    (
        replace(_SYSTEM, meaning="name of the system; missing for the mean over the systems", optional=True),
        PHENOMENON,
        METRIC,
        Column("sets", pa.int32(), "sets at minimum distances that have a score; of a system only", optional=True),
        number("spearman", "Spearman's correlation of minimum distance and score over these sets"),
        number("pearson", "Pearson's of the same: what the paper's Table 5 calls Spearman"),
        Column("n", pa.int32(), "segments with a hit; each has one distance, the largest of its hits"),
        Column("buckets", pa.int32(), "groups of at least ten segments by distance, which share none"),
        number("slope", "change of the buckets' score for one more word between"),
        number("expected", "the slope that segments of such lengths have with distances dealt out at random"),
        *p_values("of the slope being one of those, by permutation of distances among segments of like length"),
        _TOO_SMALL,
        _SIGNATURE,
    ),
)

SYSTEM_COMPARISONS = Format(
    "system comparisons",
    "two systems on the segments with a hit at a minimum distance; p-values are corrected over the pairs of one set"
    " and metric",
    "system_comparisons.parquet",
    (
        PHENOMENON,
        MINIMUM,
        METRIC,
        N,
        Column("system_a", pa.string(), "a system", names=True),
        Column("system_b", pa.string(), "another; each pair is there once", names=True),
        number("difference", "score of a minus score of b"),
        number("difference_low", "lower end of its 95 % interval, by the paired bootstrap"),
        number("difference_high", "upper end of the interval"),
        *p_values("of no difference"),
        number(
            "p_bootstrap", "sacreBLEU's p-value of the paired bootstrap, which finds too much (see docs/statistics.md)"
        ),
        number(
            "p_randomisation",
            "p-value of approximate randomisation, two-sided, as in sacreBLEU; missing where too_small",
        ),
        number(
            "interaction",
            "(a's set minus a's controls) - (b's set minus b's controls): below 0 where a loses more than b does on"
            " this phenomenon, if higher scores are better; not corrected where fewer than 30 segments or controls are"
            " compared",
        ),
        number("interaction_low", "lower end of its 95 % interval, of this number alone"),
        number("interaction_high", "upper end"),
        *p_values("of no interaction", "interaction_"),
        _TOO_SMALL,
        _SIGNATURE,
    ),
)

SYSTEM_RANKS = Format(
    "system ranks",
    "a system's place among the others on the segments with a hit at a minimum distance",
    "system_ranks.parquet",
    (
        PHENOMENON,
        MINIMUM,
        METRIC,
        N,
        _SYSTEM,
        Column("score", pa.float64(), "score of the set"),
        Column("rank", pa.int32(), "1 for the best"),
        Column("cluster", pa.int32(), "1 for the best; each system of a cluster differs from all of later clusters"),
        Column("best_rank", pa.int32(), "1 + number of systems that are significantly better"),
        Column("worst_rank", pa.int32(), "number of systems minus those that are significantly worse"),
        _TOO_SMALL,
        Column("signature", pa.string(), "as in system comparisons, and the level of the tests (alpha:0.05)"),
    ),
)
