"""Confounds: how differences change when controls are matched in more than the length."""

import pyarrow as pa

from extractors.formats.columns import INTERVAL, number
from extractors.formats.definition import Column, Format

CONFOUNDS = Format(
    "confounds",
    "the difference between a set and controls that are matched on a choice of covariates",
    "confounds.parquet",
    (
        Column("system", pa.string(), "name of the system", names=True),
        Column("phenomenon", pa.string(), "id of the phenomenon", names=True),
        Column("minimum_distance", pa.int32(), "as in scores"),
        Column("metric", pa.string(), "name of the metric", names=True),
        Column(
            "matched_on",
            pa.string(),
            "the covariates that controls are matched on: none (any segment), length, length+clauses, and so on;"
            " `length, 5 tokens"
            " or more` leaves out shorter segments",
        ),
        Column("n", pa.int32(), "segments in the set"),
        Column("unmatched", pa.int32(), "those with fewer than two alike, which are left out on both sides"),
        number(
            "overlap",
            "share of the controls' weight that lies on segments of the set, which pulls the difference towards 0",
        ),
        number("score", "score of the matched segments"),
        number("control", "score of all eligible controls"),
        number("difference", "score minus control"),
        *INTERVAL,
        number("change", "difference minus that of the row matched on length alone: what else the covariate explains"),
        Column("signature", pa.string(), "of the metric, in sacreBLEU's manner"),
    ),
    further=number(
        "NAME_set, NAME_control",
        "of each covariate (length, rare_words, clauses, depth, sentences, those that the user brings), the mean of the"
        " set and that of the controls",
    ),
)
