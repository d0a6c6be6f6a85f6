from extractors.formats import columns as col
from extractors.formats.definition import Format

_TOO_SMALL = col.flag(
    "too_small",
    "fewer than 30 segments, or than 10 documents or blocks where these are drawn: such a set says nothing, and its"
    " rows are in no family of tests",
)
_SIGNATURE = col.text(
    "signature",
    "of the metric and of the resampling, in sacreBLEU's manner (bs:1000|seed:12345), and what is drawn as one"
    " (cluster:document)",
)

SCORES = Format(
    "scores",
    "a system's score on the segments with a hit in a range of distances, and its difference from their controls",
    "scores.parquet",
    (
        col.SYSTEM,
        col.PHENOMENON,
        *col.RANGE,
        col.METRIC,
        col.N,
        col.whole("compared", "those with two eligible controls or more, which the difference is of"),
        col.number("score", "score of the set; missing where it has no segments"),
        *col.interval("score_", "the score's 95 % interval, by the bootstrap"),
        col.number("control_score", "score of all eligible controls of the compared segments"),
        col.number(
            "difference",
            "score of the compared segments minus `control_score`; in both, a segment with more controls weighs more",
        ),
        *col.INTERVAL,
        _SIGNATURE,
    ),
)

PAPER_SCORES = Format(
    "paper scores",
    "a system's score on a set and on the control samples of Choshen and Abend (2019), drawn from the whole corpus",
    "paper_scores.parquet",
    (
        col.SYSTEM,
        col.PHENOMENON,
        *col.RANGE,
        col.METRIC,
        col.number("score", "score of the set"),
        col.number("control_mean", "mean over the control samples"),
        col.number("p", "of the set being one more control sample: (c + 1) / (samples + 1), two-sided; not corrected"),
    ),
)

DEPARTURES = Format(
    "departures",
    "whether a system's difference on the tested set of a phenomenon is another than the mean over the systems;"
    " p-values are corrected over all rows",
    "departures.parquet",
    (
        col.SYSTEM,
        col.PHENOMENON,
        col.TESTED_DISTANCE,
        col.METRIC,
        col.number("departure", "the difference minus its mean over the systems"),
        *col.interval("departure_", col.ALONE),
        *col.p_values("of the system differing from the mean"),
        *col.ARTEFACTS,
    ),
)

CORPUS_SCORES = Format(
    "corpus scores",
    "a system's score on the whole corpus",
    "corpus_scores.parquet",
    (
        col.SYSTEM,
        col.METRIC,
        col.whole("n", "segments in the corpus"),
        col.number("score", "score of the whole corpus", optional=False),
        col.text("signature", "of the metric, in sacreBLEU's manner"),
    ),
)

SYSTEM_COMPARISONS = Format(
    "system comparisons",
    "two systems on the segments with a hit at a minimum distance; p-values are corrected over the pairs of one set"
    " and metric",
    "system_comparisons.parquet",
    (
        col.PHENOMENON,
        col.MINIMUM,
        col.METRIC,
        col.N,
        col.text("system_a", "a system", names=True),
        col.text("system_b", "another; each pair is there once", names=True),
        col.number("difference", "score of a minus score of b"),
        *col.interval("difference_", "its 95 % interval, by the paired bootstrap"),
        *col.p_values("of no difference"),
        col.number(
            "p_randomisation",
            "p-value of approximate randomisation, two-sided, as in sacreBLEU; missing where too_small",
        ),
        col.number(
            "interaction",
            "(a's set minus a's controls) - (b's set minus b's controls): below 0 where a loses more than b does on"
            " this phenomenon, if higher scores are better; not corrected where fewer than 30 segments or controls are"
            " compared",
        ),
        *col.interval("interaction_", col.ALONE),
        *col.p_values("of no interaction", "interaction_"),
        _TOO_SMALL,
        _SIGNATURE,
    ),
)

SYSTEM_RANKS = Format(
    "system ranks",
    "a system's place among the others on the segments with a hit at a minimum distance",
    "system_ranks.parquet",
    (
        col.PHENOMENON,
        col.MINIMUM,
        col.METRIC,
        col.N,
        col.SYSTEM,
        col.number("score", "score of the set", optional=False),
        col.whole("rank", "1 for the best; equal scores share a rank"),
        col.whole("cluster", "1 for the best; each system of a cluster differs from all of later clusters"),
        col.whole("best_rank", "1 + number of systems that are significantly better"),
        col.whole("worst_rank", "number of systems minus those that are significantly worse"),
        col.text("signature", "as in system comparisons, and the level of the tests (alpha:0.05)"),
    ),
)
